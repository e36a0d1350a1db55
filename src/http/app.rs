//! What every handler shares, and the router that ties them together.

use std::sync::Arc;

use axum::http::{Method, Uri};
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;

use super::admit::admit;
use super::caller::Caller;
use super::cors;
use super::edge::Edge;
use super::finish::{after_panic, finish};
use super::openapi;
use super::problem::Problem;
use super::solved::Solved;
use crate::contract::Limits;
use crate::json::shorten;
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

/// All routes, ready to serve.
pub fn router(app: Arc<App>) -> Router {
    let (routes, _) = openapi::routes().split_for_parts();
    let routes = routes
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(CatchPanicLayer::custom(after_panic))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), admit));
    // Before the door: what a browser asks first comes without a token.
    let routes = match cors::layer(&app.edge().origins) {
        Some(cors) => routes.layer(cors),
        None => routes,
    };
    routes.layer(middleware::from_fn_with_state(Arc::clone(&app), finish)).with_state(app)
}

async fn no_route(uri: Uri) -> Problem {
    Problem::not_found(format!("there is no route {}", shorten(uri.path())))
}

async fn no_method(method: Method, uri: Uri) -> Problem {
    Problem::method_not_allowed(format!("{} does not know {}", shorten(uri.path()), shorten(method.as_str())))
}
