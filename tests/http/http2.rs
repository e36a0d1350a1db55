//! Peers that speak HTTP/2 and take nothing of an answer.

use axum::http::Request;
use bytes::Bytes;
use h2::client::{Builder, ResponseFuture, SendRequest};

use crate::support::Server;

/// Less than the answers asked for here, and more than `/livez` needs.
const WINDOW: u32 = 200;

fn get(peer: &mut SendRequest<Bytes>, server: &Server, path: &str) -> ResponseFuture {
    let request = Request::get(server.url(path)).body(()).unwrap();
    peer.send_request(request, true).unwrap().0
}

#[test]
fn a_stream_that_takes_nothing_is_reset_and_the_others_go_on() {
    let server = Server::start(&["--write-ms", "400"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        let (mut peer, connection) =
            Builder::new().initial_window_size(WINDOW).handshake::<_, Bytes>(stream).await.unwrap();
        // Answers pings and whatever else keeps a connection alive.
        tokio::spawn(connection);
        let mut stalled = get(&mut peer, &server, "/openapi.json").await.unwrap().into_body();
        let taken = stalled.data().await.unwrap().unwrap();
        assert_eq!(taken.len(), WINDOW as usize);
        // The window stays closed.
        let end = stalled.data().await.unwrap().unwrap_err();
        assert_eq!(end.reason(), Some(h2::Reason::CANCEL), "{end}");
        let mut other = get(&mut peer, &server, "/livez").await.unwrap().into_body();
        assert_eq!(&other.data().await.unwrap().unwrap()[..], br#"{"status":"live"}"#);
    });
    server.wait_for_log("client_gone");
}
