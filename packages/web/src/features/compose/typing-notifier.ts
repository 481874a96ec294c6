// Reports typing to others, as settings allow and no more often than needed. Failures are ignored.

import type { View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';

export class TypingNotifier {
  private sent_at = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly view: Extract<View, { kind: 'topic' | 'direct' }>,
  ) {}

  typed(): void {
    const {
      server_typing_started_wait_period_milliseconds: again_ms,
      server_typing_stopped_wait_period_milliseconds: pause_ms,
    } = this.engine.state.get();
    if (Date.now() - this.sent_at > again_ms) {
      this.sent_at = Date.now();
      this.send('start');
    }
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(), pause_ms);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.sent_at === 0) return;
    this.sent_at = 0;
    this.send('stop');
  }

  private send(op: 'start' | 'stop'): void {
    const { view, engine } = this;
    const settings = engine.state.get().user_settings;
    if (
      view.kind === 'topic' ? !settings.send_stream_typing_notifications : !settings.send_private_typing_notifications
    )
      return;
    if (view.kind === 'direct' && view.user_ids.length === 0) return;
    const to =
      view.kind === 'topic'
        ? { type: 'stream' as const, stream_id: view.channel_id, topic: view.topic }
        : { type: 'direct' as const, to: [...view.user_ids] };
    engine.client.setTypingStatus({ op, ...to }).catch(() => {});
  }
}
