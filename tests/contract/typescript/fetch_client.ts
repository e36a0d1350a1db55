// A round trip through openapi-generator's client on fetch.
import assert from "node:assert/strict";
import {
  Configuration,
  NpuzzleApi,
  NpuzzleDetail,
  ParkingApi,
  ParkingMotion,
  ProblemFromJSON,
  ResponseError,
  ServiceApi,
  Status,
} from "./generated/index.js";

const configuration = new Configuration({ basePath: process.argv[2] ?? "" });
const npuzzle = new NpuzzleApi(configuration);
const parking = new ParkingApi(configuration);

const board = { board: [[8, 1, 3], [4, 0, 2], [7, 6, 5]], detail: NpuzzleDetail.Boards };
const solved = await npuzzle.solveNpuzzle({ npuzzleSpec: board });
assert(solved.path && solved.boards);
assert.deepEqual([solved.status, solved.cost, solved.boards.length], [Status.Optimal, 14, 15]);
const replayed = await npuzzle.verifyNpuzzle({ npuzzleVerifySpec: { spec: board, path: solved.path } });
assert(replayed.solved && replayed.cost === 14 && replayed.firstIllegal === undefined);

const lot = { rows: 10, cols: 10, motion: ParkingMotion.Single };
const planned = await parking.solveParking({ parkingSpec: lot });
assert(planned.path && planned.retrievals);
assert.deepEqual([planned.status, planned.lowerBound, planned.path.length], [Status.Optimal, 69, 69]);
const driven = await parking.verifyParking({ parkingVerifySpec: { spec: lot, path: planned.path } });
assert(driven.solved && driven.cost === 69);
assert.equal((await parking.mapParking({ parkingMapSpec: { rows: 10, cols: 10 } })).max, 69);

const refusal: unknown = await parking.solveParking({ parkingSpec: { rows: 0, cols: 2 } }).catch((error) => error);
assert(refusal instanceof ResponseError && refusal.response.status === 422);
const problem = ProblemFromJSON(await refusal.response.json());
assert.deepEqual(problem.errors?.map((fault) => fault.pointer), ["/rows"]);

const limits = await new ServiceApi(configuration).getLimits();
assert((limits.timeMs._default ?? 0) > 0 && limits.bodyBytes._default === undefined);
console.log("openapi-generator, typescript-fetch: a round trip");
