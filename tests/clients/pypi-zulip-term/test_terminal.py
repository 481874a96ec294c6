"""Somebody works in zulip-terminal as it is published: what its screen shows, and what the others get of it."""

import os
import sys
from pathlib import Path

import pytest
from stage import ok, wait_until
from terminal import Terminal

ESCAPE, RIGHT, SEND, QUIT = "\x1b", "\x1b[C", "\x04", "\x03"


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("terminal")


@pytest.fixture(scope="module")
def said(thea, milo) -> list:
    """What is there before anybody looks."""
    both = [thea.user_id, milo.user_id]
    ok(thea.client.add_subscriptions([{"name": "agora", "description": "Where **all** meet"}, {"name": "stoa"}], principals=both))
    return [
        say(milo, "agora", "virtue", "Is virtue taught?"),
        say(milo, "agora", "virtue", "Or does it come **by nature**?"),
        say(milo, "stoa", "calm", "Some things are up to us @**Thea Owner**"),
        ok(milo.client.send_message({"type": "direct", "to": [thea.user_id], "content": "A quiet word"}))["id"],
    ]


@pytest.fixture(scope="module")
def terminal(thea, said, home):
    # Its folder: what it notes of its own failures is written where it is started.
    env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": str(home), "TZ": "UTC"}
    # It does without its threads where it finds itself under test.
    env.pop("PYTEST_CURRENT_TEST", None)
    program = Path(sys.executable).with_name("zulip-term")
    with (home / "errors").open("w") as errors:
        terminal = Terminal([str(program), "--config-file", str(thea.zuliprc)], home, env, errors)
    yield terminal
    terminal.process.kill()
    print(*(file.read_text() for file in home.iterdir() if file.is_file()), sep="\n")


def say(person, channel: str, topic: str, content: str) -> int:
    return ok(person.client.send_message({"type": "stream", "to": channel, "topic": topic, "content": content}))["id"]


def message(person, message_id: int) -> dict:
    return ok(person.client.call_endpoint(f"messages/{message_id}", method="GET"))["message"]


def newest(person) -> dict:
    return ok(person.client.get_messages({"anchor": "newest", "num_before": 1, "num_after": 0, "apply_markdown": False}))["messages"][0]


def test_it_starts_and_shows_what_is_there(terminal):
    screen = terminal.shows("Thea Owner (thea@lyceum.example) - Lyceum", "# agora", "# stoa", "A quiet word")
    assert "agora ▶  virtue" in screen and "stoa ▶  calm" in screen and "You and Milo Member" in screen
    assert "Or does it come by nature?" in screen and "Some things are up to us @Thea Owner" in screen
    lines = [line.split("│")[0].split() for line in screen.split("\n")]
    for unread in (["All", "messages", "[a]", "4"], ["Private", "messages", "[P]", "1"], ["Mentions", "[#]", "1"]):
        assert unread in lines, screen
    assert ["#", "agora", "2"] in lines and ["#", "stoa", "1"] in lines


def test_what_is_looked_at_is_read(terminal, thea, said):
    terminal.press(RIGHT, "G")
    wait_until(lambda: "read" in message(thea, said[-1])["flags"], "the last message to be read")
    terminal.press("k", "k", "k")
    wait_until(lambda: all("read" in message(thea, each)["flags"] for each in said), "everything to be read")
    terminal.shows("All messages", without=["[a]      1", "[P]      1", "[#]      1"])


def test_new_messages_come_to_the_screen(terminal, milo):
    say(milo, "agora", "virtue", "Let us ask `Meno`")
    terminal.shows("Let us ask Meno")


def test_replies_are_sent_to_the_topic(terminal, milo):
    terminal.press("G", "r")
    terminal.shows("▶ virtue")
    terminal.press("He is no fool", SEND)
    wait_until(lambda: newest(milo)["content"] == "He is no fool", "the reply")
    reply = newest(milo)
    assert (reply["type"], reply["display_recipient"], reply["subject"]) == ("stream", "agora", "virtue")
    terminal.shows("▒ He is no fool")
    terminal.press(ESCAPE)


