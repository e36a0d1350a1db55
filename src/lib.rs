//! Taquin plans sliding puzzles.
pub mod contract;
pub mod grid;
pub mod http;
pub mod json;
pub mod npuzzle;
pub mod parking;
pub mod search;
pub mod service;
