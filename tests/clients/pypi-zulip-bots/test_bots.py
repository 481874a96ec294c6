"""Two of the published bots, run as their makers run them, answer in a conversation."""

import subprocess
import sys
from pathlib import Path

import pytest
from stage import ok, wait_until


@pytest.fixture(scope="module")
def run_bot(server, thea, tmp_path_factory):
    """Makes a bot account, starts the named program for it and answers the account."""
    running = []

    def run(name: str) -> dict:
        full_name = f"{name.capitalize()} Runner"
        new = {"full_name": full_name, "short_name": name, "bot_type": 1}
        made = ok(thea.client.call_endpoint("bots", method="POST", request=new))
        email = ok(thea.client.get_user_by_id(made["user_id"]))["user"]["email"]
        folder = tmp_path_factory.mktemp(name)
        config = folder / "zuliprc"
        config.write_text(f"[api]\nemail={email}\nkey={made['api_key']}\nsite={server.site}\n")
        log = (folder / "log").open("w")
        program = str(Path(sys.executable).with_name("zulip-run-bot"))
        running.append(subprocess.Popen([program, name, "--config-file", str(config)], stdout=log, stderr=log))
        log.close()

        def ready():
            assert running[-1].poll() is None, (folder / "log").read_text()
            return "Running" in (folder / "log").read_text() or "starting" in (folder / "log").read_text()

        wait_until(ready, f"{name} to start", 30)
        return {"user_id": made["user_id"], "full_name": full_name, "log": folder / "log"}

    yield run
    for process in running:
        process.terminate()
        process.wait(10)


def say(person, message: dict) -> int:
    return ok(person.client.send_message(message))["id"]


def answers(person, bot: dict, after: int) -> list:
    """What the bot has said since this message, as Markdown."""
    narrow = [{"operator": "sender", "operand": bot["user_id"]}]
    asked = {"anchor": after, "include_anchor": False, "num_before": 0, "num_after": 10, "narrow": narrow, "apply_markdown": False}
    return ok(person.client.get_messages(asked))["messages"]


def until_answered(person, bot: dict, after: int) -> dict:
    return wait_until(lambda: answers(person, bot, after), f"an answer: {bot['log'].read_text()}")[0]


def test_helloworld_answers_in_channels_and_in_private_and_reacts(thea, milo, run_bot):
    ok(thea.client.add_subscriptions([{"name": "porch"}], principals=[thea.user_id, milo.user_id]))
    bot = run_bot("helloworld")
    ok(thea.client.add_subscriptions([{"name": "porch"}], principals=[bot["user_id"]]))
    asked = say(milo, {"type": "stream", "to": "porch", "topic": "bots", "content": f"@**{bot['full_name']}** are you there?"})
    answer = until_answered(milo, bot, asked)
    assert (answer["content"], answer["display_recipient"], answer["subject"]) == ("beep boop", "porch", "bots")

    def waves():
        message = ok(milo.client.call_endpoint(f"messages/{asked}", method="GET"))["message"]
        return [(each["emoji_name"], each["user_id"]) for each in message["reactions"]] == [("wave", bot["user_id"])]

    wait_until(waves, "the bot to react")
    asked = say(milo, {"type": "direct", "to": [bot["user_id"]], "content": "and here?"})
    answer = until_answered(milo, bot, asked)
    assert (answer["type"], answer["content"]) == ("private", "beep boop")
    assert {each["id"] for each in answer["display_recipient"]} == {milo.user_id, bot["user_id"]}


def test_incrementor_keeps_its_count_and_edits_its_answer(milo, run_bot):
    bot = run_bot("incrementor")
    first = say(milo, {"type": "direct", "to": [bot["user_id"]], "content": "count"})
    answer = until_answered(milo, bot, first)
    assert answer["content"] == "1"
    for number in (2, 3):
        say(milo, {"type": "direct", "to": [bot["user_id"]], "content": "count"})
        wait_until(lambda: ok(milo.client.get_raw_message(answer["id"]))["raw_content"] == str(number), f"the count {number}")
    assert len(answers(milo, bot, first)) == 1
