"""What every suite of a Python client starts from: one real server with two people for the whole run, and a closing line.

A pytest plugin; what it needs of the client under test is `zulip`, on which all of them are built.
"""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
import zulip
from stoa_server import StoaServer

# The client reads these before its arguments' defaults; a developer's own account must not take part.
for name in [name for name in os.environ if name.startswith("ZULIP_")]:
    del os.environ[name]


@dataclass
class Person:
    email: str
    user_id: int
    zuliprc: Path
    client: zulip.Client


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    directory = tmp_path_factory.mktemp("stoa")
    stoa = StoaServer(directory)
    stoa.run(
        *("init", "--org", "Lyceum", "--email", "thea@lyceum.example", "--name", "Thea Owner"),
        *("--url", stoa.site, "--zuliprc", str(directory / "thea.zuliprc")),
    )
    stoa.run(
        *("user", "create", "--email", "milo@lyceum.example", "--name", "Milo Member"),
        *("--zuliprc", str(directory / "milo.zuliprc")),
    )
    stoa.start()
    yield stoa
    if stoa.process is not None:
        assert stoa.end(signal.SIGTERM) == 0, stoa.log.read_text()


@pytest.fixture(scope="session")
def thea(server) -> Person:
    return _person(server, "thea")


@pytest.fixture(scope="session")
def milo(server) -> Person:
    return _person(server, "milo")


def _person(server: StoaServer, name: str) -> Person:
    zuliprc = server.data.parent / f"{name}.zuliprc"
    client = zulip.Client(config_file=str(zuliprc))
    profile = client.get_profile()
    assert profile["result"] == "success", profile
    return Person(profile["email"], profile["user_id"], zuliprc, client)


def wait_until(condition, what: str, seconds: float = 15):
    """Waits until the condition gives something true, and answers that."""
    deadline = time.monotonic() + seconds
    while not (met := condition()):
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(0.02)
    return met


def ok(answer: dict) -> dict:
    assert answer["result"] == "success", answer
    return answer


_results = {"passed": 0, "failed": 0, "skipped": 0}


def pytest_runtest_logreport(report) -> None:
    # A test is its call; a fixture that fails before or after it is a failure of its own.
    if report.when == "call" or report.outcome != "passed":
        _results[report.outcome] += 1


def pytest_collectreport(report) -> None:
    if report.failed:
        _results["failed"] += 1


def pytest_unconfigure() -> None:
    skipped = f", {_results['skipped']} skipped" if _results["skipped"] else ""
    print(f"\n{_results['passed']} passed, {_results['failed']} failed{skipped}")
