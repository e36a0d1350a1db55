//! The contract: collected from the handlers' own annotations, served as YAML and JSON.

use std::sync::{Arc, LazyLock};

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::admit::is_open;
use super::app::App;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::{
    health, limits, metrics, npuzzle, npuzzle_batch, npuzzle_random, npuzzle_verify, parking, parking_batch,
    parking_map, parking_verify, problems,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Taquin",
        description = "Plans sliding puzzles: dense car parks and sliding-tile boards.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "npuzzle", description = "Sliding-tile boards"),
        (name = "parking", description = "Dense car parks"),
        (name = "service", description = "The service itself")
    ),
    components(schemas(npuzzle_batch::NpuzzleBatchLine, parking_batch::ParkingBatchLine))
)]
struct Contract;

/// All routes, with their part of the contract.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Contract::openapi())
        .routes(routes!(npuzzle::handle))
        .routes(routes!(npuzzle_verify::handle))
        .routes(routes!(npuzzle_batch::handle))
        .routes(routes!(npuzzle_random::handle))
        .routes(routes!(parking::handle))
        .routes(routes!(parking_batch::handle))
        .routes(routes!(parking_map::handle))
        .routes(routes!(parking_verify::handle))
        .routes(routes!(limits::handle))
        .routes(routes!(problems::handle))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(metrics::handle))
        .routes(routes!(yaml))
        .routes(routes!(json))
}

/// The whole contract.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = routes().split_for_parts().1;
    tell_of_the_door(&mut document);
    document
}

/// Adds what is the same for all routes: that a token may be needed, and the answers given in a handler's place.
fn tell_of_the_door(document: &mut utoipa::openapi::OpenApi) {
    let mut scheme = Http::new(HttpAuthScheme::Bearer);
    scheme.description = Some(
        "Needed where the operator has configured tokens, on all routes but those that say so.".to_owned(),
    );
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(scheme));
    document.security =
        Some(vec![SecurityRequirement::default(), SecurityRequirement::new("token", [] as [&str; 0])]);
    for (path, item) in &mut document.paths.paths {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            if is_open(path) {
                operation.security = Some(Vec::new());
                continue;
            }
            for kind in ProblemKind::OF_THE_DOOR {
                let (status, response) = Problem::response(&[kind]);
                operation.responses.responses.entry(status).or_insert(response);
            }
        }
    }
}

static YAML: LazyLock<String> = LazyLock::new(|| document().to_yaml().expect("the contract is plain data"));
static JSON: LazyLock<String> = LazyLock::new(|| document().to_json().expect("the contract is plain data"));

/// The contract of this server, as YAML.
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    operation_id = "getOpenapiYaml",
    tag = "service",
    responses((status = 200, description = "OpenAPI 3.1", body = Object, content_type = "application/yaml"))
)]
async fn yaml() -> impl IntoResponse {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/yaml"))], YAML.as_str())
}

/// The contract of this server, as JSON.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "getOpenapiJson",
    tag = "service",
    responses((status = 200, description = "OpenAPI 3.1", body = Object, content_type = "application/json"))
)]
async fn json() -> impl IntoResponse {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], JSON.as_str())
}
