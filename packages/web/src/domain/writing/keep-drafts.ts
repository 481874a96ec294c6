// Keeps drafts where their writer looks for them: what an earlier page could not save is saved, and they
// follow topics that are moved as a whole.
import type { updateMessage } from '@stoa/contract';
import type { Engine } from '../../model/engine/engine.ts';
import { sameTopic } from '../../model/messages/conversations.ts';
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';
import { fieldsOf } from '../../model/state/event-fields.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { addressee, addressOf, type Conversation, isHeld, keepersOf, newMessage, viewOfDraft } from './drafts.ts';
import { isSaved, readAddress, type UnsavedDraft, unsavedDrafts } from './unsaved-drafts.ts';

type Topic = Extract<Conversation, { kind: 'topic' }>;

const isSame = (a: Topic, b: Topic) => a.channel_id === b.channel_id && sameTopic(a.topic, b.topic);

/** In another tab that is open, no text stays unsaved for so long. */
const LEFT_MS = 1500;

const watched = new WeakSet<Engine>();

export function keepDrafts(engine: Engine): void {
  if (watched.has(engine)) return;
  watched.add(engine);
  saveLeft(engine);
  engine.connection.subscribe(() => saveLeft(engine));
  engine.applied.subscribe(({ event }) => {
    if (event.type !== 'update_message') return;
    const { propagate_mode, stream_id, orig_subject, new_stream_id, subject } = fieldsOf<typeof updateMessage>(event);
    if (propagate_mode !== 'change_all' || stream_id === undefined || orig_subject === undefined) return;
    const from: Topic = { kind: 'topic', channel_id: stream_id, topic: orig_subject };
    move(engine, from, { ...from, channel_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject });
  });
}

/** Saves what was left unsaved, except by editors that are open here or in other tabs. */
function saveLeft(engine: Engine): void {
  if (engine.connection.get() !== 'live') return;
  const email = engine.client.email ?? '';
  const left = unsavedDrafts(engine);
  setTimeout(() => {
    const kept = new Set([...keepersOf(engine)].map(({ address }) => address));
    for (const unsaved of left) {
      const { address, view, message, content } = unsaved;
      if (kept.has(address) || loadUnsaved(email, address) !== content) continue;
      if (isSaved(engine, unsaved)) storeUnsaved(email, address, null);
      else new DraftKeeper(engine, view, message).close();
    }
  }, LEFT_MS);
}

/** An open editor moves its own draft, because it goes to the new address with its reader. */
function move(engine: Engine, from: Topic, to: Topic): void {
  const isOfTopic = ({ view, message }: Pick<UnsavedDraft, 'view' | 'message'>) =>
    message === null && view?.kind === 'topic' && isSame(view, from);
  const open = [...keepersOf(engine)].map(({ address }) => readAddress(address, engine.own_id));
  if (open.some((editor) => editor && isOfTopic(editor))) return;
  const email = engine.client.email ?? '';
  for (const { address, content } of unsavedDrafts(engine).filter(isOfTopic)) {
    const is_free = loadUnsaved(email, addressOf(to, null)) === null;
    storeUnsaved(email, address, null);
    storeUnsaved(email, addressOf(to, is_free ? null : newMessage()), content);
  }
  for (const draft of engine.state.get().drafts) {
    const view = viewOfDraft(draft, engine.own_id);
    if (view?.kind !== 'topic' || !isSame(view, from) || isHeld(engine, draft)) continue;
    const { id, content } = draft;
    // Where the reader may not write to the new place, the draft stays. Other devices of the reader do the same.
    void engine.client.editDraft({ draft_id: id, draft: { ...addressee(to, engine.own_id), content } }).catch(() => {});
  }
}
