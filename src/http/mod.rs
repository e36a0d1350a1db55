//! The HTTP interface: a router behind a front, one file per endpoint, one [`Problem`] type.
//!
//! Nothing here knows how anything is solved. A handler reads its body, hands the checked request to the
//! [`Service`](crate::service::Service), and encodes what comes back. Everything that goes wrong, the
//! framework's own refusals included, becomes an RFC 9457 problem in one place.

mod admit;
mod answer_body;
mod app;
mod batch;
mod batch_line;
mod body;
mod caller;
mod cors;
mod edge;
mod exchange;
mod front;
mod gauges;
mod handles;
mod health;
mod limits;
mod lines;
mod metrics;
mod network;
mod npuzzle;
mod npuzzle_batch;
mod npuzzle_random;
mod npuzzle_verify;
mod openapi;
mod parking;
mod parking_batch;
mod parking_map;
mod parking_verify;
mod pieces;
mod problem;
mod problem_kind;
mod problems;
mod protect;
mod query;
mod question;
mod read_ahead;
mod replay;
mod reply;
mod request_body;
mod server;
mod solved;
mod tokens;
mod trace;

pub use app::App;
pub use body::ROOM_A_BODY_BYTE;
pub use caller::Caller;
pub use cors::{NoOrigin, Origin};
pub use edge::Edge;
pub use network::NetworkLimits;
pub use openapi::document;
pub use problem::Problem;
pub use problem_kind::ProblemKind;
pub use server::serve;
pub use tokens::{TokenFileError, TokenId, Tokens};
