// The message being written to one conversation, text and files: saved as a draft on the server, and reported to others as
// typing.
import { useCallback, useEffect, useRef, useState } from 'react';
import { keyOf } from '../../base/views/view.ts';
import { learnSubscribers } from '../../domain/channels/known-subscribers.ts';
import { joinFiles, splitFiles } from '../../domain/files/file-links.ts';
import { type Conversation, DraftKeeper, findDraft, findText } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { closeFiles, openFiles } from './conversation-files.ts';
import { TypingNotifier } from './typing-notifier.ts';

export function useDraft(target: Conversation, free: boolean) {
  const engine = useEngine();
  const key = keyOf(target);
  const [files] = useState(() => openFiles(engine, target, free));
  const [text, setText] = useState(() => (free ? '' : splitFiles(findText(engine, target) ?? '').text));
  const newest = useRef(text);
  const keeper = useRef<DraftKeeper>(null);
  const typing = useRef<TypingNotifier>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of the conversation
  useEffect(() => {
    const draft = new DraftKeeper(engine, target);
    const notifier = new TypingNotifier(engine, target);
    keeper.current = draft;
    typing.current = notifier;
    if (target.kind === 'topic') void learnSubscribers(engine, target.channel_id);
    return () => {
      draft.close();
      notifier.stop();
    };
  }, [engine, key]);
  const now_open = useRef(target);
  now_open.current = target;
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
