//! The N-puzzle: tiles 1 … N and one blank on a rectangle; a tile beside the blank slides into it.
//!
//! The way of a request: [`NpuzzleSpec`] is what the caller wrote; [`Request::read`] checks it and makes a
//! [`Board`] and a [`Goal`] that are valid once they exist; [`solve`] asks [`Verdict`] whether the goal can be
//! reached at all, looks the board up or runs a search over packed states, and puts together an [`Answer`].
//! [`verify`] replays a path with code of its own.

mod answer;
mod anytime;
mod board;
mod complete_table;
mod constructive;
mod draw;
mod effort;
mod encode;
mod faults;
mod goal;
mod heuristic;
mod improve;
mod informed;
mod line;
pub mod pattern_database;
mod random;
mod relative;
mod request;
mod solve;
mod space;
mod spec;
pub mod table_file;
mod table_search;
mod tables;
pub mod text;
mod tiles;
mod trail;
mod verdict;
mod verify;

pub use answer::{Answer, Path};
pub use board::{Board, BoardError};
pub use draw::{DrawRequest, Drawn, draw};
pub use effort::effort;
pub use encode::encode;
pub use goal::{Goal, GoalPreset};
pub use heuristic::{LinearConflict, Manhattan, WalkingDistance};
pub use request::Request;
pub use solve::solve;
pub use space::{Slide, Space, State};
pub use spec::{Algorithm, Detail, HeuristicName, NpuzzleSpec};
pub use tables::Tables;
pub use tiles::{Nibbles, Quintets, Tiles, Wide};
pub use verdict::{Rule, Verdict};
pub use verify::{NpuzzlePathSpec, NpuzzleVerifySpec, VerifyRequest, verify};
