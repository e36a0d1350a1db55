#!/usr/bin/env python3
"""Requests a second of a bare JSON echo and of the server, side by side: one core for the server, one for the client.

Needs wrk (Debian: apt-get install wrk) and two cores. Builds what it measures:

    python3 benches/throughput.py [ROUNDS]

Rounds alternate between the two programs, so that a noisy machine is unfair to both alike. The figures to trust are
the ratios.
"""

import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 4
CONNECTIONS = 32
BOARD = {"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}
LOT = {"rows": 10, "cols": 10}
CASES = [
    ("echo", "echo", "/echo", BOARD),
    ("echo, 3.4 kB", "echo", "/long", BOARD),
    ("npuzzle 3x3, path", "taquin", "/npuzzle", BOARD),
    ("parking 10x10, path", "taquin", "/parking", LOT),
    ("parking 10x10, cost", "taquin", "/parking", {**LOT, "detail": "cost"}),
    ("parking 10x10 bfs, kept", "taquin", "/parking", {**LOT, "algorithm": "bfs", "detail": "cost"}),
]


def build():
    """The two programs, built for release."""
    subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
    told = subprocess.run(
        ["cargo", "bench", "--locked", "--bench", "echo", "--no-run", "--message-format=json"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    ).stdout
    messages = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    echo = next(m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "echo")
    target = json.loads(subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version=1"],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    ).stdout)["target_directory"]
    return echo, str(pathlib.Path(target) / "release" / "taquin")


def start(echo, taquin):
    """Both servers on the first core; their processes and addresses."""
    pin = ["taskset", "-c", "0"]
    first = subprocess.Popen([*pin, echo, "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    addresses = {"echo": first.stdout.readline().strip()}
    log = tempfile.NamedTemporaryFile("w+", prefix="taquin-", suffix=".log")
    flags = ["serve", "--listen", "127.0.0.1:0", "--in-flight", "1000"]
    second = subprocess.Popen([*pin, taquin, *flags], stdout=log, text=True)
    # The log is written as it would be; its first line tells the address.
    while not (line := pathlib.Path(log.name).read_text().partition("\n"))[1]:
        time.sleep(0.05)
    addresses["taquin"] = json.loads(line[0])["address"]
    return [first, second], addresses


def load(address, path, body):
    """Requests a second, and the median and 99th percentile of the latency in microseconds."""
    script = tempfile.NamedTemporaryFile("w", suffix=".lua")
    script.write(
        'wrk.method = "POST"\n'
        'wrk.headers["content-type"] = "application/json"\n'
        f"wrk.body = [==[{json.dumps(body)}]==]\n"
        "done = function(summary, latency, requests)\n"
        '  io.write(string.format("FIGURES %f %f %f %d\\n", summary.requests / summary.duration * 1e6,\n'
        "    latency:percentile(50), latency:percentile(99), summary.errors.status))\n"
        "end\n"
    )
    script.flush()
    told = subprocess.run(
        ["taskset", "-c", "1", "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", script.name,
         f"http://{address}{path}"],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout
    figures = re.search(r"FIGURES (\S+) (\S+) (\S+) (\d+)", told)
    if figures[4] != "0":
        sys.exit(f"{path}: {figures[4]} answers were no success")
    return tuple(float(figures[group]) for group in (1, 2, 3))


def main():
    if not shutil.which("wrk"):
        sys.exit("wrk is not installed (Debian: apt-get install wrk)")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    processes, addresses = start(*build())
    try:
        for _, server, path, body in CASES:
            load(addresses[server], path, body)
        results = {case[0]: [] for case in CASES}
        for _ in range(rounds):
            for name, server, path, body in CASES:
                results[name].append(load(addresses[server], path, body))
    finally:
        for process in processes:
            process.terminate()
    print(f"{'':26}{'requests/s':>12}{'of echo':>9}{'p50 us':>9}{'p99 us':>9}")
    echo = [figures[0] for figures in results["echo"]]
    for name, figures in results.items():
        ratio = statistics.median(figure[0] / base for figure, base in zip(figures, echo))
        rate, p50, p99 = (statistics.median(column) for column in zip(*figures))
        print(f"{name:26}{rate:12.0f}{ratio:9.0%}{p50:9.0f}{p99:9.0f}")


main()
