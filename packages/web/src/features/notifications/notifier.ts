// Notifies of messages that arrive while the reader looks elsewhere, by system notification and sound. Closes notifications
// of read messages.

import { t } from '../../base/text/all-texts.ts';
import { hashOf } from '../../base/views/view.ts';
import { messageText } from '../../domain/content/plain-text.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { conversationKey, conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { decideNotification } from '../../model/messages/notification-reasons.ts';
import { viewName } from '../../model/state/names.ts';
import { permissionWanted } from './permission.ts';
import { becomeNotifier, isOnScreen } from './screens.ts';
import { type Shown, showNotification } from './show-notification.ts';
import { playSound } from './sound.ts';

const LENGTH = 180;
/** One sound for several messages at once. */
const QUIET_MS = 1500;
/** The only tab has the duty within this time. */
const DUTY_WITHIN_MS = 3000;

export class Notifier {
  private readonly shown = new Map<string, { notice: Shown | null; readonly ids: readonly number[] }>();
  private readonly ending = new AbortController();
  private on_duty = false;
  private last_sound = 0;

  constructor(private readonly engine: Engine) {}

  /** `early`: messages that arrived before. */
  start(early: readonly StoredMessage[]): () => void {
    const { engine } = this;
    let waiting: StoredMessage[] | null = [...early];
    // Another tab has the duty, and notifies.
    const late = setTimeout(() => {
      waiting = null;
    }, DUTY_WITHIN_MS);
    this.ending.signal.addEventListener('abort', () => clearTimeout(late));
    becomeNotifier(() => {
      this.on_duty = true;
      for (const message of waiting ?? []) this.arrived(message);
      waiting = null;
    }, this.ending.signal);
    const unwatch = [
      engine.arrivals.subscribe((message) => {
        if (this.on_duty) this.arrived(message);
        else waiting?.push(message);
      }),
      engine.messages.subscribe(() => this.closeRead()),
    ];
    return () => {
      this.ending.abort();
      for (const end of unwatch) end();
      for (const { notice } of this.shown.values()) notice?.close();
      this.shown.clear();
    };
  }

  private arrived(message: StoredMessage): void {
    const { engine } = this;
    const state = engine.state.get();
    const decision = decideNotification(message, state);
    const key = conversationKey(message, engine.own_id);
    if (!decision || isOnScreen(key)) return;
    if (decision.sound && Date.now() - this.last_sound > QUIET_MS) {
      this.last_sound = Date.now();
      playSound(state.user_settings.notification_sound);
    }
    if (!decision.desktop || typeof Notification === 'undefined') return;
    if (Notification.permission === 'granted') this.show(message, key);
    else if (Notification.permission === 'default') permissionWanted.set(true);
  }

  private show(message: StoredMessage, key: string): void {
    const { engine } = this;
    const state = engine.state.get();
    const view = conversationOf(message, engine.own_id);
    const hidden = view.kind === 'direct' && !state.user_settings.pm_content_in_desktop_notifications;
    const where = view.kind === 'direct' && view.user_ids.length < 2 ? '' : ` (${viewName(state, view)})`;
    const ids = [...(this.shown.get(key)?.ids ?? []), message.id];
    const text = hidden ? t('new_direct_message') : messageText(message, LENGTH);
    const body = ids.length > 1 ? `${text}\n${t('unread_count', { count: ids.length })}` : text;
    const data = { hash: hashOf(view, message.id), message_id: message.id };
    const entry: { notice: Shown | null; ids: number[] } = { notice: null, ids };
    const forget = () => {
      if (this.shown.get(key) === entry) this.shown.delete(key);
    };
    const pressed = () => {
      focus();
      location.hash = data.hash;
      entry.notice?.close();
      forget();
    };
    this.shown.set(key, entry);
    showNotification(
      { title: `${message.sender_full_name}${where}`, body, tag: key, data },
      { pressed, closed: forget },
    )
      .then((notice) => {
        entry.notice = notice;
        // Read before it was shown.
        if (!this.shown.has(key)) notice?.close();
      })
      .catch(forget);
  }

  /** Closes notifications of messages that were read or deleted. */
  private closeRead(): void {
    for (const [key, { notice, ids }] of this.shown)
      if (ids.every((id) => this.engine.messages.get(id)?.flags.includes('read') ?? true)) {
        this.shown.delete(key);
        notice?.close();
      }
  }
}
