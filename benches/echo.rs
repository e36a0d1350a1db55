//! What a bare JSON echo costs in the same framework: the yardstick of `benches/throughput.py`, which runs it.
//!
//! Listens on the address in its first argument. Run by `cargo bench` it has none, and does nothing.

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::post;
use serde_json::Value;

async fn echo(body: Bytes) -> impl IntoResponse {
    let value: Value = serde_json::from_slice(&body).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], value.to_string())
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let Some(address) = address else { return Ok(()) };
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, Router::new().route("/echo", post(echo))).await
}
