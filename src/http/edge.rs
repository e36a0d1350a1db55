//! What stands between the network and the handlers, as configured: who may call.

use super::tokens::Tokens;

/// The edge of the service; as it is by default, anybody may call.
#[derive(Debug, Default)]
pub struct Edge {
    /// Without them, anybody may call.
    pub tokens: Option<Tokens>,
}

impl Edge {
    /// The accepted tokens, if calling takes one.
    #[must_use]
    pub const fn tokens(&self) -> Option<&Tokens> {
        self.tokens.as_ref()
    }
}
