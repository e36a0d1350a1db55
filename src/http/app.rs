//! What every handler shares.

use std::sync::Arc;

use super::caller::Caller;
use super::edge::Edge;
use super::solved::Solved;
use crate::contract::Limits;
use crate::npuzzle::Tables;
use crate::service::{Answers, Callers, Service};

/// Shared by all handlers.
#[derive(Debug)]
pub struct App {
    service: Service,
    tables: Arc<Tables>,
    answers: Answers<Solved>,
    callers: Callers<Caller>,
    edge: Edge,
}

impl App {
    /// An application under these limits, that has tables already, behind such an edge.
    #[must_use]
    pub fn new(limits: Limits, tables: Tables, edge: Edge) -> Arc<Self> {
        tables.set_most_bytes(limits.table_bytes);
        let (answers, callers) = (Answers::new(limits.cache_bytes), Callers::new(limits.in_flight));
        Arc::new(Self { service: Service::new(limits), tables: Arc::new(tables), answers, callers, edge })
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Arc<Limits> {
        self.service.limits()
    }

    /// What the N-puzzle's solves share.
    #[must_use]
    pub const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The answers that are kept.
    #[must_use]
    pub(super) const fn answers(&self) -> &Answers<Solved> {
        &self.answers
    }

    /// Who asks, and how much at a time.
    #[must_use]
    pub(super) const fn callers(&self) -> &Callers<Caller> {
        &self.callers
    }

    /// What stands before the handlers.
    #[must_use]
    pub const fn edge(&self) -> &Edge {
        &self.edge
    }

    /// What runs the solves.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }
}
