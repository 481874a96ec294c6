"""The server goes down while two people talk, and the clients never register again: nothing is lost or repeated."""

import signal
import threading
import time
import uuid

import pytest
import requests
import zulip
from listener import Listener
from stage import ok

ROUNDS = 3
DOWN_SECONDS = 0.4


class Talker(threading.Thread):
    """Sends without pause, alternately to a channel and to the other person, and never sends a message twice."""

    def __init__(self, person, other, channel: str, deadline_seconds: float) -> None:
        super().__init__(daemon=True)
        self.client = zulip.Client(config_file=str(person.zuliprc), retry_on_errors=False)
        self.name, self.other, self.channel = person.email, other, channel
        self.acknowledged, self.unanswered, self.refused = {}, set(), []
        self.stopping = threading.Event()
        self.deadline = time.monotonic() + deadline_seconds

    def run(self) -> None:
        number = 0
        while not self.stopping.is_set() and time.monotonic() < self.deadline:
            number += 1
            content = f"{self.name} {number} {uuid.uuid4().hex}"
            to = {"type": "stream", "to": self.channel, "topic": "storm"} if number % 2 else {"type": "direct", "to": [self.other]}
            try:
                answer = self.client.send_message({**to, "content": content})
            except (requests.exceptions.RequestException, zulip.UnrecoverableNetworkError):
                self.unanswered.add(content)  # perhaps kept, perhaps not: the sender can't know
                time.sleep(0.05)
                continue
            if answer["result"] == "success":
                self.acknowledged[answer["id"]] = content
            elif answer["result"] == "http-error":
                self.unanswered.add(content)
            else:
                self.refused.append(answer)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_queues_outlive_the_server(server, thea, milo, how):
    channel = f"storm-{uuid.uuid4().hex[:8]}"
    ok(thea.client.add_subscriptions([{"name": channel}], principals=[thea.user_id, milo.user_id]))
    listeners = {"thea": Listener(thea.zuliprc), "milo": Listener(milo.zuliprc)}
    queues = {name: list(listener.client.queue_ids) for name, listener in listeners.items()}
    first = ok(thea.client.send_message({"type": "stream", "to": channel, "topic": "storm", "content": "begin"}))["id"]
    talkers = [Talker(thea, milo.user_id, channel, 120), Talker(milo, thea.user_id, channel, 120)]
    for talker in talkers:
        talker.start()

    for _ in range(ROUNDS):
        before = [len(talker.acknowledged) for talker in talkers]
        _wait_for_more(talkers, before, 30)
        code = server.end(how)
        assert code == (0 if how == signal.SIGTERM else -signal.SIGKILL), server.log.read_text()
        time.sleep(DOWN_SECONDS)
        server.start()
    _wait_for_more(talkers, [len(talker.acknowledged) for talker in talkers], 30)
    for talker in talkers:
        talker.stopping.set()
        talker.join(30)

    acknowledged = {message_id: content for talker in talkers for message_id, content in talker.acknowledged.items()}
    unanswered = set().union(*(talker.unanswered for talker in talkers))
    assert [refusal for talker in talkers for refusal in talker.refused] == []
    assert len(acknowledged) == sum(len(talker.acknowledged) for talker in talkers), "an id was given out twice"
    last = ok(thea.client.send_message({"type": "stream", "to": channel, "topic": "storm", "content": "calm"}))["id"]
    acknowledged |= {first: "begin", last: "calm"}

    history = [each for each in _history(thea.client, channel, milo.user_id) if each[0] >= first]
    for name, listener in listeners.items():
        received = [(message["id"], message["content"]) for message in listener.wait_for(acknowledged)]
        ids = [message_id for message_id, _ in received]
        contents = dict(received)
        assert ids == sorted(set(ids)), f"{name}: repeated or out of order"
        assert [event["id"] for event in listener.events] == sorted({event["id"] for event in listener.events})
        assert {message_id: contents.get(message_id) for message_id in acknowledged} == acknowledged
        surplus = [content for message_id, content in received if message_id not in acknowledged]
        assert set(surplus) <= unanswered, f"{name}: received what nobody sent"
        assert len(set(contents.values())) == len(contents), f"{name}: one sending became two messages"
        assert received == history, f"{name}: the queue and the history differ"
        assert listener.client.queue_ids == queues[name], f"{name}: registered again"
        assert len(listener.client.queue_ids) == 1


def _wait_for_more(talkers, before, count: int) -> None:
    """Until each talker has so many more messages acknowledged: the end then comes in the midst of sending."""
    deadline = time.monotonic() + 60
    while any(len(talker.acknowledged) < start + count for talker, start in zip(talkers, before)):
        assert time.monotonic() < deadline, "the server answers no sends"
        assert all(talker.is_alive() for talker in talkers)
        time.sleep(0.01)


def _history(client, channel: str, other: int) -> list:
    """All of this conversation as GET /messages tells it, oldest first."""
    found = {}
    for narrow in ([{"operator": "channel", "operand": channel}], [{"operator": "dm", "operand": [other]}]):
        anchor = "oldest"
        while True:
            page = ok(
                client.get_messages(
                    {"anchor": anchor, "num_before": 0, "num_after": 1000, "narrow": narrow, "apply_markdown": False}
                )
            )
            found.update((message["id"], message["content"]) for message in page["messages"])
            if page["found_newest"]:
                break
            anchor = page["messages"][-1]["id"]
    return sorted(found.items())
