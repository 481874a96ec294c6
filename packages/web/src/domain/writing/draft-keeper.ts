// Saves a draft on the server shortly after the last key, so that it appears on every device.

import { ApiError } from '@stoa/contract/api-error';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';
import type { Draft } from '../../model/state/state.ts';
import {
  addressee,
  addressOf,
  type Conversation,
  deletionsOf,
  findDraft,
  hasDraft,
  isUnseen,
  type Keeper,
  keepersOf,
  markSeen,
  type NewMessage,
  newMessage,
} from './drafts.ts';

const QUIET_MS = 1200;
/** Somebody who writes without a pause loses at most this much with the device. */
const UNSAVED_MOST_MS = 5000;

/** The server decided against it, rather than not being reached or not knowing the session any longer. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 401;

/** Saves the text of one editor: one call at a time, always the newest text. */
export class DraftKeeper implements Keeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** When the oldest change was made that is not saved yet. */
  private changed_at: number | null = null;
  private readonly unwatch: () => void;
  private readonly email: string;
  private text: string | null = null;
  private busy: Promise<void> = Promise.resolve();
  private id: number | null;
  /** Created here; may not yet be in the state. */
  private created: number | null = null;
  /** The text of a draft that is being created: its id is not known yet. */
  private creating: string | null = null;
  private writing = 0;
  private closed = false;
  /** The last known text on the server. */
  private last: string | null = null;

  /** Keeps the draft of a conversation or, with `message`, that of one message, to which the view is still being chosen. */
  constructor(
    private readonly engine: Engine,
    private view: Conversation | null,
    private readonly message: NewMessage | null = null,
  ) {
    this.email = engine.client.email ?? '';
    const { drafts } = engine.state.get();
    const draft = message ? drafts.find(({ id }) => id === message.draft_id) : view && findDraft(engine, view);
    this.id = draft?.id ?? null;
    this.last = draft?.content ?? '';
    markSeen(engine, this.last);
    const unsaved = this.unsaved();
    if (unsaved !== null) this.changed(unsaved);
    const unsubscribe = engine.connection.subscribe(() => {
      if (engine.connection.get() !== 'live') return;
      if (!this.closed) this.flush();
      else if (this.isOwed()) this.close();
      else this.unwatch();
    });
    keepersOf(engine).add(this);
    this.unwatch = () => {
      unsubscribe();
      keepersOf(engine).delete(this);
    };
  }

  get address(): string {
    return addressOf(this.view, this.message && { ...this.message, draft_id: this.id });
  }

  /** Left with its text, a message becomes the draft of its conversation. */
  holds(draft: Draft): boolean {
    if (!this.message || (this.closed && this.last?.trim() !== '')) return false;
    return draft.id === this.id || draft.content === this.creating;
  }

  /** The text that the server does not have yet, from here or an earlier page. */
  private unsaved(): string | null {
    return loadUnsaved(this.email, this.address);
  }

  /** The text of its draft on the server. */
  savedText(): string {
    const { id, engine, message, view } = this;
    if (!message) return (view && findDraft(engine, view)?.content) ?? '';
    return engine.state.get().drafts.find((draft) => draft.id === id)?.content ?? '';
  }

  /** Its editor is gone. The draft of what was sent is deleted as soon as there is a connection. */
  close(): void {
    this.closed = true;
    this.flush();
    void this.busy.then(() => this.isOwed() || this.unwatch());
  }

  /** A deletion failed, and nothing was written since, in another editor. */
  private isOwed(): boolean {
    return this.text !== null && this.text.trim() === '' && this.unsaved() === this.text;
  }

  /** Nothing is waiting to be saved: the server has this text or a newer one. */
  isSettled(): boolean {
    return this.text === null && this.writing === 0;
  }

  /** The text to show when the server has this one: that, unless something else was written here since. */
  follow(shown: string, content: string): string {
    const unchanged = shown === (this.last ?? shown);
    this.last = content;
    markSeen(this.engine, content);
    this.id = (this.view && findDraft(this.engine, this.view)?.id) ?? null;
    return unchanged ? content : shown;
  }

  /** The message goes elsewhere now, and its draft goes along. */
  moveTo(view: Conversation | null, text: string): void {
    const from = this.address;
    const unsaved = this.unsaved();
    this.view = view;
    if (this.address === from) return;
    storeUnsaved(this.email, from, null);
    if (text.trim() === '' && unsaved === null) return;
    const there = this.unsaved();
    // Another text that waits there becomes a draft of its own.
    if (there?.trim()) storeUnsaved(this.email, addressOf(view, newMessage()), there);
    this.changed(text);
  }

  changed(text: string): void {
    this.text = text;
    storeUnsaved(this.email, this.address, text);
    if (this.timer) clearTimeout(this.timer);
    this.changed_at ??= Date.now();
    const left_ms = this.changed_at + UNSAVED_MOST_MS - Date.now();
    this.timer = setTimeout(() => this.flush(), Math.min(QUIET_MS, Math.max(0, left_ms)));
  }

  /** Saves at once, because the reader leaves or has sent the text. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.changed_at = null;
    const { text } = this;
    if (text === null) return;
    this.text = null;
    this.writing++;
    this.last = text;
    this.busy = this.busy
      .then(() => this.write(text))
      .then(() => this.saved(text))
      .catch((error) => this.failed(text, error))
      .finally(() => this.writing--);
  }

  private saved(text: string): void {
    const synchronized = this.engine.state.get().user_settings.enable_drafts_synchronization;
    if (this.text === null && this.unsaved() === text && (synchronized || text.trim() === ''))
      storeUnsaved(this.email, this.address, null);
  }

  /** A text stays in this browser whatever the reason: the server may be away, or refuse it, or have ended the session. */
  private failed(text: string, error: unknown): void {
    if (text.trim() === '' && isRefusal(error)) this.saved(text);
    else this.text ??= text;
  }

  private async write(text: string): Promise<void> {
    const { client, own_id, state } = this.engine;
    if (!state.get().user_settings.enable_drafts_synchronization) return;
    this.findCurrent();
    if (text.trim() === '') return this.delete();
    const draft = { ...addressee(this.view, own_id), content: text };
    await this.copyUnseen(text);
    markSeen(this.engine, text);
    if (this.id !== null) return void (await client.editDraft({ draft_id: this.id, draft }));
    this.creating = text;
    try {
      const [id = null] = (await client.createDrafts({ drafts: [draft] })).ids;
      this.identify(id);
      this.created = id;
    } finally {
      this.creating = null;
    }
  }

  /** What was written elsewhere meanwhile, and this text would replace, becomes a draft of its own. [WB1070] */
  private async copyUnseen(text: string): Promise<void> {
    const { client, own_id, state } = this.engine;
    const replaced = state.get().drafts.find(({ id }) => id === this.id);
    if (!replaced || replaced.content === text || !isUnseen(this.engine, replaced)) return;
    const { content, timestamp } = replaced;
    markSeen(this.engine, content);
    // Older than what replaces it, which the editor continues.
    const copy = { ...addressee(this.view, own_id), content, timestamp: Math.max(0, timestamp - 1) };
    await client.createDrafts({ drafts: [copy] });
  }

  /** The address of an unsaved text names the draft. */
  private identify(id: number | null): void {
    const from = this.address;
    const unsaved = this.unsaved();
    this.id = id;
    if (unsaved === null || this.address === from) return;
    storeUnsaved(this.email, from, null);
    storeUnsaved(this.email, this.address, unsaved);
  }

  /** Another editor of the conversation, here or elsewhere, may have created or deleted it. */
  private findCurrent(): void {
    if (this.created !== null && hasDraft(this.engine, this.created)) this.created = null;
    const is_gone = this.id !== null && this.id !== this.created && !hasDraft(this.engine, this.id);
    if (is_gone || (this.id !== null && deletionsOf(this.engine).has(this.id))) this.identify(null);
    if (!this.message && this.view) this.id ??= findDraft(this.engine, this.view)?.id ?? null;
  }

  private async delete(): Promise<void> {
    const { id } = this;
    this.identify(null);
    if (id === null) return;
    const leaving = deletionsOf(this.engine);
    leaving.add(id);
    try {
      await this.engine.client.deleteDraft({ draft_id: id });
    } catch (error) {
      leaving.delete(id);
      if (!isRefusal(error)) this.identify(id);
      throw error;
    }
  }
}
