// Reports to others that the reader is editing a message, as settings allow and no more often than needed.
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';

export class EditTypingNotifier {
  private sent_at = 0;

  constructor(
    private readonly engine: Engine,
    private readonly message: StoredMessage,
  ) {}

  typed(): void {
    const { server_typing_started_wait_period_milliseconds: again_ms } = this.engine.state.get();
    if (Date.now() - this.sent_at < again_ms) return;
    this.sent_at = Date.now();
    this.send('start');
  }

  stop(): void {
    if (this.sent_at === 0) return;
    this.sent_at = 0;
    this.send('stop');
  }

  private send(op: 'start' | 'stop'): void {
    const { send_stream_typing_notifications, send_private_typing_notifications } =
      this.engine.state.get().user_settings;
    const wanted =
      this.message.stream_id === undefined ? send_private_typing_notifications : send_stream_typing_notifications;
    if (wanted) this.engine.client.setTypingStatusForEdit({ message_id: this.message.id, op }).catch(() => {});
  }
}