def test_answers_in_private_are_sent_to_one_person(terminal, thea, milo, said):
    terminal.press("P")
    terminal.shows("All private messages", "A quiet word", without=["Let us ask Meno"])
    terminal.press("G", "r")
    terminal.shows("To:", "Milo Member")
    terminal.press("I am listening", SEND)
    wait_until(lambda: newest(milo)["content"] == "I am listening", "the answer")
    answer = newest(milo)
    assert answer["type"] == "private"
    assert {each["id"] for each in answer["display_recipient"]} == {thea.user_id, milo.user_id}
    terminal.shows("▒ I am listening")
    terminal.press(ESCAPE, "a")
    terminal.shows("All messages  Search", "Let us ask Meno")


def test_narrowing_shows_a_channel_a_topic_or_everything(terminal, milo):
    say(milo, "agora", "courage", "Laches knows")
    terminal.shows("All messages  Search", "Laches knows", "Some things are up to us")
    terminal.press("G", "s")
    terminal.shows("agora  Search", "Laches knows", "Is virtue taught?", without=["Some things are up to us"])
    terminal.press("G", "S")
    terminal.shows("agora: topic narrow", "Laches knows", without=["Is virtue taught?"])
    terminal.press("a", "#")
    terminal.shows("Mentions  Search", "Some things are up to us", without=["Laches knows"])
    terminal.press("a")
    terminal.shows("All messages  Search", "Laches knows", "Is virtue taught?")


def test_search_finds_words(terminal):
    terminal.press("a", "/", "nature", "\r")
    terminal.shows("Search Results", "Or does it come by nature?", without=["Laches knows", "Is virtue taught?"])
    terminal.press("a")
    terminal.shows("All messages  Search", "Laches knows")


def test_reactions_go_there_and_back(terminal, thea, milo):
    message_id = say(milo, "agora", "courage", "Run or stay?")
    terminal.shows("Run or stay?")
    terminal.press("a", "G", "+")
    terminal.shows(":thumbs_up: You")
    assert [each["user_id"] for each in message(milo, message_id)["reactions"]] == [thea.user_id]
    ok(milo.client.add_reaction({"message_id": message_id, "emoji_name": "tada"}))
    terminal.shows(":tada: Milo Member", ":thumbs_up: You")
    terminal.press("+")
    terminal.shows(":tada: Milo Member", without=[":thumbs_up:"])
    assert [each["user_id"] for each in message(milo, message_id)["reactions"]] == [milo.user_id]


def test_stars_are_kept_and_listed(terminal, thea):
    starred = newest(thea)
    terminal.press("a", "G", "*")
    terminal.shows("Starred messages [f]      1")
    assert "starred" in message(thea, starred["id"])["flags"]
    terminal.press("f")
    terminal.shows("Starred messages  Search", "Run or stay?", without=["Laches knows"])
    terminal.press("a", "G", "*")
    terminal.shows("Starred messages [f]", without=["Starred messages [f]      1"])
    assert "starred" not in message(thea, starred["id"])["flags"]


def test_own_messages_are_edited_and_those_of_others_change_on_the_screen(terminal, thea, milo):
    terminal.press("a", "G", "r")
    terminal.shows("▶ courage")
    terminal.press("Stay", SEND)
    terminal.shows("▒ Stay")
    own = newest(thea)
    terminal.press(ESCAPE, "G", "e")
    terminal.shows("Also change later")
    terminal.press(" and hold", SEND)
    terminal.shows("Stay and hold")
    assert ok(milo.client.get_raw_message(own["id"]))["raw_content"] == "Stay and hold"
    asked = say(milo, "agora", "courage", "And them?")
    terminal.shows("And them?")
    ok(milo.client.update_message({"message_id": asked, "content": "And the others?"}))
    terminal.shows("And the others?", without=["And them?"])
    ok(milo.client.update_message({"message_id": asked, "topic": "fear", "propagate_mode": "change_one"}))
    terminal.shows("agora ▶  fear")


def test_it_tells_about_a_message(terminal, milo):
    terminal.press(ESCAPE, "a")
    terminal.shows("All messages  Search")
    say(milo, "stoa", "calm", "The rest is **not**")
    terminal.shows("The rest is not")
    terminal.press("G", "i")
    terminal.shows("Message Information", "milo@lyceum.example", "Full raw message")
    terminal.press("r")
    terminal.shows("Full raw message", "The rest is **not**")
    terminal.press(ESCAPE)


def test_it_ends_without_having_failed(terminal, home):
    terminal.press(QUIT)
    terminal.ends()
    logs = {log.name: log.read_text() for log in home.glob("*.log")}
    assert logs == {}, logs
