#!/usr/bin/env python3
"""Holds a running server to openapi.yaml, from outside.

    run.py BINARY                         all of it, as a change must pass it: two minutes, always the same requests
    run.py BINARY requests N [SECONDS]    other requests every time, N an operation, again until SECONDS are over
    run.py BINARY clients                 generated clients alone

Needs Python 3 with venv, Node, Rust and a Java runtime. What it installs, and the clients it generates, go to target/contract.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import venv

from server import QUICK, Server

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "contract"
DOCUMENT = ROOT / "openapi.yaml"
PYTHON = WORK / "venv" / "bin"


def run(*command, cwd=WORK, **variables):
    command = [str(part) for part in command]
    print("+", *command, flush=True)
    path = f"{PYTHON}:{os.environ['PATH']}"
    subprocess.run(command, cwd=cwd, env={**os.environ, "PATH": path, **variables}, check=True)


def install(folder, pins, how):
    """Runs `how` unless `folder` was made from the same pins."""
    digest = hashlib.sha256(b"".join(pin.read_bytes() for pin in pins)).hexdigest()
    stamp = folder / "pinned"
    if not stamp.exists() or stamp.read_text() != digest:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        how()
        stamp.write_text(digest)


def install_python():
    def how():
        venv.create(PYTHON.parent, with_pip=True)
        run(PYTHON / "pip", "install", "--quiet", "--requirement", HERE / "requirements.txt")

    install(PYTHON.parent, [HERE / "requirements.txt"], how)


def install_typescript():
    folder, pins = WORK / "typescript", [HERE / "typescript" / name for name in ("package.json", "package-lock.json")]

    def how():
        for pin in pins:
            shutil.copy(pin, folder)
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)

    install(folder, pins, how)
    return folder


def requests(binary, examples, *flags):
    install_python()
    with Server(binary, *QUICK) as server:
        run(
            PYTHON / "schemathesis", "--config-file", HERE / "schemathesis.toml", "run", DOCUMENT, "--url", server.url,
            # Any text is a batch, so a schema has nothing to say of one.
            "--exclude-path-regex", "/batch$", "--checks", "all", "--max-examples", examples, *flags, PYTHONPATH=str(HERE), SCHEMATHESIS_HOOKS="checks",
        )


def python_client(url):
    """openapi-python-client: typed, on httpx and attrs."""
    folder = WORK / "python-client"
    run(
        PYTHON / "openapi-python-client", "generate", "--path", DOCUMENT, "--config", HERE / "python" / "openapi-python-client.yaml",
        "--fail-on-warning", "--overwrite", "--output-path", folder,
    )
    run(PYTHON / "python", HERE / "python" / "openapi_python_client.py", url, PYTHONPATH=str(folder))


def generator_python(url):
    """openapi-generator's Python client: every answer is checked strictly by pydantic."""
    folder = generate("python", "packageName=taquin_generated")
    run(PYTHON / "python", HERE / "python" / "openapi_generator.py", url, PYTHONPATH=str(folder))


def generator_typescript(url):
    """openapi-generator's client on fetch."""
    sources = generate("typescript-fetch", "importFileExtension=.js")
    compile_and_run("fetch_client.ts", url, sources)


def generator_rust(url):
    """openapi-generator's Rust client, on reqwest."""
    sources = generate("rust", "packageName=taquin_client,packageVersion=0.0.0")
    folder = WORK / "rust"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "rust", folder)
    shutil.copytree(sources, folder / "generated")
    run("cargo", "run", "--quiet", "--locked", "--", url, cwd=folder, CARGO_TARGET_DIR=str(WORK / "rust-built"))


def typescript_types(url):
    """openapi-typescript's types, with openapi-fetch."""
    folder = install_typescript()
    run(folder / "node_modules/.bin/openapi-typescript", DOCUMENT, "--output", folder / "openapi.d.ts")
    compile_and_run("openapi_types.ts", url)


def generate(language, properties):
    folder = WORK / f"generator-{language}"
    shutil.rmtree(folder, ignore_errors=True)
    run(
        PYTHON / "openapi-generator-cli", "generate", "--input-spec", DOCUMENT, "--generator-name", language, "--output", folder,
        "--additional-properties", properties, "--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
        JAVA_OPTS="-Dlog.level=warn",
    )
    return folder


def compile_and_run(program, url, sources=None):
    folder = install_typescript()
    shutil.copy(HERE / "typescript" / program, folder)
    shutil.copy(HERE / "typescript" / "tsconfig.json", folder)
    if sources:
        shutil.rmtree(folder / "generated", ignore_errors=True)
        shutil.copytree(sources, folder / "generated")
    run(folder / "node_modules/.bin/tsc", "--project", folder, cwd=folder)
    run("node", folder / "built" / program.replace(".ts", ".js"), url, cwd=folder)


def clients(binary):
    install_python()
    with Server(binary) as server:
        for client in (python_client, generator_python, generator_rust, typescript_types, generator_typescript):
            client(server.url)


def main():
    binary, *rest = sys.argv[1:] or sys.exit(__doc__)
    binary = str(pathlib.Path(binary).resolve())
    WORK.mkdir(parents=True, exist_ok=True)
    match rest:
        case []:
            requests(binary, "300", "--seed", "1")
            clients(binary)
        case ["requests", examples]:
            requests(binary, examples)
        case ["requests", examples, seconds]:
            requests(binary, examples, "--max-time", seconds)
        case ["clients"]:
            clients(binary)
        case _:
            sys.exit(__doc__)


main()
