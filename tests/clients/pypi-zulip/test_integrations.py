"""Scripts that come with the client, as an administrator installs them: git's hook, Nagios' command, the bridge of two topics."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stage import ok, wait_until

INTEGRATIONS = Path(sys.prefix) / "share" / "zulip" / "integrations"


@pytest.fixture(scope="module")
def bot(server, thea, milo) -> dict:
    """A bot that is in the channels which the scripts write to."""
    made = ok(thea.client.call_endpoint("bots", request={"full_name": "Scripts", "short_name": "scripts", "bot_type": 1}))
    email = ok(thea.client.get_user_by_id(made["user_id"]))["user"]["email"]
    channels = [{"name": "commits"}, {"name": "nagios"}, {"name": "bridge"}]
    ok(thea.client.add_subscriptions(channels, principals=[thea.user_id, milo.user_id, made["user_id"]]))
    return {"email": email, "key": made["api_key"], "user_id": made["user_id"]}


def said_in(person, channel: str) -> list:
    """The topics and texts of a channel, oldest first."""
    narrow = [["stream", channel]]
    asked = {"anchor": "oldest", "num_before": 0, "num_after": 50, "narrow": narrow, "apply_markdown": False}
    return [(message["subject"], message["content"]) for message in ok(person.client.get_messages(asked))["messages"]]


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=Thea", "-c", "user.email=thea@lyceum.example", "-c", "init.defaultBranch=main"]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *who, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_git_tells_a_channel_what_was_pushed(server, bot, thea, tmp_path):
    git(tmp_path, "init", "--quiet", "--bare", "kept.git")
    hook = tmp_path / "hook"
    shutil.copytree(INTEGRATIONS / "git", hook)
    config = hook / "zulip_git_config.py"
    replaced = {"git-bot@example.com": bot["email"], "0123456789abcdef" * 2: bot["key"], "https://zulip.example.com": server.site}
    text = config.read_text()
    for example, value in replaced.items():
        assert example in text
        text = text.replace(example, value)
    config.write_text(text)
    run = tmp_path / "kept.git" / "hooks" / "post-receive"
    run.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{hook / "post-receive"}"\n')
    run.chmod(0o755)

    git(tmp_path, "clone", "--quiet", "kept.git", "work")
    work = tmp_path / "work"
    for line in ("first", "95% done & dusted"):
        (work / "text").write_text(line)
        git(work, "add", "text")
        git(work, "commit", "--quiet", "-m", line)
        git(work, "push", "--quiet", "origin", "HEAD:main")
    pushed = wait_until(lambda: (said := said_in(thea, "commits"))[1:] and said, "both pushes")
    assert [topic for topic, _ in pushed] == ["main", "main"]
    assert "was pushed to new branch `main`" in pushed[0][1]
    assert "95% done & dusted" in pushed[1][1]


def test_nagios_tells_a_channel_what_is_wrong(server, bot, thea, tmp_path):
    zuliprc = tmp_path / "zuliprc"
    zuliprc.write_text(f"[api]\nemail={bot['email']}\nkey={bot['key']}\nsite={server.site}\n")
    about = {"--type": "PROBLEM", "--host": "web1", "--service": "disk", "--state": "CRITICAL"}
    output = {"--output": "95% full", "--long-output": r"of /\nof /home", "--config": str(zuliprc)}
    arguments = [text for pair in {**about, **output}.items() for text in pair]
    command = [sys.executable, str(INTEGRATIONS / "nagios" / "nagios-notify-zulip"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert said_in(thea, "nagios") == [
        ("service disk on web1", "**PROBLEM**: service is CRITICAL\n\n~~~~\n95% full\nof /\nof /home\n~~~~")
    ]


def test_the_bridge_repeats_one_topic_in_another(server, bot, thea, milo, tmp_path):
    bridge = tmp_path / "bridge"
    shutil.copytree(INTEGRATIONS / "bridge_between_zulips", bridge)
    ends = {}
    for name, account, topic in (("bot_1", bot, "here"), ("bot_2", {"email": thea.email, "key": thea.client.api_key}, "there")):
        end = {"email": account["email"], "api_key": account["key"], "site": server.site}
        ends[name] = {**end, "stream": "bridge", "subject": topic}
    (bridge / "interrealm_bridge_config.py").write_text(f"config = {ends!r}\n")
    with (tmp_path / "log").open("w") as log:
        command = [sys.executable, "-u", "run-interrealm-bridge"]
        running = subprocess.Popen(command, cwd=bridge, stdout=log, stderr=log, start_new_session=True)
    try:
        asked = {"type": "stream", "to": "bridge", "topic": "here"}

        def repeated():
            # Its queues open some time after it says that it listens.
            ok(milo.client.send_message({**asked, "content": "crossing"}))
            time.sleep(0.5)
            return [text for topic, text in said_in(thea, "bridge") if topic == "there"]

        texts = wait_until(repeated, "the other topic", 30)
        assert set(texts) == {"**Milo Member**: crossing"}
    finally:
        os.killpg(running.pid, 15)
        running.wait(10)
