"""zulip-send, the command: from arguments and from what is piped into it."""

import subprocess
import sys
from pathlib import Path

from stage import ok


def zulip_send(person, *arguments: str, piped: str = "") -> subprocess.CompletedProcess:
    program = str(Path(sys.executable).with_name("zulip-send"))
    command = [program, "--config-file", str(person.zuliprc), *arguments]
    return subprocess.run(command, input=piped, capture_output=True, text=True, timeout=30)


def newest(person) -> dict:
    asked = {"anchor": "newest", "num_before": 1, "num_after": 0, "apply_markdown": False}
    return ok(person.client.get_messages(asked))["messages"][0]


def test_to_a_channel_and_to_people(thea, milo):
    ok(thea.client.add_subscriptions([{"name": "letters"}], principals=[thea.user_id, milo.user_id]))
    done = zulip_send(thea, "--stream", "letters", "--subject", "to Lucilius", "--message", "Est locus *Baiae*")
    assert done.returncode == 0, done.stderr
    sent = newest(milo)
    assert (sent["display_recipient"], sent["subject"], sent["content"]) == ("letters", "to Lucilius", "Est locus *Baiae*")

    done = zulip_send(thea, milo.email, piped="From the pipe\n\n- with a list\n")
    assert done.returncode == 0, done.stderr
    sent = newest(milo)
    assert (sent["type"], sent["content"]) == ("private", "From the pipe\n\n- with a list")


def test_a_refusal_is_told(thea):
    done = zulip_send(thea, "--stream", "nowhere at all", "--subject", "x", "--message", "lost")
    assert done.returncode != 0
    assert "'nowhere at all' does not exist" in done.stderr
