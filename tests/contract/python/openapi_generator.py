"""A round trip through openapi-generator's Python client, whose models are strict."""
import json
import sys

import taquin_generated as taquin

client = taquin.ApiClient(taquin.Configuration(host=sys.argv[1]))
npuzzle, parking, service = taquin.NpuzzleApi(client), taquin.ParkingApi(client), taquin.ServiceApi(client)

board = taquin.NpuzzleSpec(board=[[8, 1, 3], [4, 0, 2], [7, 6, 5]], algorithm="ida_star", limits=taquin.LimitsSpec(time_ms=5000))
answer = npuzzle.solve_npuzzle(board)
assert (answer.status, answer.cost, answer.limits.time_ms) == ("optimal", 14, 5000), answer
path = taquin.NpuzzlePathSpec(tiles=answer.path.tiles, directions=answer.path.directions)
replayed = npuzzle.verify_npuzzle(taquin.NpuzzleVerifySpec(spec=board, path=path))
assert replayed.solved and replayed.cost == answer.cost, replayed

lot = taquin.ParkingSpec(rows=10, cols=10, exits=[[9, 9]], detail="path")
answer = parking.solve_parking(lot)
assert (answer.status, answer.cost, len(answer.path)) == ("optimal", 69, 69), answer
moves = [taquin.ParkingVerifyMove.from_dict(move.to_dict()) for move in answer.path]
replayed = parking.verify_parking(taquin.ParkingVerifySpec(spec=lot, path=moves))
assert replayed.solved and replayed.cost == 69, replayed
assert parking.map_parking(taquin.ParkingMapSpec(rows=10, cols=10)).max == 69

try:
    npuzzle.solve_npuzzle(taquin.NpuzzleSpec(board=[[1, 1]]))
    raise AssertionError("a board with a tile twice is taken")
except taquin.ApiException as refusal:
    problem = taquin.Problem.from_dict(json.loads(refusal.body))
    assert refusal.status == problem.status == 422, problem
    assert problem.errors[0].pointer == "/board/0/1" and problem.errors[0].code == "duplicate", problem

limits = service.get_limits()
assert limits.time_ms.maximum >= limits.time_ms.default > 0 and limits.body_bytes.default is None, limits
assert service.get_readyz().status == "ready"
print("openapi-generator, python: a round trip")
