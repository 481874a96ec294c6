"""apprise, as scripts and monitors use it: an address for each place that a notification goes to.

It calls nothing but `https://<organization>.<domain>`, as a bot whose address it makes up from that name.
"""

import signal
import socket

import apprise
import pytest
import zulip
from https_front import HttpsFront, make_certificate
from stage import ok
from stoa_server import StoaServer

NAME = "chat.lyceum.test"


@pytest.fixture(scope="module")
def owner(tmp_path_factory):
    """The owner of an organization that is reached at the name, by HTTPS."""
    directory = tmp_path_factory.mktemp("behind-https")
    server = StoaServer(directory)
    zuliprc = directory / "zuliprc"
    who = ("--org", "Lyceum", "--email", "thea@lyceum.example", "--name", "Thea Owner")
    server.run("init", *who, "--url", f"https://{NAME}", "--zuliprc", str(zuliprc))
    server.start()
    key, certificate = make_certificate(directory, NAME)
    front = HttpsFront(key, certificate, server.port)
    real = socket.getaddrinfo

    def look_up(host, port, *rest, **options):
        return real(*(("127.0.0.1", front.port) if host == NAME else (host, port)), *rest, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", look_up)
        patch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        yield zulip.Client(config_file=str(zuliprc))
    front.close()
    assert server.end(signal.SIGTERM) == 0, server.log.read_text()


@pytest.fixture(scope="module")
def token(owner) -> str:
    made = ok(owner.call_endpoint("bots", request={"full_name": "Goose", "short_name": "goose", "bot_type": 1}))
    ok(owner.add_subscriptions([{"name": "general"}, {"name": "alerts"}], principals=[made["user_id"]]))
    ok(owner.add_subscriptions([{"name": "general"}, {"name": "alerts"}]))
    return made["api_key"]


def newest(owner, count: int) -> list:
    asked = {"anchor": "newest", "num_before": count, "num_after": 0, "apply_markdown": False}
    messages = ok(owner.get_messages(asked))["messages"]
    return [(message["type"], message["subject"], message["content"]) for message in messages]


def notifier(address: str) -> apprise.Apprise:
    made = apprise.Apprise()
    assert made.add(address)
    return made


def test_to_channels_and_to_people(owner, token):
    targets = notifier(f"zulip://goose@{NAME}/{token}/alerts/thea@lyceum.example")
    assert targets.notify(title="Disk", body="95% full & rising, café")
    assert newest(owner, 2) == [
        ("stream", "Disk", "95% full & rising, café"),
        ("private", "", "95% full & rising, café"),
    ]


def test_without_a_place_and_a_title(owner, token):
    assert notifier(f"zulip://goose-bot@{NAME}/{token}").notify(body="nothing else")
    assert newest(owner, 1) == [("stream", "Apprise Notifications", "nothing else")]


def test_a_refusal_is_told(owner, token):
    for address in (f"{token}/nowhere", f"{'0' * 32}/alerts"):
        assert not notifier(f"zulip://goose@{NAME}/{address}").notify(title="lost", body="lost")
