"""The Python of the API reference runs as it is printed: the example of every endpoint, and the guides."""

import base64
import json
import os
import subprocess

import pytest
from stoa_server import ROOT

SERVE = ROOT / "packages" / "testkit" / "src" / "reference" / "serve-python-examples.ts"
BUN = ROOT / "node_modules" / ".bin" / "bun"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Examples:
    """A server with its samples, which gives one piece of code at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [BUN, "--no-env-file", SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NODE_ENV": "test"},
        )

    def ask(self, line: str) -> dict:
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(30) == 0


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    directory = tmp_path_factory.mktemp("reference")
    (directory / "picture.png").write_bytes(base64.b64decode(PIXEL))
    home = os.getcwd()
    served = Examples()
    os.chdir(directory)
    yield served
    os.chdir(home)
    served.close()


def run(code: str) -> dict:
    scope = {}
    exec(compile(code, "<example>", "exec"), scope)
    return scope


def test_endpoints(examples):
    """[PG11] The example of every endpoint succeeds."""
    names = examples.ask("names")["endpoints"]
    assert len(names) > 150
    failed = []
    for name in names:
        example = examples.ask(name)
        result = run(example["code"])["result"]
        ignored = result.get("ignored_parameters_unsupported")
        if result["result"] != ("error" if example["refused"] else "success") or ignored:
            failed.append((name, result))
    assert failed == []


def test_guides(examples):
    """[PG11] The code of every guide does what its assertions say."""
    for guide in examples.ask("names")["guides"]:
        code = examples.ask(f"guide {guide}")["code"]
        assert len(code) > 0, guide
        for part in code:
            run(part)
        if guide == "first-bot":
            assert "ping" in examples.ask("bot")["answer"]
