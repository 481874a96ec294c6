// The text being written to one conversation: saved as a draft on the server, and reported to others as typing.
import { useCallback, useEffect, useRef, useState } from 'react';
import { keyOf } from '../../base/views/view.ts';
import { learnSubscribers } from '../../domain/channels/known-subscribers.ts';
import { type Conversation, DraftKeeper, findDraft } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { TypingNotifier } from './typing-notifier.ts';

export function useDraft(target: Conversation, free: boolean) {
  const engine = useEngine();
  const key = keyOf(target);
  const [text, setText] = useState(() => (free ? '' : (findDraft(engine, target)?.content ?? '')));
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
      draft.flush();
      notifier.stop();
    };
  }, [engine, key]);
  const change = useCallback((next: string) => {
    setText(next);
    keeper.current?.changed(next);
    if (next.trim() === '') typing.current?.stop();
    else typing.current?.typed();
  }, []);
  const clear = useCallback(() => {
    change('');
    keeper.current?.flush();
  }, [change]);
  // Shows text written on another device, unless something else is being written here.
  const draft = useAppState(() => (free ? undefined : findDraft(engine, target)?.content));
  useEffect(() => {
    if (!free && keeper.current?.isSettled()) setText((now) => keeper.current?.follow(now, draft ?? '') ?? now);
  }, [draft, free]);
  return { text, change, clear };
}
