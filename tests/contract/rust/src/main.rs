//! A round trip through openapi-generator's Rust client.

use std::error::Error as StdError;

use taquin_client::apis::configuration::Configuration;
use taquin_client::apis::{Error, npuzzle_api, parking_api, service_api};
use taquin_client::models::{
    NpuzzleDetail, NpuzzlePathSpec, NpuzzleSpec, NpuzzleVerifySpec, ParkingMapSpec, ParkingMotion,
    ParkingSpec, ParkingVerifyMove, ParkingVerifySpec, Status,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn StdError>> {
    let base_path = std::env::args().nth(1).ok_or("the server's address is wanted")?;
    let server = Configuration { base_path, ..Configuration::default() };

    let rows = vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]];
    let board = NpuzzleSpec { detail: Some(NpuzzleDetail::Boards), ..NpuzzleSpec::new(rows) };
    let answer = npuzzle_api::solve_npuzzle(&server, board.clone()).await?;
    assert_eq!((answer.status, answer.cost, answer.stopped_by), (Status::Optimal, Some(14), None));
    assert_eq!(answer.boards.map(|boards| boards.len()), Some(15));
    let path = answer.path.ok_or("a path was asked for")?;
    let claim = NpuzzleVerifySpec::new(NpuzzlePathSpec::new(path.directions, path.tiles), board);
    let told = npuzzle_api::verify_npuzzle(&server, claim).await?;
    assert_eq!((told.solved, told.cost, told.first_illegal), (true, 14, None));

    let lot = ParkingSpec { motion: Some(ParkingMotion::Single), ..ParkingSpec::new(10, 10) };
    let answer = parking_api::solve_parking(&server, lot.clone()).await?;
    assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(69)));
    let path = answer.path.ok_or("a path was asked for")?;
    let path =
        path.into_iter().map(|entry| ParkingVerifyMove::new(entry.from, entry.step, entry.to)).collect();
    let told = parking_api::verify_parking(&server, ParkingVerifySpec::new(path, lot)).await?;
    assert_eq!((told.solved, told.cost), (true, 69));
    let map = parking_api::map_parking(&server, ParkingMapSpec::new(10, 10)).await?;
    assert_eq!((map.costs[0][0], map.max), (69, Some(69)));

    let refused = parking_api::solve_parking(&server, ParkingSpec::new(2, 0)).await;
    let Err(Error::ResponseError(refused)) = refused else { panic!("no rows at all are taken: {refused:?}") };
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.content.contains(r#""pointer":"/rows""#), "{}", refused.content);

    let limits = service_api::get_limits(&server).await?;
    assert!(limits.time_ms.default.is_some() && limits.body_bytes.default.is_none());
    println!("openapi-generator, rust: a round trip");
    Ok(())
}
