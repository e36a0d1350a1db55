#!/usr/bin/env python3
"""Short requests, probes and memory while hundreds of hopeless solves saturate a running server.

    taquin serve --in-flight 10000 &
    python3 benches/mixed_load.py http://127.0.0.1:8080 [SECONDS] [PID]

First the short requests alone, then the same beside the hopeless ones (random boards of 5 x 5, ten seconds each; who is
refused comes back when told). Prints the latencies of both, how many were refused, and with the server's PID the most
memory it occupied. The client shares the machine with the server, and its own share of the cores counts against it.
"""

import asyncio
import json
import random
import sys
import time
import urllib.parse

HOPELESS = 300
SHORT_CLIENTS = 4
ALONE_SECONDS = 15


async def request(address, method, path, body=None):
    """Status, headers and milliseconds of one request on a connection of its own."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection(*address)
    try:
        text = json.dumps(body).encode() if body is not None else b""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text
        )
        answer = await reader.read()
    finally:
        writer.close()
    head = answer.split(b"\r\n\r\n", 1)[0].decode()
    headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:])
    return int(head.split(" ")[1]), headers, (time.perf_counter() - begun) * 1e3


def board(rows, cols, rng):
    """A random board that can be solved to the goal with the blank last."""
    tiles = list(range(rows * cols))
    rng.shuffle(tiles)
    plain = [tile for tile in tiles if tile]
    inversions = sum(a > b for at, a in enumerate(plain) for b in plain[at + 1:])
    away = rows - 1 - tiles.index(0) // cols
    if (inversions + (away if cols % 2 == 0 else 0)) % 2:
        one, other = [at for at, tile in enumerate(tiles) if tile][:2]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return [tiles[row * cols:(row + 1) * cols] for row in range(rows)]


def short(rng):
    """A request that is answered in microseconds to some milliseconds."""
    kind = rng.randrange(4)
    if kind == 0:
        return "/npuzzle", {"board": board(3, 3, rng)}
    if kind == 1:
        return "/parking", {"rows": rng.randrange(5, 30), "cols": rng.randrange(5, 30)}
    if kind == 2:
        return "/npuzzle", {"board": board(3, 3, rng), "algorithm": "a_star"}
    empties = [[row, col] for row in range(10) for col in range(10)]
    return "/parking", {"rows": 10, "cols": 10, "empty": rng.sample(empties[1:-1], 3)}


class Run:
    def __init__(self, address):
        self.address, self.short, self.probes = address, [], []
        self.statuses, self.stop = {}, False

    async def shorts(self, seed):
        rng = random.Random(seed)
        while not self.stop:
            path, body = short(rng)
            status, _, ms = await request(self.address, "POST", path, body)
            self.count("short", status)
            self.short.append(ms)
            await asyncio.sleep(0.01)

    async def probe(self):
        while not self.stop:
            for path in ("/livez", "/readyz"):
                status, _, ms = await request(self.address, "GET", path)
                self.count("probe", status)
                self.probes.append(ms)
            await asyncio.sleep(0.05)

    async def hopeless(self, seed):
        rng = random.Random(seed)
        while not self.stop:
            body = {"board": board(5, 5, rng), "limits": {"time_ms": 10_000}}
            status, headers, _ = await request(self.address, "POST", "/npuzzle", body)
            self.count("hopeless", status)
            if status == 503:
                if "retry-after" not in headers:
                    self.count("503 without Retry-After", status)
                await asyncio.sleep(float(headers.get("retry-after", 1)) * rng.uniform(1, 2))

    def count(self, kind, status):
        self.statuses[kind, status] = self.statuses.get((kind, status), 0) + 1

    async def last(self, seconds, tasks, pid, most):
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            await asyncio.sleep(1)
            if pid:
                most[0] = max(most[0], resident(pid))
        self.stop = True
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        for failure in done:
            if isinstance(failure, Exception) and not isinstance(failure, asyncio.CancelledError):
                print("a client failed:", repr(failure))


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) // 1024


def told(name, times):
    times = sorted(times)
    at = lambda share: times[min(int(len(times) * share), len(times) - 1)]
    print(f"{name:24} {len(times):7} requests  p50 {at(0.5):8.2f}  p99 {at(0.99):8.2f}  max {times[-1]:8.2f} ms")


async def main():
    url = urllib.parse.urlparse(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    pid = int(sys.argv[3]) if len(sys.argv) > 3 else None
    address, most = (url.hostname, url.port), [0]
    for name, long, duration in (("alone", 0, ALONE_SECONDS), ("beside hopeless ones", HOPELESS, seconds)):
        run = Run(address)
        tasks = [asyncio.ensure_future(run.shorts(seed)) for seed in range(SHORT_CLIENTS)]
        tasks.append(asyncio.ensure_future(run.probe()))
        tasks += [asyncio.ensure_future(run.hopeless(1000 + seed)) for seed in range(long)]
        await run.last(duration, tasks, pid, most)
        told(f"short, {name}"[:24], run.short)
        told(f"probes, {name}"[:24], run.probes)
        print("   ", ", ".join(f"{kind} {status}: {count}" for (kind, status), count in sorted(run.statuses.items())))
    if pid:
        print(f"most memory: {most[0]} MiB")


asyncio.run(main())
