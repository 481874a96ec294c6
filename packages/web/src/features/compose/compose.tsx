// The compose box: writes to the conversation on the screen, or to one chosen here. Sends through the outbox.
import { MAX_MESSAGE_LENGTH } from '@stoa/contract';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { part } from '../../base/ui/part.tsx';
import { isConversation, keyOf, type View } from '../../base/views/view.ts';
import { learnSubscribers } from '../../domain/channels/known-subscribers.ts';
import { directObstacle, sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import { MessageBody } from '../../domain/content/message-body.tsx';
import { ComposeField, type FieldHandle } from '../../domain/writing/compose-field.tsx';
import { type Conversation, DraftKeeper, findDraft } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { type ComposeRequest, composeRequest } from '../../model/state/screen.ts';
import { findChannel } from '../../model/state/state.ts';
import { editAnswered, editLast } from '../keyboard/selection-keys.ts';
import { ClosedCompose, ComposeStarts } from './closed-compose.tsx';
import { ComposeTools } from './compose-tools.tsx';
import { RecipientWaiting } from './recipient-waiting.tsx';
import { SendButtons } from './send-buttons.tsx';
import { TypingTeller } from './typing-notifier.ts';
import { UploadList } from './upload-list.tsx';
import { deskOf } from './upload-queue.ts';
import { WarningList } from './warning-list.tsx';
import { checkWildcard, type WildcardCheck } from './warnings.ts';

const Recipient = part(async () => (await import('./recipient.tsx')).Recipient, RecipientWaiting);
/** Fetched when the page has been there for some time, so that it can be used while the connection is away too. */
const RECIPIENT_AFTER_MS = 2000;

/** Nothing of it is still to be chosen. Who writes to nobody else has chosen themselves. */
const isWhole = (target: Conversation) => (target.kind === 'direct' ? target.user_ids.length > 0 : target.topic !== '');
const NOBODY: Conversation = { kind: 'direct', user_ids: [] };

/** Where a message goes that is written in this view, until somebody says otherwise. */
function targetOf(view: View): Conversation | null {
  if (isConversation(view)) return view;
  if (view.kind === 'channel' || view.kind === 'topics')
    return { kind: 'topic', channel_id: view.channel_id, topic: '' };
  return null;
}

/** Where a request leads: notes to oneself are to oneself, unless the people are still to be chosen. */
function asked({ view, choose }: ComposeRequest, own_id: number): Conversation | null {
  const nobody = view?.kind === 'direct' && view.user_ids.length === 0;
  return nobody && !choose ? { kind: 'direct', user_ids: [own_id] } : view;
}

/** As conversations are named: without the reader. */
const withoutSelf = (target: Conversation, own_id: number): Conversation =>
  target.kind === 'direct' ? { ...target, user_ids: target.user_ids.filter((id) => id !== own_id) } : target;

const focusText = () => document.querySelector<HTMLElement>('.compose .compose-field')?.focus();

export function Compose({ view }: { view: View }) {
  const { own_id } = useEngine();
  /** How often writing has begun: the focus comes here each time. */
  const [begun, begin] = useReducer((count: number) => count + 1, 0);
  const request = useCell(composeRequest);
  const fixed = isConversation(view) ? view : null;
  const [chosen, setChosen] = useState<Conversation | null>(null);
  const [insert, setInsert] = useState('');
  const key = keyOf(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another place to write to
  useLayoutEffect(() => setChosen(null), [key]);
  // Before anything else is typed: it is meant for what opens here.
  useLayoutEffect(() => {
    if (!request) return;
    composeRequest.set(null);
    setInsert(request.insert);
    const same = fixed && !request.choose && (!request.view || keyOf(request.view) === keyOf(fixed));
    const next = same ? fixed : (asked(request, own_id) ?? targetOf(view) ?? NOBODY);
    setChosen(same ? null : next);
    begin();
    if (same) requestAnimationFrame(focusText);
  }, [request, fixed, view, own_id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time
  useLayoutEffect(() => {
    if (begun === 0) return;
    if (!chosen || isWhole(chosen)) focusText();
    else document.querySelector<HTMLElement>('.recipient input')?.focus();
  }, [begun]);
  useEffect(() => {
    const timer = setTimeout(Recipient.fetch, RECIPIENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const target = chosen ?? fixed;
  if (!target) return <ClosedCompose view={view} />;
  return (
    <Box
      key={fixed && !chosen ? keyOf(fixed) : 'chosen'}
      addressed={target}
      view={view}
      free={chosen !== null}
      insert={insert}
      inserted={() => setInsert('')}
      retarget={setChosen}
      close={() => setChosen(null)}
    />
  );
}

interface BoxProps {
  readonly addressed: Conversation;
  readonly view: View;
  /** The conversation may be changed here. */
  readonly free: boolean;
  readonly insert: string;
  inserted(): void;
  retarget(target: Conversation): void;
  close(): void;
}

/** What is written, and what is kept of it: followed by the draft on the server, told to others as typing. */
function useWriting(target: Conversation, free: boolean) {
  const engine = useEngine();
  const key = keyOf(target);
  const [text, setText] = useState(() => (free ? '' : (findDraft(engine, target)?.content ?? '')));
  const keeper = useRef<DraftKeeper>(null);
  const typing = useRef<TypingTeller>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of the conversation
  useEffect(() => {
    const draft = new DraftKeeper(engine, target);
    const teller = new TypingTeller(engine, target);
    keeper.current = draft;
    typing.current = teller;
    if (target.kind === 'topic') void learnSubscribers(engine, target.channel_id);
    return () => {
      draft.flush();
      teller.stop();
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
  // What was written on another device appears here, as long as nothing else is being written.
  const draft = useAppState(() => (free ? undefined : findDraft(engine, target)?.content));
  useEffect(() => {
    if (!free && keeper.current?.isSettled()) setText((now) => keeper.current?.follow(now, draft ?? '') ?? now);
  }, [draft, free]);
  return { text, change, clear };
}

function Box({ addressed, view, free, insert, inserted, retarget, close }: BoxProps) {
  const engine = useEngine();
  const navigation = useNavigation();
  const { go, place } = navigation;
  const target = useMemo(() => withoutSelf(addressed, engine.own_id), [addressed, engine]);
  const is_to_somebody = !free || addressed.kind === 'topic' || addressed.user_ids.length > 0;
  const { text, change, clear } = useWriting(target, free);
  const [preview, setPreview] = useState<string | null>(null);
  const [asking, setAsking] = useState<WildcardCheck | null>(null);
  const field = useRef<FieldHandle>(null);
  /** What was typed to find people before they can be found. */
  const words = useRef('');
  const [begin] = useState(() => !isWhole(addressed));
  const [desk] = useState(() => deskOf(engine, free ? 'chosen' : keyOf(target), target));
  const uploading = useCell(desk.list);
  const name = useAppState((state) => viewName(state, target));
  const label = is_to_somebody ? t('message_to', { conversation: name }) : t('compose');
  const excess = [...text].length - MAX_MESSAGE_LENGTH;
  const obstacle = useAppState((state) =>
    target.kind === 'direct'
      ? directObstacle(state, target.user_ids)
      : target.channel_id > 0
        ? sendingObstacle(state, target)
        : null,
  );
  const channel_id = target.kind === 'topic' ? target.channel_id : null;
  useEffect(() => desk.use((link) => field.current?.insert(`${link} `)), [desk]);
  useEffect(() => desk.retarget(target), [desk, target]);

  useEffect(() => {
    if (insert === '') return;
    inserted();
    const before = text;
    change(before === '' ? insert : `${before.trimEnd()}\n\n${insert}`);
    if (!free || isWhole(addressed)) field.current?.focus();
  }, [insert, inserted, text, change, free, addressed]);

  const hindrance = useAppState((state): string | null => {
    if (obstacle) return t(obstacle);
    if (!is_to_somebody) return t('send_needs_people');
    if (channel_id !== null && !findChannel(state, channel_id)) return t('send_needs_channel');
    return uploading.length > 0 ? t('send_waits_for_uploads') : null;
  });
  const reason =
    hindrance ?? (excess > 0 ? t('too_long', { count: excess }) : text.trim() === '' ? t('send_needs_text') : null);
  const sent = () => {
    clear();
    setPreview(null);
    if (!free) return field.current?.focus();
    close();
    if (engine.state.get().user_settings.web_navigate_to_sent_message && keyOf(place.view) !== keyOf(target))
      go(target);
  };
  const send = (anyway = false) => {
    if (reason !== null) return;
    const check = checkWildcard(engine.state.get(), text, channel_id);
    if (check && !anyway) return setAsking(check);
    engine.outbox.send(target, text);
    sent();
  };
  const attach = (files: readonly File[]) => desk.add(files);
  const toggle = async () => {
    if (preview !== null) return setPreview(null);
    await attempt(async () => setPreview((await engine.client.renderMessage({ content: text })).rendered));
  };
  return (
    <section
      className="compose"
      aria-label={t('compose')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        attach([...event.dataTransfer.files]);
      }}
    >
      {free ? (
        <Recipient target={addressed} begin={begin} words={words} retarget={retarget} next={focusText} close={close} />
      ) : (
        <ComposeStarts view={view} />
      )}
      {obstacle && (
        <p className="compose-obstacle problem" role="status">
          {t(obstacle)}
        </p>
      )}
      <WarningList text={text} channel_id={channel_id} user_ids={target.kind === 'direct' ? target.user_ids : []} />
      <UploadList uploads={uploading} />
      <div className="compose-box">
        {/* Stays as it is under the preview: what the browser can undo is in it. */}
        <div hidden={preview !== null}>
          <ComposeField
            ref={field}
            value={text}
            label={label}
            placeholder={label}
            channel_id={channel_id}
            change={change}
            send={send}
            paste={attach}
            pressedEmpty={(key) =>
              key === 'ArrowUp'
                ? editLast({ engine, navigation }) !== false
                : key === 'ArrowLeft' && editAnswered({ engine, navigation }) !== false
            }
          />
        </div>
        {preview !== null && (
          <div className="compose-preview">
            {preview === '' ? (
              <p className="quiet">{t('nothing_to_preview')}</p>
            ) : (
              <MessageBody html={preview} own_id={engine.own_id} />
            )}
          </div>
        )}
        <div className="compose-tools">
          <ComposeTools
            field={field}
            attach={attach}
            previewing={preview !== null}
            toggle={() => void toggle()}
            text={text}
          />
          <Hint excess={excess} hindrance={obstacle ? null : hindrance} />
          <SendButtons target={target} text={text} reason={reason} send={() => send()} scheduled={sent} />
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title={t(asking.forbidden ? 'wildcard_forbidden_title' : 'wildcard_title')}
          lead={t(asking.forbidden ? 'wildcard_forbidden' : 'wildcard_lead', { count: asking.count })}
          action={t(asking.forbidden ? 'close' : 'send')}
          confirm={() => {
            if (!asking.forbidden) send(true);
          }}
          close={() => {
            setAsking(null);
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      )}
    </section>
  );
}

function Hint({ excess, hindrance }: { excess: number; hindrance: string | null }) {
  const enter_sends = useAppState(({ user_settings }) => user_settings.enter_sends);
  if (hindrance !== null)
    return (
      <span className="compose-hint reason" role="status">
        {hindrance}
      </span>
    );
  return (
    <span className="compose-hint quiet">
      {excess > 0 ? (
        <strong className="warning" role="status">
          {t('too_long', { count: excess })}
        </strong>
      ) : (
        t(enter_sends ? 'send_hint_enter' : 'send_hint_control')
      )}
    </span>
  );
}
