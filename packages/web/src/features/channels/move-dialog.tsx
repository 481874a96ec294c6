// Moves a topic or messages of it to another topic or channel, and shows why the server refuses.
import type { PropagateMode } from '@stoa/contract';
import { MAX_TOPIC_LENGTH } from '@stoa/contract';
import { type FormEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { Check } from '../../base/ui/check.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { Problem } from '../../base/ui/problem.tsx';
import { keyOf } from '../../base/views/view.ts';
import { newestIn } from '../../domain/channels/channel-actions.ts';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import { mayMoveOut, mayRenameTopics, maySend } from '../../domain/channels/channel-permissions.ts';
import { sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import {
  type MoveRequest,
  moveMessages,
  type TooOld,
  type TopicRef,
  tooOldOf,
} from '../../domain/channels/topic-actions.ts';
import { useTopics } from '../../domain/channels/topics.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { sameTopic } from '../../model/messages/conversations.ts';
import { topicName, viewName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';

const MODES = [
  ['change_one', 'move_this'],
  ['change_later', 'move_later'],
  ['change_all', 'move_all'],
] as const;

function targets(state: State, from_id: number) {
  const from = findChannel(state, from_id);
  if (!from) return [];
  if (!mayMoveOut(state, from)) return [from];
  return knownChannels(state).filter((channel) => channel.stream_id === from_id || maySend(state, channel));
}

interface MoveOptions {
  readonly to: TopicRef;
  readonly notify_new: boolean;
  readonly notify_old: boolean;
}

/** Moves messages; shows a refusal. */
function useMove({ channel_id, topic }: MoveRequest, { to, ...notices }: MoveOptions, close: () => void) {
  const engine = useEngine();
  const { go, route } = useNavigation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [too_old, setTooOld] = useState<TooOld | null>(null);
  const move = async (message_id: number | null, propagate_mode: PropagateMode) => {
    setBusy(true);
    setProblem(null);
    setTooOld(null);
    try {
      const from = { channel_id, topic };
      const anchor = message_id ?? (await newestIn(engine, { kind: 'topic', ...from }));
      if (anchor === null) return setProblem(t('topic_is_empty'));
      await moveMessages(engine, { message_id: anchor, from, to, propagate_mode, ...notices });
      const follows = propagate_mode === 'change_all' && keyOf(route.view) === keyOf({ kind: 'topic', ...from });
      const target = { kind: 'topic', ...to } as const;
      // In the words of the event, which may come before or after: one notice. [WB1016]
      if (follows) notify(t('live_topic_moved', { place: viewName(engine.state.get(), target) }), true);
      else notify(t('moved_messages'), true);
      close();
      if (follows) go(target);
    } catch (error) {
      setTooOld(tooOldOf(error));
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, too_old, move };
}

export function MoveDialog({ request, close }: { request: MoveRequest; close(): void }) {
  const { channel_id, topic, message_id } = request;
  const engine = useEngine();
  const [to, setTo] = useState<TopicRef>({ channel_id, topic });
  const [mode, setMode] = useState<PropagateMode>(message_id === null ? 'change_all' : 'change_later');
  const [notify_new, setNotifyNew] = useState(true);
  const [notify_old, setNotifyOld] = useState(false);
  const channels = useMemo(() => targets(engine.state.get(), channel_id), [engine, channel_id]);
  const topic_field = useRef<HTMLInputElement>(null);
  const may_rename = useAppState((now) => {
    const from = findChannel(now, channel_id);
    return from !== null && mayRenameTopics(now, from);
  });
  const wanted = { channel_id: to.channel_id, topic: to.topic.trim() };
  const same = wanted.channel_id === channel_id && wanted.topic === topic;
  const obstacle = useAppState((now) => sendingObstacle(now, wanted));
  const { busy, problem, too_old, move } = useMove(request, { to: wanted, notify_new, notify_old }, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!same && !obstacle && !busy) void move(message_id, mode);
  };
  return (
    <Dialog
      title={message_id === null ? t('move_topic_title', { topic: topicName(topic) }) : t('move_messages_title')}
      onClose={close}
      initialFocus={may_rename ? topic_field : undefined}
    >
      <form className="dialog-form" onSubmit={submit}>
        <ChannelChooser
          label={t('channel')}
          channels={channels}
          value={to.channel_id}
          change={(chosen) => setTo({ ...to, channel_id: chosen ?? channel_id })}
        />
        <TopicField
          ref={topic_field}
          value={to}
          from={request}
          disabled={!may_rename}
          change={(renamed) => setTo({ ...to, topic: renamed })}
        />
        {!may_rename && <p className="quiet">{t('move_no_rename')}</p>}
        {message_id !== null && <ModeChoice value={mode} change={setMode} />}
        <fieldset className="choices">
          <legend>{t('move_notices')}</legend>
          <Check label={t('move_notify_new')} value={notify_new} change={setNotifyNew} />
          <Check label={t('move_notify_old')} value={notify_old} change={setNotifyOld} />
        </fieldset>
        {!same && obstacle && <Problem>{t(obstacle)}</Problem>}
        <Failure
          problem={problem}
          too_old={too_old}
          busy={busy}
          moveNewest={(first) => void move(first, 'change_later')}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={close}>
            {t('cancel')}
          </button>
          <button type="submit" className="button primary" disabled={same || obstacle !== null || busy}>
            {t('move_action')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface TopicFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly value: TopicRef;
  readonly from: TopicRef;
  readonly disabled: boolean;
  change(topic: string): void;
}

/** Suggests topics of the channel, and says when the messages would join one that is there, which can't be undone. */
function TopicField({ ref, value: { channel_id, topic }, from, disabled, change }: TopicFieldProps) {
  const list = useId();
  const topics = useTopics(channel_id);
  const is_elsewhere = channel_id !== from.channel_id || !sameTopic(topic.trim(), from.topic);
  const joined = is_elsewhere && topics?.find(({ name }) => sameTopic(name, topic.trim()));
  return (
    <>
      <LabelledInput
        label={t('topic')}
        ref={ref}
        required={null}
        value={topic}
        maxLength={2 * MAX_TOPIC_LENGTH}
        list={list}
        disabled={disabled}
        placeholder={t('general_chat')}
        change={change}
      />
      <datalist id={list}>
        {topics?.slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p role="status" className="dialog-status quiet">
        {joined ? t('move_joins', { topic: topicName(joined.name) }) : ''}
      </p>
    </>
  );
}

/** Which messages of the topic move. */
function ModeChoice({ value, change }: { value: PropagateMode; change(mode: PropagateMode): void }) {
  return (
    <fieldset className="choices">
      <legend>{t('move_which')}</legend>
      {MODES.map(([mode, label]) => (
        <label key={mode} className="check">
          <input type="radio" name="mode" checked={value === mode} onChange={() => change(mode)} />
          {t(label)}
        </label>
      ))}
    </fieldset>
  );
}

interface FailureProps {
  readonly problem: string | null;
  readonly too_old: TooOld | null;
  readonly busy: boolean;
  moveNewest(first: number): void;
}

/** If only some messages are too old to move, offers to move the others. */
function Failure({ problem, too_old, busy, moveNewest }: FailureProps) {
  if (!problem) return null;
  if (!too_old || too_old.movable === 0) return <Problem>{problem}</Problem>;
  const { first, movable: count, total } = too_old;
  return (
    <>
      <Problem>{t('move_too_old', { count, total })}</Problem>
      <button type="button" className="button" disabled={busy} onClick={() => moveNewest(first)}>
        {t('move_the_newest', { count })}
      </button>
    </>
  );
}
