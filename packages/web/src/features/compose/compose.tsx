// The compose box: writes to the conversation on screen or a chosen one. Sends through the outbox.
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import { isConversation, keyOf, type View } from '../../base/views/view.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { useEngine } from '../../model/engine/context.ts';
import { sameTopic } from '../../model/messages/conversations.ts';
import { isSameButResolved } from '../../model/messages/topic-place.ts';
import { viewName } from '../../model/state/names.ts';
import { type ComposeRequest, type ContinuedDraft, composeRequest, continueWriting } from '../../model/state/screen.ts';
import { ClosedCompose } from './closed-compose.tsx';
import { ComposeBox, fetchRecipient, focusText, isWhole } from './compose-box.tsx';

/** Loaded some time after the page, so that it also works while the connection is lost. */
const RECIPIENT_AFTER_MS = 2000;

const NO_FILES: readonly File[] = [];
const NOBODY: Conversation = { kind: 'direct', user_ids: [] };

/** Default destination of messages in this view. */
function targetOf(view: View): Conversation | null {
  if (isConversation(view)) return view;
  if (view.kind === 'channel' || view.kind === 'topics')
    return { kind: 'topic', channel_id: view.channel_id, topic: '' };
  return null;
}

/** The destination of a request. An empty recipient list means notes to oneself, unless it is still to be chosen. */
function requestedConversation({ view, choose }: ComposeRequest, own_id: number): Conversation | null {
  const nobody = view?.kind === 'direct' && view.user_ids.length === 0;
  return nobody && !choose ? { kind: 'direct', user_ids: [own_id] } : view;
}

interface Props {
  readonly view: View;
  /** Changes when the reader goes elsewhere, not when the topic on screen gets another address: its text stays. */
  readonly visit: number;
}

export function Compose({ view, visit }: Props) {
  const { own_id } = useEngine();
  /** Incremented when writing begins: moves the focus here. */
  const [start_count, begin] = useReducer((count: number) => count + 1, 0);
  const request = useCell(composeRequest);
  const fixed = isConversation(view) ? view : null;
  const [chosen, setChosen] = useState<Conversation | null>(null);
  const [continued, setContinued] = useState<ContinuedDraft | null>(null);
  const [insert, setInsert] = useState('');
  const [given, setGiven] = useState<readonly File[]>(NO_FILES);
  const key = keyOf(view);
  const choose = (next: Conversation | null, draft: ContinuedDraft | null = null) => {
    setChosen(next);
    setContinued(draft);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit is to another place to write to
  useLayoutEffect(() => choose(null), [visit]);
  // Synchronous, so that keys typed next reach the box that opens.
  useLayoutEffect(() => {
    if (!request) return;
    composeRequest.set(null);
    setInsert(request.insert);
    setGiven(request.files ?? NO_FILES);
    const { draft } = request;
    const same = fixed && !draft && !request.choose && (!request.view || keyOf(request.view) === keyOf(fixed));
    const next = same ? fixed : (requestedConversation(request, own_id) ?? targetOf(view) ?? NOBODY);
    setChosen(same ? null : next);
    // What is being written to a destination that changes stays the same message.
    if (draft || same) setContinued(draft ?? null);
    begin();
    if (same) requestAnimationFrame(focusText);
  }, [request, fixed, view, own_id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time
  useLayoutEffect(() => {
    if (start_count === 0) return;
    if (!chosen || isWhole(chosen)) focusText();
    else document.querySelector<HTMLElement>('.recipient input')?.focus();
  }, [start_count]);
  // What was sent from elsewhere led here.
  useLayoutEffect(() => {
    const wanted = continueWriting.get();
    continueWriting.set(null);
    if (wanted === key) focusText();
  }, [key]);
  useEffect(() => {
    const timer = setTimeout(fetchRecipient, RECIPIENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useFollowDestination(chosen, setChosen);
  const target = chosen ?? fixed;
  if (!target) return <ClosedCompose view={view} />;
  return (
    <ComposeBox
      key={fixed && !chosen ? `visit ${visit}` : `chosen ${continued?.id ?? continued?.name ?? ''}`}
      addressed={target}
      view={view}
      free={chosen !== null}
      continued={continued}
      insert={insert}
      given={given}
      inserted={() => {
        setInsert('');
        setGiven(NO_FILES);
      }}
      retarget={setChosen}
      close={() => choose(null)}
    />
  );
}

/** A chosen topic that is moved as a whole stays the destination, except while its name is being typed. [WB1049] */
function useFollowDestination(chosen: Conversation | null, retarget: (next: Conversation) => void): void {
  const engine = useEngine();
  useEffect(() => {
    if (chosen?.kind !== 'topic') return;
    return engine.lists.whole_moves.subscribe(({ from, to }) => {
      const is_chosen = from.channel_id === chosen.channel_id && sameTopic(from.topic, chosen.topic);
      if (!is_chosen || document.activeElement?.closest('.recipient')) return;
      retarget(to);
      if (!isSameButResolved(from, to))
        notify(t('live_topic_moved', { place: viewName(engine.state.get(), to) }), true);
    });
  }, [engine, chosen, retarget]);
}
