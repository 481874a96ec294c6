// The drafts of a reader, by what they are addressed to.

import { hashOf, keyOf, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved } from '../../model/session/stored-drafts.ts';
import type { Draft } from '../../model/state/state.ts';

export type Conversation = Extract<View, { kind: 'topic' | 'direct' }>;

export function viewOfDraft({ type, to, topic }: Draft, own_id: number): Conversation | null {
  if (type === 'stream' && to[0] !== undefined) return { kind: 'topic', channel_id: to[0], topic };
  if (type === 'private' && to.length > 0)
    return { kind: 'direct', user_ids: to.filter((id) => id !== own_id).sort((a, b) => a - b) };
  return null;
}

/** As the server takes it; null is no recipient yet. */
export function addressee(view: Conversation | null, own_id: number) {
  if (!view) return { type: '' as const, to: [], topic: '' };
  if (view.kind === 'topic') return { type: 'stream' as const, to: [view.channel_id], topic: view.topic };
  return { type: 'private' as const, to: view.user_ids.length > 0 ? [...view.user_ids] : [own_id], topic: '' };
}

/** Saves the text of an open editor. */
export interface Keeper {
  /** Where the text is stored that the server does not have yet. */
  readonly address: string;
  /** The draft belongs to this editor alone. */
  holds(draft: Draft): boolean;
}

const keepers = new WeakMap<Engine, Set<Keeper>>();
/** Drafts whose deletion was requested, which may still be in the state: no other editor must request it again. */
const deletions = new WeakMap<Engine, Set<number>>();
const DELETIONS_MAX = 100;

export function keepersOf(engine: Engine): Set<Keeper> {
  const all = keepers.get(engine) ?? new Set();
  keepers.set(engine, all);
  return all;
}

export function deletionsOf(engine: Engine): Set<number> {
  const all = deletions.get(engine) ?? new Set();
  deletions.set(engine, all);
  if (all.size > DELETIONS_MAX) for (const id of all) if (!hasDraft(engine, id)) all.delete(id);
  return all;
}

/** Texts of drafts that editors here showed or wrote; another text was written elsewhere. */
const seen = new WeakMap<Engine, Set<string>>();
const SEEN_MAX = 100;

export function markSeen(engine: Engine, text: string): void {
  const all = seen.get(engine) ?? new Set();
  seen.set(engine, all);
  all.delete(text);
  all.add(text);
  if (all.size > SEEN_MAX) all.delete(all.values().next().value!);
}

/** Nobody here has read it: it was written meanwhile, in another tab or on another device. */
export const isUnseen = (engine: Engine, { content }: Draft) =>
  content.trim() !== '' && !seen.get(engine)?.has(content);

export const hasDraft = (engine: Engine, id: number) => engine.state.get().drafts.some((draft) => draft.id === id);

export const isHeld = (engine: Engine, draft: Draft) => [...keepersOf(engine)].some((keeper) => keeper.holds(draft));

/** The draft that the editor of a conversation continues: of several, the last edited. */
export function findDraft(engine: Engine, view: Conversation): Draft | null {
  const key = keyOf(view);
  const leaving = deletionsOf(engine);
  const continues = (draft: Draft) => {
    const its = viewOfDraft(draft, engine.own_id);
    return its !== null && keyOf(its) === key && !leaving.has(draft.id) && !isHeld(engine, draft);
  };
  return engine.state.get().drafts.find(continues) ?? null;
}

/** The text of a conversation: what the server does not have yet comes first. */
export const findText = (engine: Engine, view: Conversation): string | null =>
  loadUnsaved(engine.client.email ?? '', hashOf(view)) ?? findDraft(engine, view)?.content ?? null;

/** A message whose destination is still being chosen. Its draft is its own, whatever other drafts its destination has. */
export interface NewMessage {
  /** Its draft; null until it has one. */
  readonly draft_id: number | null;
  /** Names it in this browser until then. */
  readonly name: string;
}

export const newMessage = (
  draft_id: number | null = null,
  name = `x${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`,
): NewMessage => ({ draft_id, name });

/** Where this browser keeps a text that the server does not have yet. */
export function addressOf(view: Conversation | null, message: NewMessage | null): string {
  const hash = view ? hashOf(view) : '';
  return message ? `new/${message.draft_id ?? message.name}/${hash}` : hash;
}
