//! What an answer has to do with its connection: it keeps that from counting as idle, and tells its stream what it handed
//! over.

use super::pulse::Beat;
use super::streams::Handed;
use crate::http::answer_body::Carrier;

/// A request under way, from its headers until the connection has taken all of its answer.
pub(super) struct Delivery {
    _beat: Beat,
    /// What its stream knows of it, over HTTP/2.
    handed: Option<Handed>,
}

impl Delivery {
    /// Begins in the task of the request's stream.
    pub(super) fn begin(beat: Beat) -> Self {
        Self { _beat: beat, handed: Handed::of_this_stream() }
    }
}

impl Carrier for Delivery {
    fn was_asked(&self, handed_over: bool) {
        match &self.handed {
            None => {}
            Some(handed) if handed_over => handed.over(),
            Some(handed) => handed.nothing(),
        }
    }
}
