//! Dense car parks: which cars to slide, and in what order, so that some of them come to an exit.
//!
//! Every cell of a lot holds a car except a few empty ones; a move slides one car into an empty neighbour. The
//! way of a request: [`ParkingSpec`] (the wire) → [`Request`] with its [`Lot`] (checked once, valid from then
//! on) → an engine → [`Answer`]. [`verify()`] replays a path with rules of its own; [`text`] reads and draws
//! lots as maps of characters.
//!
//! Engines: with one empty, `auto` writes the plan of an open lot down at once, and with pillars searches the
//! reduced graph of car cell and side of the empty; with several, A* over moves of the car, after a first plan that
//! is good for the verdict and for when a limit ends the search. `bfs`, `dfs`, `iddfs`, `bidirectional` and `a_star`
//! are the textbook searches on the plain states, for those who want to compare. [`map()`] says what a car costs
//! from every cell at once.
//!
//! What `search.algorithm` may say for `auto` (an open list): `map` (the map alone gave the answer), `closed_form`
//! (one empty and no pillars), `rooms` (a verdict on several empties: how many of them each part of the lot holds
//! that the car divides it into), `one_empty_graph` (both also where they gave a verdict for one of several
//! empties), `macro_a_star` (one car or several), `a_star` (where costs are too large for the tables of the search
//! before, on lots with pillars or with several cars; for more cars than that search takes; and for block moves),
//! `step_layers` (moves that share time steps), and for a map of costs also `backward` (all states from the exits).
//! And `search.heuristic`: `corridor`, `corridors` (several cars), `level`, `distance`, `reuse` (lines
//! of cars), `services` (time steps of single moves).
//!
//! Several cars are in `fleet`, motions other than single moves in `motion`.

mod answer;
mod by_rooms;
mod effort;
mod encode;
mod faults;
mod finding;
mod first_plan;
mod fleet;
mod ground;
mod labels;
mod level_bound;
mod lot;
mod lowpoints;
mod macro_search;
mod map;
mod motion;
mod one_empty;
mod path;
mod reason;
mod request;
mod rooms;
mod slide;
mod solve;
mod space;
mod spec;
#[cfg(test)]
mod tests;
pub mod text;
mod textbook;
mod verify;

pub use answer::{Answer, ParkingMove, ParkingRetrieval};
pub use effort::effort;
pub use encode::encode;
pub use lot::{Lot, LotError};
pub use map::{MapAnswer, MapRequest, ParkingMapSpec, map};
pub use request::Request;
pub use solve::solve;
pub use spec::{ParkingAlgorithm, ParkingCost, ParkingDetail, ParkingMotion, ParkingSpec};
pub use verify::{ParkingVerifyMove, ParkingVerifySpec, VerifyRequest, verify};
