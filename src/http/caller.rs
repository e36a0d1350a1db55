//! Who sent a request: what limits for each caller, and jobs that belong to someone, go by.
//!
//! A caller is told by the token it showed or, without one, by the address of its end of the connection. Headers in
//! which proxies name the address behind them are not believed: anybody can send them.

use std::net::IpAddr;

use super::tokens::TokenId;

/// Who sent a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The holder of this token.
    Token(TokenId),
    /// Whoever is at this address.
    Peer(IpAddr),
}

impl Caller {
    /// How the caller is told, for the log.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Token(_) => "token",
            Self::Peer(_) => "peer",
        }
    }
}
