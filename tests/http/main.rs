//! The real binary over a real socket.

mod catalogue;
mod contract;
mod errors;
mod map;
mod mix;
mod service;
mod support;
