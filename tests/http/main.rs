//! The real binary over a real socket.

mod contract;
mod errors;
mod map;
mod mix;
mod service;
mod support;
mod tokens;
