"""A round trip through the client that openapi-python-client makes."""
import sys

from taquin_client import Client
from taquin_client.api.npuzzle import solve_npuzzle, verify_npuzzle
from taquin_client.api.parking import map_parking, solve_parking, verify_parking
from taquin_client.api.service import get_limits
from taquin_client.models import (
    NpuzzleAlgorithm,
    NpuzzleDetail,
    NpuzzlePathSpec,
    NpuzzleSpec,
    NpuzzleVerifySpec,
    ParkingMapSpec,
    ParkingMotion,
    ParkingSpec,
    ParkingVerifyMove,
    ParkingVerifySpec,
    Problem,
    Status,
)
from taquin_client.types import UNSET

client = Client(base_url=sys.argv[1])

board = NpuzzleSpec(board=[[8, 1, 3], [4, 0, 2], [7, 6, 5]], algorithm=NpuzzleAlgorithm.A_STAR, detail=NpuzzleDetail.BOARDS)
answer = solve_npuzzle.sync(client=client, body=board)
assert answer.status is Status.OPTIMAL and answer.stopped_by is UNSET
assert (answer.cost, len(answer.boards)) == (14, 15), answer
path = NpuzzlePathSpec(tiles=answer.path.tiles, directions=answer.path.directions)
replayed = verify_npuzzle.sync(client=client, body=NpuzzleVerifySpec(spec=board, path=path))
assert replayed.solved and replayed.first_illegal is UNSET and replayed.cost == answer.cost, replayed

lot = ParkingSpec(rows=10, cols=10, motion=ParkingMotion.SINGLE)
answer = solve_parking.sync(client=client, body=lot)
assert (answer.status, answer.cost, len(answer.path)) == (Status.OPTIMAL, 69, 69), answer
moves = [ParkingVerifyMove(step=move.step, from_=move.from_, to=move.to) for move in answer.path]
replayed = verify_parking.sync(client=client, body=ParkingVerifySpec(spec=lot, path=moves))
assert replayed.solved and replayed.cost == 69, replayed
costs = map_parking.sync(client=client, body=ParkingMapSpec(rows=10, cols=10))
assert costs.costs[0][0] == costs.max_ == 69, costs

problem = solve_parking.sync(client=client, body=ParkingSpec(rows=0, cols=2, cars=[[0, 2]]))
assert isinstance(problem, Problem) and problem.status == 422, problem
assert [error.pointer for error in problem.errors] == ["/rows", "/cars/0"], problem

limits = get_limits.sync(client=client)
assert limits.time_ms.maximum >= limits.time_ms.default > 0 and limits.body_bytes.default is UNSET, limits
print("openapi-python-client: a round trip")
