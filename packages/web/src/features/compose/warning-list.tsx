// Warns before sending about people who will not see the message and private channels it names.
import { useDeferredValue, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { addedSubscribers, knownSubscribers, learnSubscribers } from '../../domain/channels/known-subscribers.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { findChannel } from '../../model/state/state.ts';
import { guestsAmong, missingPeople, privateChannelsNamed } from './warnings.ts';

interface Props {
  readonly text: string;
  readonly channel_id: number | null;
  /** Recipients of the direct message. */
  readonly user_ids: readonly number[];
}

export function WarningList({ text, channel_id, user_ids }: Props) {
  const engine = useEngine();
  const state = useAppState((all) => all);
  const written = useDeferredValue(text);
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set());
  const [, setLearned] = useState(0);
  const has_mention = written.includes('@**');
  useEffect(() => {
    if (channel_id !== null && has_mention)
      void learnSubscribers(engine, channel_id).then(() => setLearned((count) => count + 1));
  }, [engine, channel_id, has_mention]);
  const channel = channel_id === null ? null : findChannel(state, channel_id);
  const ignore = (key: string) => setIgnored(new Set([...ignored, key]));
  const missing = channel && has_mention ? missingPeople(state, written, knownSubscribers(channel.stream_id)) : [];
  const named = written.includes('#**') ? privateChannelsNamed(state, written, channel_id) : [];
  const guests = written === '' ? [] : guestsAmong(state, user_ids);
  const add = (user_id: number) =>
    attemptOnce(`subscribe ${user_id} ${channel!.stream_id}`, async () => {
      await engine.client.subscribe({ subscriptions: [{ name: channel!.name }], principals: [user_id] });
      addedSubscribers(channel!.stream_id, [user_id]);
      ignore(`person ${user_id}`);
    });
  return (
    <div className="compose-warnings" role="status">
      {missing
        .filter((id) => !ignored.has(`person ${id}`))
        .map((id) => (
          <p key={id} className="compose-warning">
            <span>{t('warn_not_subscribed', { name: personName(state, id), channel: channel!.name })}</span>
            <button type="button" className="button" onClick={() => void add(id)}>
              {t('warn_subscribe')}
            </button>
            <Ignore act={() => ignore(`person ${id}`)} />
          </p>
        ))}
      {guests
        .filter((id) => !ignored.has(`guest ${id}`))
        .map((id) => (
          <p key={`guest ${id}`} className="compose-warning">
            <span>{t('warn_guest', { name: personName(state, id) })}</span>
            <Ignore act={() => ignore(`guest ${id}`)} />
          </p>
        ))}
      {named
        .filter(({ stream_id }) => !ignored.has(`channel ${stream_id}`))
        .map(({ stream_id, name }) => (
          <p key={stream_id} className="compose-warning">
            <span>{t('warn_private_channel', { channel: name })}</span>
            <Ignore act={() => ignore(`channel ${stream_id}`)} />
          </p>
        ))}
    </div>
  );
}

function Ignore({ act }: { act(): void }) {
  return <IconButton icon="close" size={16} label={t('warn_ignore')} onClick={act} />;
}
