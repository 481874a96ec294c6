"""Two people talk through the published client: sending, receiving by its event loop, reading history."""

import uuid

import pytest
import zulip
from listener import Listener
from stage import ok, wait_until


@pytest.fixture
def channel(thea, milo) -> str:
    """A new channel with both people in it."""
    name = f"agora-{uuid.uuid4().hex[:8]}"
    answer = ok(
        thea.client.add_subscriptions([{"name": name, "description": "Where all meet"}], principals=[thea.user_id, milo.user_id])
    )
    assert answer["already_subscribed"] == {}
    assert sorted(answer["subscribed"].values()) == [[name], [name]]
    return name


def say(person, channel: str, topic: str, content: str) -> int:
    return ok(person.client.send_message({"type": "stream", "to": channel, "topic": topic, "content": content}))["id"]


def test_zuliprc_of_init_is_all_that_the_client_needs(server, thea):
    lines = thea.zuliprc.read_text().split()
    assert lines[0] == "[api]"
    assert [line.split("=")[0] for line in lines[1:]] == ["email", "key", "site"]
    assert thea.zuliprc.stat().st_mode & 0o077 == 0
    assert thea.client.base_url == f"{server.site}/api/"
    assert thea.client.feature_level == 481
    assert thea.client.zulip_version
    profile = ok(thea.client.get_profile())
    assert (profile["email"], profile["full_name"], profile["is_owner"]) == ("thea@lyceum.example", "Thea Owner", True)


def test_wrong_key_is_refused(server, thea):
    stranger = zulip.Client(email=thea.email, api_key="x" * 32, site=server.site)
    answer = stranger.get_profile()
    assert answer["result"] == "error"
    assert answer["code"] == "UNAUTHORIZED"


def test_channel_message_reaches_both(thea, milo, channel):
    listeners = [Listener(thea.zuliprc), Listener(milo.zuliprc)]
    content = "Does *virtue* come by teaching? 🏛"
    message_id = say(thea, channel, "Meno", content)
    for listener in listeners:
        (message,) = [message for message in listener.wait_for([message_id]) if message["id"] == message_id]
        assert message["type"] == "stream"
        assert message["display_recipient"] == channel
        assert message["subject"] == "Meno"
        assert message["content"] == content  # the client asks for no HTML
        assert (message["sender_id"], message["sender_email"]) == (thea.user_id, thea.email)
    flags = [next(event["flags"] for event in each.events if event["message"]["id"] == message_id) for each in listeners]
    # A program has not read what it sends: its client does not say otherwise.
    assert flags == [[], []]


def test_rendered_content_when_asked_for(thea, milo, channel):
    listener = Listener(milo.zuliprc, apply_markdown=True)
    message_id = say(thea, channel, "Meno", "*virtue* & <b>")
    (message,) = listener.wait_for([message_id])
    assert message["content"] == "<p><em>virtue</em> &amp; &lt;b&gt;</p>"


@pytest.mark.parametrize("kind", ["private", "direct"])
@pytest.mark.parametrize("by", ["email", "user_id"])
def test_direct_message_reaches_its_two_people_only(thea, milo, kind, by):
    listener = Listener(thea.zuliprc)
    sent = {"type": kind, "to": [getattr(thea, by)], "content": f"In confidence, {kind} by {by}"}
    message_id = ok(milo.client.send_message(sent))["id"]
    (message,) = listener.wait_for([message_id])
    assert message["type"] == "private"
    assert message["content"] == sent["content"]
    assert {each["id"] for each in message["display_recipient"]} == {thea.user_id, milo.user_id}


def test_queue_with_a_narrow_hears_its_channel_only(thea, milo, channel):
    listener = Listener(milo.zuliprc, narrow=[["stream", channel]])
    outside = ok(thea.client.send_message({"type": "private", "to": [milo.email], "content": "not this"}))["id"]
    inside = say(thea, channel, "Ion", "this")
    assert [message["id"] for message in listener.wait_for([inside])] == [inside]
    assert inside > outside


