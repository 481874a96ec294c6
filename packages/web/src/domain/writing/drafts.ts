// Drafts by conversation, saved on the server shortly after the last key, so that they appear on every device.

import { ApiError } from '@stoa/contract/api-error';
import { keyOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';
import type { Draft } from '../../model/state/state.ts';

export type Conversation = Extract<View, { kind: 'topic' | 'direct' }>;
const QUIET_MS = 1200;
/** Somebody who writes without a pause loses at most this much with the device. */
const UNSAVED_MOST_MS = 5000;

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

/** Drafts whose deletion was requested, which may still be in the state: no other editor must request it again. */
const deletions = new WeakMap<Engine, Set<number>>();
const DELETIONS_MAX = 100;

function deletionsOf(engine: Engine): Set<number> {
  const all = deletions.get(engine) ?? new Set();
  deletions.set(engine, all);
  if (all.size > DELETIONS_MAX) for (const id of all) if (!hasDraft(engine, id)) all.delete(id);
  return all;
}

const hasDraft = (engine: Engine, id: number) => engine.state.get().drafts.some((draft) => draft.id === id);

/** The server decided against it, rather than not being reached or not knowing the session any longer. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && error.status !== 401;

/** Saves the draft of one conversation: one call at a time, always the newest text. */
export class DraftKeeper {
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
    if (this.unsaved() === text && (synchronized || text.trim() === ''))
      storeUnsaved(this.email, keyOf(this.view), null);
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
    if (this.id === null) {
      [this.id = null] = (await client.createDrafts({ drafts: [draft] })).ids;
      this.created = this.id;
    } else await client.editDraft({ draft_id: this.id, draft });
  }

  /** Another editor of the conversation, here or elsewhere, may have created or deleted it. */
  private findCurrent(): void {
    if (this.created !== null && hasDraft(this.engine, this.created)) this.created = null;
    if (this.id !== null && this.id !== this.created && !hasDraft(this.engine, this.id)) this.id = null;
    const leaving = deletionsOf(this.engine);
    if (this.id !== null && leaving.has(this.id)) this.id = null;
    const known = findDraft(this.engine, this.view)?.id ?? null;
    if (known !== null && !leaving.has(known)) this.id ??= known;
  }

  private async delete(): Promise<void> {
    const { id } = this;
    this.id = null;
    if (id === null) return;
    const leaving = deletionsOf(this.engine);
    leaving.add(id);
    try {
      await this.engine.client.deleteDraft({ draft_id: id });
    } catch (error) {
      leaving.delete(id);
      if (!isRefusal(error)) this.id = id;
      throw error;
    }
  }
}
