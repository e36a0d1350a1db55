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

/// As long as the answer with the 69 moves that a lot of 10 × 10 takes: what the bytes alone cost.
const LONG: [u8; 3400] = [b' '; 3400];

async fn long(body: Bytes) -> impl IntoResponse {
    let value: Value = serde_json::from_slice(&body).unwrap_or_default();
    let mut text = value.to_string().into_bytes();
    text.extend_from_slice(LONG.get(text.len()..).unwrap_or_default());
    ([(CONTENT_TYPE, "application/json")], text)
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let Some(address) = address else { return Ok(()) };
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, Router::new().route("/echo", post(echo)).route("/long", post(long))).await
}
