// Moves a topic, or messages of it, to another topic or channel, and says what the server has against it.
import * as Ariakit from '@ariakit/react';
import type { PropagateMode } from '@stoa/contract';
import { MAX_TOPIC_LENGTH } from '@stoa/contract';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { notify } from '../../base/ui/notices.ts';
import { keyOf } from '../../base/views/view.ts';
import { newestIn } from '../../domain/channels/channel-actions.ts';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import { mayMoveOut, mayRenameTopics, maySend } from '../../domain/channels/channel-permissions.ts';
import { sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import { type MoveRequest, moveMessages, type TooOld, tooOldOf } from '../../domain/channels/topic-actions.ts';
import { useTopics } from '../../domain/channels/topics.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
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

export function MoveDialog({ request, close }: { request: MoveRequest; close(): void }) {
  const { channel_id, topic, message_id } = request;
  const engine = useEngine();
  const { go, place } = useNavigation();
  const list = useId();
  const [to, setTo] = useState({ channel_id, topic });
  const [mode, setMode] = useState<PropagateMode>(message_id === null ? 'change_all' : 'change_later');
  const [notify_new, setNotifyNew] = useState(true);
  const [notify_old, setNotifyOld] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [too_old, setTooOld] = useState<TooOld | null>(null);
  const topics = useTopics(to.channel_id);
  const channels = useMemo(() => targets(engine.state.get(), channel_id), [engine, channel_id]);
  const topic_field = useRef<HTMLInputElement>(null);
  const may_rename = useAppState((now) => {
    const from = findChannel(now, channel_id);
    return from !== null && mayRenameTopics(now, from);
  });
  const wanted = { channel_id: to.channel_id, topic: to.topic.trim() };
  const same = wanted.channel_id === channel_id && wanted.topic === topic;
  const obstacle = useAppState((now) => sendingObstacle(now, wanted));

  const move = async (how: { from_id: number | null; mode: PropagateMode }) => {
    setBusy(true);
    setProblem(null);
    setTooOld(null);
    try {
      const anchor = how.from_id ?? (await newestIn(engine, { kind: 'topic', channel_id, topic }));
      if (anchor === null) return setProblem(t('topic_is_empty'));
      const from = { channel_id, topic };
      await moveMessages(engine, {
        message_id: anchor,
        from,
        to: wanted,
        propagate_mode: how.mode,
        notify_new,
        notify_old,
      });
      notify(t('moved_messages'));
      close();
      if (how.mode === 'change_all' && keyOf(place.view) === keyOf({ kind: 'topic', ...from }))
        go({ kind: 'topic', ...wanted });
    } catch (error) {
      setTooOld(tooOldOf(error));
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!same && !obstacle && !busy) void move({ from_id: message_id, mode });
  };
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      initialFocus={may_rename ? topic_field : undefined}
      className="dialog"
      backdrop={<div className="backdrop" />}
    >
      <Ariakit.DialogHeading className="dialog-title">
        {message_id === null ? t('move_topic_title', { topic: topicName(topic) }) : t('move_messages_title')}
      </Ariakit.DialogHeading>
      <form className="dialog-form" onSubmit={submit}>
        <ChannelChooser
          label={t('channel')}
          channels={channels}
          value={to.channel_id}
          change={(chosen) => setTo({ ...to, channel_id: chosen ?? channel_id })}
        />
        <label className="labelled">
          {t('topic')}
          <input
            ref={topic_field}
            className="field"
            dir="auto"
            value={to.topic}
            maxLength={2 * MAX_TOPIC_LENGTH}
            list={list}
            disabled={!may_rename}
            placeholder={t('general_chat')}
            onChange={(event) => setTo({ ...to, topic: event.target.value })}
          />
        </label>
        <datalist id={list}>
          {topics?.slice(0, 50).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {!may_rename && <p className="quiet">{t('move_no_rename')}</p>}
        {message_id !== null && (
          <fieldset className="choices">
            <legend>{t('move_which')}</legend>
            {MODES.map(([value, label]) => (
              <label key={value} className="check">
                <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} />
                {t(label)}
              </label>
            ))}
          </fieldset>
        )}
        <fieldset className="choices">
          <legend>{t('move_notices')}</legend>
          <label className="check">
            <input type="checkbox" checked={notify_new} onChange={(event) => setNotifyNew(event.target.checked)} />
            {t('move_notify_new')}
          </label>
          <label className="check">
            <input type="checkbox" checked={notify_old} onChange={(event) => setNotifyOld(event.target.checked)} />
            {t('move_notify_old')}
          </label>
        </fieldset>
        {!same && obstacle && (
          <p role="alert" className="problem">
            {t(obstacle)}
          </p>
        )}
        {problem && (
          <p role="alert" className="problem">
            {too_old && too_old.movable > 0
              ? t('move_too_old', { count: too_old.movable, total: too_old.total })
              : problem}
          </p>
        )}
        {too_old && too_old.movable > 0 && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void move({ from_id: too_old.first, mode: 'change_later' })}
          >
            {t('move_the_newest', { count: too_old.movable })}
          </button>
        )}
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
          <button type="submit" className="button primary" disabled={same || obstacle !== null || busy}>
            {t('move_action')}
          </button>
        </div>
      </form>
    </Ariakit.Dialog>
  );
}
