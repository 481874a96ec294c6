// The message being written, text and files: saved as a draft on the server, and reported to others as typing.
import { useCallback, useEffect, useRef, useState } from 'react';
import { hashOf, keyOf } from '../../base/views/view.ts';
import { learnSubscribers } from '../../domain/channels/known-subscribers.ts';
import { joinFiles, splitFiles } from '../../domain/files/file-links.ts';
import { DraftKeeper } from '../../domain/writing/draft-keeper.ts';
import { addressOf, type Conversation, findDraft, findText, newMessage } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { loadUnsaved } from '../../model/session/stored-drafts.ts';
import type { ContinuedDraft } from '../../model/state/screen.ts';
import { closeFiles, moveFiles, openFiles } from './conversation-files.ts';
import { TypingNotifier } from './typing-notifier.ts';

interface Writing {
  /** The destination is chosen beside the text, which is not that of a conversation. */
  readonly free: boolean;
  readonly is_to_somebody: boolean;
  /** The draft that is continued; null for a new message and in conversations. */
  readonly continued: ContinuedDraft | null;
}

export function useDraft(target: Conversation, { free, is_to_somebody, continued }: Writing) {
  const engine = useEngine();
  const destination = is_to_somebody ? target : null;
  const address = destination && hashOf(destination);
  const [message] = useState(() => (free ? newMessage(continued?.id, continued?.name) : null));
  const [written] = useState(() => {
    if (!message) return findText(engine, target) ?? '';
    return loadUnsaved(engine.client.email ?? '', addressOf(destination, message)) ?? continued?.content ?? '';
  });
  const [files] = useState(() => openFiles(engine, target, free, written));
  const [text, setText] = useState(() => splitFiles(written).text);
  const newest = useRef(text);
  const keeper = useRef<DraftKeeper>(null);
  const typing = useRef<TypingNotifier>(null);
  const addressed = useRef(target);
  const now_open = useRef(destination);
  now_open.current = destination;
  useEffect(() => {
    const draft = new DraftKeeper(engine, now_open.current, message);
    keeper.current = draft;
    return () => draft.close();
  }, [engine, message]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of the conversation
  useEffect(() => {
    keeper.current?.moveTo(destination, joinFiles(newest.current, files.links()));
    if (!free && keyOf(addressed.current) !== keyOf(target)) moveFiles(engine, addressed.current, target);
    addressed.current = target;
    const notifier = new TypingNotifier(engine, target);
    typing.current = notifier;
    if (target.kind === 'topic') void learnSubscribers(engine, target.channel_id);
    return () => notifier.stop();
  }, [engine, address]);
  useEffect(() => {
    files.changed = () => keeper.current?.changed(joinFiles(newest.current, files.links()));
    return () => closeFiles(engine, now_open.current, files, { text: newest.current, keeper: keeper.current! });
  }, [engine, files]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      newest.current = next;
      keeper.current?.changed(joinFiles(next, files.links()));
      if (next.trim() === '') typing.current?.stop();
      else typing.current?.typed();
    },
    [files],
  );
  const clear = useCallback(() => {
    files.clear();
    change('');
    keeper.current?.flush();
  }, [change, files]);
  // Shows what was written on another device, unless something else is being written here.
  const draft = useAppState(() => (free ? undefined : findDraft(engine, target)?.content));
  useEffect(() => {
    if (free || !keeper.current?.isSettled()) return;
    const now = joinFiles(newest.current, files.links());
    const content = keeper.current.follow(now, draft ?? '');
    if (content === now) return;
    const next = splitFiles(content);
    newest.current = next.text;
    setText(next.text);
    files.setLinks(next.links);
  }, [draft, free, files]);
  return { text, files, change, clear };
}