def test_channel_that_one_is_not_in_stays_silent(thea, milo, channel):
    name = f"{channel}-owner"
    ok(thea.client.add_subscriptions([{"name": name}], invite_only=True))
    listener = Listener(milo.zuliprc)
    hidden = say(thea, name, "Crito", "not for all")
    heard = say(thea, channel, "Crito", "for all")
    assert [message["id"] for message in listener.wait_for([heard])] == [heard]
    refused = milo.client.send_message({"type": "stream", "to": name, "topic": "Crito", "content": "let me in"})
    assert refused["result"] == "error"
    assert milo.client.call_endpoint(f"messages/{hidden}", method="GET")["result"] == "error"


def test_history_is_read_page_by_page(thea, milo, channel):
    sent = [say(thea if n % 2 else milo, channel, f"topic {n % 3}", f"line {n}") for n in range(23)]
    narrow = [{"operator": "channel", "operand": channel}]
    read, anchor = [], "oldest"
    while True:
        page = ok(
            milo.client.get_messages(
                {"anchor": anchor, "num_before": 0, "num_after": 7, "include_anchor": anchor == "oldest", "narrow": narrow}
            )
        )
        read += [message["id"] for message in page["messages"]]
        if page["found_newest"]:
            break
        anchor = read[-1]
    assert read == sent

    newest = ok(milo.client.get_messages({"anchor": "newest", "num_before": 4, "num_after": 0, "narrow": narrow}))
    assert [message["id"] for message in newest["messages"]] == sent[-4:]
    assert newest["found_newest"] is True
    assert newest["found_oldest"] is False

    topic = [*narrow, {"operator": "topic", "operand": "topic 1"}]
    one_topic = ok(milo.client.get_messages({"anchor": sent[10], "num_before": 100, "num_after": 100, "narrow": topic}))
    assert [message["id"] for message in one_topic["messages"]] == sent[1::3]


def test_direct_history_and_single_message(thea, milo):
    message_id = ok(thea.client.send_message({"type": "direct", "to": [milo.user_id], "content": "**Know** thyself"}))["id"]
    narrow = [{"operator": "dm", "operand": [thea.user_id]}]
    page = ok(milo.client.get_messages({"anchor": "newest", "num_before": 1, "num_after": 0, "narrow": narrow}))
    assert [message["id"] for message in page["messages"]] == [message_id]
    assert page["messages"][0]["content"] == "<p><strong>Know</strong> thyself</p>"
    assert ok(milo.client.get_raw_message(message_id))["raw_content"] == "**Know** thyself"


def test_people_and_channels_are_listed(thea, milo, channel):
    assert {thea.email, milo.email} <= {member["email"] for member in ok(milo.client.get_members())["members"]}
    stream_id = ok(milo.client.get_stream_id(channel))["stream_id"]
    assert stream_id in [each["stream_id"] for each in ok(milo.client.get_subscriptions())["subscriptions"]]
    assert channel in [each["name"] for each in ok(milo.client.get_streams())["streams"]]
    assert ok(milo.client.remove_subscriptions([channel]))["removed"] == [channel]
    assert stream_id not in [each["stream_id"] for each in ok(milo.client.get_subscriptions())["subscriptions"]]


def test_lost_queue_is_registered_anew_by_the_client(thea, milo, channel):
    listener = Listener(milo.zuliprc)
    first = listener.client.queue_ids[0]
    ok(milo.client.deregister(first))
    gone = milo.client.get_events(queue_id=first, last_event_id=-1)
    assert (gone["result"], gone["code"]) == ("error", "BAD_EVENT_QUEUE_ID")
    wait_until(lambda: len(listener.client.queue_ids) == 2, "the client to register again", 30)
    message_id = say(thea, channel, "Phaedo", "still here")
    assert [message["id"] for message in listener.wait_for([message_id])] == [message_id]
