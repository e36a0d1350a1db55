// A round trip with the types that openapi-typescript makes, through fetch.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const board: components["schemas"]["NpuzzleSpec"] = {
  board: [[8, 1, 3], [4, 0, 2], [7, 6, 5]],
  heuristic: "linear_conflict",
  detail: "boards",
};
const solved = await client.POST("/npuzzle", { body: board });
assert(solved.data?.path && solved.data.boards);
assert.deepEqual([solved.data.status, solved.data.cost, solved.data.boards.length], ["optimal", 14, 15]);
const replayed = await client.POST("/npuzzle/verify", { body: { spec: board, path: solved.data.path } });
assert.deepEqual(replayed.data, { legal: true, solved: true, moves: 14, cost: 14 });

const lot: components["schemas"]["ParkingSpec"] = { rows: 10, cols: 10, motion: "single" };
const planned = await client.POST("/parking", { body: lot });
assert(planned.data?.path);
assert.deepEqual([planned.data.status, planned.data.cost, planned.data.path.length], ["optimal", 69, 69]);
const driven = await client.POST("/parking/verify", { body: { spec: lot, path: planned.data.path } });
assert.deepEqual([driven.data?.solved, driven.data?.cost], [true, 69]);
const costs = await client.POST("/parking/map", { body: { rows: 10, cols: 10 } });
assert.equal(costs.data?.costs[0]?.[0], 69);

const refused = await client.POST("/parking", { body: { rows: 0, cols: 2, cars: [[0, 2]] } });
assert(refused.error && refused.response.status === 422);
assert.deepEqual(refused.error.errors?.map((fault) => fault.pointer), ["/rows", "/cars/0"]);

const limits = await client.GET("/limits");
assert(limits.data && (limits.data.time_ms.default ?? 0) > 0 && limits.data.body_bytes.default === undefined);
console.log("openapi-typescript: a round trip");
