#!/usr/bin/env python3
"""Holds the README to its word.

    readme.py test-command        prints the command that runs the tests
    readme.py smoke BINARY        runs every console block against BINARY and compares what it prints
    readme.py update BINARY       the same, but writes what was printed into the README

A block of the README that begins with ```console is a session: lines that begin with "$ " are typed, the others
are what is printed. Where both are JSON they are compared as such, whatever the machine and the moment decide
left out; a line "…" stands for any number of lines. `taquin` means BINARY, port 8080 a free one.
"""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
VOLATILE = {"elapsed_us", "queued_us"}


def commands(block):
    """-> [(command, printed)]"""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    for part in parts:
        lines = part.split("\n")
        command = [lines.pop(0)]
        while command[-1].endswith("\\"):
            command.append(lines.pop(0))
        yield "\n".join(command), "\n".join(lines).strip("\n")


def steady(value):
    if isinstance(value, dict):
        return {k: 0 if k in VOLATILE else steady(v) for k, v in value.items()}
    return [steady(v) for v in value] if isinstance(value, list) else value


def same(wanted, got):
    try:
        # Also where it is one JSON text a line.
        lines = [[steady(json.loads(line)) for line in text.strip().split("\n")] for text in (wanted, got)]
        return lines[0] == lines[1]
    except ValueError:
        pass
    timeless = lambda text: re.sub(r"\d+\.\d ms", "… ms", text.strip())
    pattern = ".*".join(re.escape(part) for part in timeless(wanted).split("…\n"))
    return re.fullmatch(pattern, timeless(got), re.S) is not None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run_all(binary, update):
    port = free_port()
    server = subprocess.Popen([binary, "--listen", f"127.0.0.1:{port}"], stdout=subprocess.PIPE, text=True)
    failed = ran = 0
    text = README.read_text()
    try:
        assert "listening" in server.stdout.readline(), "the server does not start"
        path = f"{pathlib.Path(binary).resolve().parent}:{os.environ['PATH']}"
        for block in CONSOLE.findall(text):
            for command, wanted in commands(block):
                typed = command.replace(":8080", f":{port}")
                done = subprocess.run(["bash", "-c", typed], env=dict(os.environ, PATH=path), capture_output=True, text=True, cwd=ROOT)
                got = (done.stdout + done.stderr).replace(f":{port}", ":8080")
                ran += 1
                if not same(wanted, got):
                    failed += 1
                    if update:
                        text = text.replace(f"$ {command}\n{wanted}" if wanted else f"$ {command}", f"$ {command}\n{got.strip()}", 1)
                    else:
                        print(f"$ {command}\n--- the README says\n{wanted}\n--- but it prints\n{got}")
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0, "the server does not exit with 0"
    if update:
        README.write_text(text)
    print(f"{ran - failed} passed, {failed} failed" if not update else f"{failed} of {ran} written")
    assert ran, "the README shows nothing"
    return update or not failed


def main():
    if sys.argv[1:] == ["test-command"]:
        section = README.read_text().split("## Test", 1)[1]
        print(re.search(r"```sh\n(.*?)\n```", section, re.S).group(1))
        return True
    if len(sys.argv) == 3 and sys.argv[1] in ("smoke", "update"):
        return run_all(sys.argv[2], sys.argv[1] == "update")
    sys.exit(__doc__)


sys.exit(0 if main() else 1)
