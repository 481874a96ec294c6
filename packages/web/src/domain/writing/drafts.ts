// Drafts by conversation, saved on the server shortly after the last key, so that they appear on every device.

import { keyOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
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

/** Saves the draft of one conversation: one call at a time, always the newest text. */
export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private text: string | null = null;
  private busy: Promise<void> = Promise.resolve();
  private id: number | null;
  private writing = 0;
  /** The last known text on the server. */
  private last: string | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly view: Conversation,
  ) {
    const draft = findDraft(engine, view);
    this.id = draft?.id ?? null;
    this.last = draft?.content ?? '';
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
      .catch(() => {})
      .finally(() => this.writing--);
  }

  private async write(text: string): Promise<void> {
    const { client, own_id, state } = this.engine;
    if (!state.get().user_settings.enable_drafts_synchronization) return;
    if (text.trim() === '') {
      const { id } = this;
      this.id = null;
      if (id !== null) await client.deleteDraft({ draft_id: id });
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

/** A draft that arrives while its editor is not open. */
export function addToDraft(engine: Engine, view: Conversation, text: string): void {
  const before = findDraft(engine, view)?.content ?? '';
  const keeper = new DraftKeeper(engine, view);
  keeper.changed(before.trim() === '' ? `${text} ` : `${before.trimEnd()}\n${text} `);
  keeper.flush();
}
