// The compose box: writes to the conversation on the screen, or to one chosen here. Sends through the outbox.
import { MAX_MESSAGE_LENGTH } from '@stoa/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCell } from '../app/cell.ts';
import { useAppState, useEngine, useNavigation } from '../app/context.ts';
import { composeRequest } from '../app/ui.ts';
import { directObstacle, sendingObstacle } from '../channels/sending-obstacle.ts';
import { MessageBody } from '../messages/message-body.tsx';
import { viewName } from '../people/names.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { part } from '../ui/part.tsx';
import { isConversation, keyOf, type View } from '../views/view.ts';
import { learnSubscribers } from './channel-people.ts';
import { ClosedCompose } from './closed-compose.tsx';
import { ComposeField, type FieldHandle } from './compose-field.tsx';
import { ComposeTools } from './compose-tools.tsx';
import { type Conversation, DraftKeeper, findDraft } from './drafts.ts';
import { SendButtons } from './send-buttons.tsx';
import { TypingTeller } from './typing-teller.ts';
import { deskOf } from './upload-desk.ts';
import { UploadList } from './upload-list.tsx';
import { WarningList } from './warning-list.tsx';
import { checkWildcard, type WildcardCheck } from './warnings.ts';

const Recipient = part(
  async () => (await import('./recipient.tsx')).Recipient,
  () => <div className="recipient" />,
);
/** Fetched when the page has been there for some time, so that it can be used while the connection is away too. */
const RECIPIENT_AFTER_MS = 2000;

/** Nothing of it is still to be chosen. */
const isWhole = (target: Conversation) => (target.kind === 'direct' ? target.user_ids.length > 0 : target.topic !== '');

/** Where a message goes that is written in this view, until somebody says otherwise. */
function targetOf(view: View): Conversation | null {
  if (isConversation(view)) return view;
  if (view.kind === 'channel' || view.kind === 'topics')
    return { kind: 'topic', channel_id: view.channel_id, topic: '' };
  return null;
}

export function Compose({ view }: { view: View }) {
  const request = useCell(composeRequest);
  const fixed = isConversation(view) ? view : null;
  const [chosen, setChosen] = useState<Conversation | null>(null);
  const [insert, setInsert] = useState('');
  const key = keyOf(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another place to write to
  useEffect(() => setChosen(null), [key]);
  useEffect(() => {
    if (!request) return;
    composeRequest.set(null);
    setInsert(request.insert);
    const same = fixed && (!request.view || keyOf(request.view) === keyOf(fixed));
    const next = same ? fixed : (request.view ?? targetOf(view) ?? { kind: 'direct', user_ids: [] });
    if (!same) setChosen(next);
    const wanted = isWhole(next) || same ? '.compose .compose-field' : '.recipient input';
    requestAnimationFrame(() => document.querySelector<HTMLElement>(wanted)?.focus());
  }, [request, fixed, view]);
  useEffect(() => {
    const timer = setTimeout(Recipient.fetch, RECIPIENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const target = chosen ?? fixed;
  if (!target) return <ClosedCompose />;
  return (
    <Box
      key={fixed && !chosen ? keyOf(fixed) : 'chosen'}
      target={target}
      free={chosen !== null}
      insert={insert}
      inserted={() => setInsert('')}
      retarget={setChosen}
      close={() => setChosen(null)}
    />
  );
}

interface BoxProps {
  readonly target: Conversation;
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

function Box({ target, free, insert, inserted, retarget, close }: BoxProps) {
  const engine = useEngine();
  const { go, place } = useNavigation();
  const { text, change, clear } = useWriting(target, free);
  const [preview, setPreview] = useState<string | null>(null);
  const [asking, setAsking] = useState<WildcardCheck | null>(null);
  const field = useRef<FieldHandle>(null);
  const [desk] = useState(() => deskOf(engine, free ? 'chosen' : keyOf(target), target));
  const uploading = useCell(desk.list);
  const name = useAppState((state) => viewName(state, target));
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
    field.current?.focus();
  }, [insert, inserted, text, change]);

  const ready =
    text.trim() !== '' &&
    excess <= 0 &&
    obstacle === null &&
    uploading.length === 0 &&
    (target.kind === 'direct' ? !free || target.user_ids.length > 0 || place.view.kind === 'direct' : channel_id! > 0);
  const sent = () => {
    clear();
    setPreview(null);
    if (!free) return;
    close();
    if (engine.state.get().user_settings.web_navigate_to_sent_message && keyOf(place.view) !== keyOf(target))
      go(target);
  };
  const send = (anyway = false) => {
    if (!ready) return;
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
      {free && <Recipient target={target} begin={!isWhole(target)} retarget={retarget} close={close} />}
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
            label={t('message_to', { conversation: name })}
            placeholder={t('message_to', { conversation: name })}
            channel_id={channel_id}
            change={change}
            send={send}
            paste={attach}
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
          <Hint excess={excess} />
          <SendButtons target={target} text={text} ready={ready} send={() => send()} scheduled={sent} />
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

function Hint({ excess }: { excess: number }) {
  const enter_sends = useAppState(({ user_settings }) => user_settings.enter_sends);
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
