//! The front: what every request passes on its way to its handler, and every answer on its way back.
//!
//! Gives each request an id and an arrival time, and each problem its body. These are plain functions around the router
//! rather than layers of it: a layer costs several allocations a request, and there would be four.

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONNECTION, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{Method, Uri, Version};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tower_http::cors::Cors;
use tower_layer::Layer as _;
use tower_service::Service;

use super::admit::admit;
use super::answer_body::{AnswerBody, Carrier, Unanswered};
use super::app::App;
use super::cors;
use super::exchange::{Exchange, Outcome};
use super::openapi;
use super::pieces::in_pieces;
use super::problem::Problem;
use super::protect::protect;
use super::request_body::{RequestBody, Watched};
use crate::json::shorten;

/// The header that names a request.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// All routes, and what stands before them.
#[derive(Clone, Debug)]
pub(super) struct Front {
    app: Arc<App>,
    /// Which template a path belongs to.
    templates: matchit::Router<Arc<str>>,
    door: Door,
    /// Before the door: what a browser asks first comes without a token.
    cors: Option<Cors<Door>>,
}

/// The routes, behind the door.
#[derive(Clone, Debug)]
struct Door {
    app: Arc<App>,
    routes: Router,
}

impl Front {
    /// Ready to answer.
    pub(super) fn new(app: &Arc<App>) -> Self {
        let (routes, document) = openapi::routes().split_for_parts();
        let mut templates = matchit::Router::new();
        for template in document.paths.paths.keys() {
            templates.insert(template, template.as_str().into()).expect("the router took it, too");
        }
        let routes = routes.fallback(no_route).method_not_allowed_fallback(no_method);
        let door = Door { app: Arc::clone(app), routes: routes.with_state(Arc::clone(app)) };
        let cors = cors::layer(&app.edge().origins).map(|cors| cors.layer(door.clone()));
        Self { app: Arc::clone(app), templates, door, cors }
    }

    /// Answers a request from `peer`, by this carrier.
    pub(super) async fn answer<B: RequestBody, C: Carrier>(
        &self,
        request: axum::http::Request<B>,
        peer: IpAddr,
        carrier: C,
    ) -> Response<AnswerBody<C>> {
        let app = &self.app;
        let template = self.templates.at(request.uri().path()).ok().map(|found| Arc::clone(found.value));
        let exchange = Exchange::begin(Arc::clone(app), &request, template, peer);
        let unanswered = Unanswered::new(Arc::clone(&exchange));
        let version = request.version();
        let mut request = request.map(|body| Watched::over(body, &exchange, app.edge().network.body));
        request.extensions_mut().insert(Arc::clone(&exchange));
        let answered = match self.cors.clone() {
            None => AssertUnwindSafe(self.door.pass(request)).catch_unwind().await,
            Some(mut cors) => {
                let answered = AssertUnwindSafe(cors.call(request)).catch_unwind().await;
                answered.map(|answered| answered.unwrap_or_else(|never| match never {}))
            }
        };
        // (A panic of a handler is in the log by then.)
        let mut response = answered.unwrap_or_else(|_| Problem::internal().into_response());
        let problem = response.extensions_mut().remove::<Problem>();
        let mut is_last = app.service().is_draining();
        if let Some(problem) = &problem {
            is_last |= problem.kind().ends_the_connection();
            response = problem.render(exchange.request_id(), response);
            if problem.kind().is_for_now() {
                response.headers_mut().insert(RETRY_AFTER, app.service().retry_after_s().into());
            }
        }
        let headers = response.headers_mut();
        headers.insert(REQUEST_ID, exchange.id_header().clone());
        protect(headers, app.edge().reveal_version);
        if is_last && version < Version::HTTP_2 {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let outcome = Outcome { status: response.status(), problem: problem.map(|problem| problem.kind()) };
        response.map(|body| unanswered.answered(outcome, in_pieces(body, version), carrier))
    }
}

impl Door {
    /// The answer of the handler, or one in its place.
    async fn pass(&self, request: Request) -> Response {
        let Err(problem) = admit(&self.app, &request) else {
            let answered = self.routes.clone().call(request).await;
            return answered.unwrap_or_else(|never| match never {});
        };
        problem.into_response()
    }
}

/// For what comes before the door.
impl Service<Request> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let door = self.clone();
        Box::pin(async move { Ok(door.pass(request).await) })
    }
}

async fn no_route(uri: Uri) -> Problem {
    Problem::not_found(format!("there is no route {}", shorten(uri.path())))
}

async fn no_method(method: Method, uri: Uri) -> Problem {
    Problem::method_not_allowed(format!("{} does not know {}", shorten(uri.path()), shorten(method.as_str())))
}
