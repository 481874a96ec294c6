"""The published client with its event loop in a thread, and a note of every registration and event."""

import threading

import zulip
from stage import wait_until


class NotingClient(zulip.Client):
    """Changes nothing that is sent or received: only notes which queues were registered."""

    def __init__(self, *args, **kwargs) -> None:
        self.queue_ids = []
        super().__init__(*args, **kwargs)

    def register(self, *args, **kwargs):
        answer = super().register(*args, **kwargs)
        if answer["result"] == "success":
            self.queue_ids.append(answer["queue_id"])
        return answer


class Listener:
    def __init__(self, zuliprc, event_types=("message",), narrow=None, **register) -> None:
        self.client = NotingClient(config_file=str(zuliprc))
        self.events = []
        self._changed = threading.Condition()
        self._arguments = {"event_types": list(event_types), "narrow": narrow, **register}
        threading.Thread(target=self._listen, daemon=True).start()
        wait_until(lambda: self.client.queue_ids, "the event queue to be registered")

    def _listen(self) -> None:
        self.client.call_on_each_event(self._note, **self._arguments)

    def _note(self, event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    @property
    def messages(self) -> list:
        with self._changed:
            return [event["message"] for event in self.events if event["type"] == "message"]

    def wait_for(self, message_ids, seconds: float = 30) -> list:
        """Waits until all these messages have come, and answers all that came."""
        wanted = set(message_ids)

        def missing():
            return wanted - {event["message"]["id"] for event in self.events if event["type"] == "message"}

        with self._changed:
            complete = self._changed.wait_for(lambda: not missing(), seconds)
            assert complete, f"{len(missing())} of {len(wanted)} messages did not come within {seconds} s: {sorted(missing())[:10]}"
        return self.messages
