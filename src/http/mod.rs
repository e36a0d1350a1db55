//! The HTTP interface: a router, one file per endpoint, one [`Problem`] type.
//!
//! Nothing here knows how anything is solved. A handler reads its body, hands the checked request to the
//! [`Service`](crate::service::Service), and encodes what comes back. Everything that goes wrong, the
//! framework's own refusals included, becomes an RFC 9457 problem in one place.

mod admit;
mod app;
mod body;
mod caller;
mod edge;
mod finish;
mod health;
mod limits;
mod npuzzle;
mod npuzzle_verify;
mod openapi;
mod parking;
mod parking_map;
mod parking_verify;
mod problem;
mod problem_kind;
mod problems;
mod reply;
mod server;
mod tokens;

pub use app::{App, router};
pub use caller::Caller;
pub use edge::Edge;
pub use openapi::document;
pub use problem::Problem;
pub use problem_kind::ProblemKind;
pub use server::serve;
pub use tokens::{TokenFileError, TokenId, Tokens};
