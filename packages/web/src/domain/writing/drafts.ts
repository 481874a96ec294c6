// Drafts by conversation, saved on the server shortly after the last key, so that they appear on every device.

import { ConnectionError } from '@stoa/sdk';
import { keyOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';
import type { Draft } from '../../model/state/state.ts';

export type Conversation = Extract<View, { kind: 'topic' | 'direct' }>;
const QUIET_MS = 1200;

export function viewOfDraft({ type, to, topic }: Draft, own_id: number): Conversation | null {
  if (type === 'stream' && to[0] !== undefined) return { kind: 'topic', channel_id: to[0], topic };
  if (type === 'private' && to.length > 0)
    return { kind: 'direct', user_ids: to.filter((id) => id !== own_id).sort((a, b) => a - b) };
  return null;
}

export function findDraft(engine: Engine, view: Conversation): Draft | null {
  const key = keyOf(view);
  const same = (draft: Draft) => {
    const its = viewOfDraft(draft, engine.own_id);
    return its !== null && keyOf(its) === key;
  };
  return engine.state.get().drafts.find(same) ?? null;
}

/** The text of a conversation: what the server does not have yet comes first. */
export const findText = (engine: Engine, view: Conversation): string | null =>
  loadUnsaved(engine.client.email ?? '', keyOf(view)) ?? findDraft(engine, view)?.content ?? null;

/** Saves the draft of one conversation: one call at a time, always the newest text. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly unwatch: () => void;
  private readonly email: string;
  private text: string | null = null;
  private busy: Promise<void> = Promise.resolve();
  private id: number | null;
  /** May still be in the state. */
  private deleted: number | null = null;
  private writing = 0;
  private closed = false;
  /** The last known text on the server. */
  private last: string | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly view: Conversation,
  ) {
    this.email = engine.client.email ?? '';
    const draft = findDraft(engine, view);
    this.id = draft?.id ?? null;
    this.last = draft?.content ?? '';
    const unsaved = this.unsaved();
    if (unsaved !== null) this.changed(unsaved);
    this.unwatch = engine.connection.subscribe(() => {
      if (engine.connection.get() !== 'live') return;
      if (!this.closed) this.flush();
      else if (this.isOwed()) this.close();
      else this.unwatch();
    });
  }

  /** The text that the server does not have yet, from here or an earlier page. */
  private unsaved(): string | null {
    return loadUnsaved(this.email, keyOf(this.view));
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
    this.id = findDraft(this.engine, this.view)?.id ?? null;
    return unchanged ? content : shown;
  }

  changed(text: string): void {
    this.text = text;
    storeUnsaved(this.email, keyOf(this.view), text);
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), QUIET_MS);
  }

  /** Saves at once, because the reader leaves or has sent the text. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
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
    if (this.unsaved() === text && (synchronized || text.trim() === ''))
      storeUnsaved(this.email, keyOf(this.view), null);
  }

  /** Kept for when the server can be reached again; a text that it refuses is not. */
  private failed(text: string, error: unknown): void {
    if (!(error instanceof ConnectionError)) this.saved(text);
    else if (this.text === null) this.text = text;
  }

  private async write(text: string): Promise<void> {
    const { client, own_id, state } = this.engine;
    if (!state.get().user_settings.enable_drafts_synchronization) return;
    // Another editor of the conversation, closed by now, may have created it.
    const known = findDraft(this.engine, this.view)?.id ?? null;
    if (known !== this.deleted) this.id ??= known;
    if (text.trim() === '') {
      const { id } = this;
      this.id = null;
      if (id === null) return;
      this.deleted = id;
      try {
        await client.deleteDraft({ draft_id: id });
      } catch (error) {
        if (error instanceof ConnectionError) {
          this.id = id;
          this.deleted = null;
        }
        throw error;
      }
      return;
    }
    const { view } = this;
    const draft =
      view.kind === 'topic'
        ? { type: 'stream' as const, to: [view.channel_id], topic: view.topic, content: text }
        : {
            type: 'private' as const,
            to: view.user_ids.length > 0 ? [...view.user_ids] : [own_id],
            topic: '',
            content: text,
          };
    if (this.id === null) [this.id = null] = (await client.createDrafts({ drafts: [draft] })).ids;
    else await client.editDraft({ draft_id: this.id, draft });
  }
}
