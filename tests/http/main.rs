//! The real binary over a real socket.

mod batch;
mod catalogue;
mod contract;
mod deadlines;
mod errors;
mod headers;
mod http2;
mod load;
mod log;
mod map;
mod metrics;
mod mix;
mod network;
mod service;
mod shutdown;
mod support;
mod tokens;
