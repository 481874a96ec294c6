// Chooses where a message goes: a channel and its topic, or people.
import { useId, useState } from 'react';
import { useAppState } from '../app/context.ts';
import { peopleNames } from '../people/names.ts';
import { useTopics } from '../sidebar/topics.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import type { Conversation } from './compose.tsx';

interface Props {
  readonly target: Conversation;
  retarget(target: Conversation): void;
  close(): void;
}

export function Recipient({ target, retarget, close }: Props) {
  const channels = useAppState(({ subscriptions }) => subscriptions);
  const sorted = channels.filter(({ is_archived }) => !is_archived).sort((a, b) => a.name.localeCompare(b.name));
  const direct = target.kind === 'direct';
  return (
    <div className="recipient">
      <label>
        <span className="hidden-text">{t('choose_conversation')}</span>
        <select
          className="field"
          value={direct ? 'direct' : String(target.channel_id)}
          onChange={({ target: { value } }) =>
            retarget(
              value === 'direct'
                ? { kind: 'direct', user_ids: [] }
                : { kind: 'topic', channel_id: Number(value), topic: direct ? '' : target.topic },
            )
          }
        >
          <option value="direct">{t('direct_messages')}</option>
          <optgroup label={t('channels')}>
            {sorted.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                #{name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {direct ? (
        <People target={target} retarget={retarget} />
      ) : (
        <TopicField key={target.channel_id} target={target} retarget={retarget} />
      )}
      <button type="button" className="icon-button" title={t('close')} onClick={close}>
        <Icon name="close" />
        <span className="hidden-text">{t('close')}</span>
      </button>
    </div>
  );
}

function TopicField({
  target,
  retarget,
}: {
  target: Extract<Conversation, { kind: 'topic' }>;
  retarget: Props['retarget'];
}) {
  const list = useId();
  const topics = useTopics(target.channel_id);
  return (
    <>
      <input
        className="field"
        value={target.topic}
        maxLength={60}
        dir="auto"
        list={list}
        placeholder={t('topic')}
        aria-label={t('topic')}
        onChange={({ target: { value } }) => retarget({ ...target, topic: value })}
      />
      <datalist id={list}>
        {topics?.slice(0, 50).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function People({
  target,
  retarget,
}: {
  target: Extract<Conversation, { kind: 'direct' }>;
  retarget: Props['retarget'];
}) {
  const list = useId();
  const state = useAppState((all) => all);
  const [text, setText] = useState('');
  const add = (value: string) => {
    const found = state.realm_users.find(({ full_name, email }) => value === full_name || value === email);
    setText(found ? '' : value);
    if (found && !target.user_ids.includes(found.user_id))
      retarget({ kind: 'direct', user_ids: [...target.user_ids, found.user_id].sort((a, b) => a - b) });
  };
  return (
    <>
      {target.user_ids.length > 0 && (
        <button
          type="button"
          className="tag"
          title={t('discard')}
          onClick={() => retarget({ kind: 'direct', user_ids: target.user_ids.slice(0, -1) })}
        >
          {peopleNames(state, target.user_ids)} ×
        </button>
      )}
      <input
        className="field"
        value={text}
        list={list}
        placeholder={t('choose_person')}
        aria-label={t('choose_person')}
        onChange={({ target: { value } }) => add(value)}
      />
      <datalist id={list}>
        {text.length > 0 &&
          state.realm_users
            .filter(({ full_name }) => full_name.toLowerCase().includes(text.toLowerCase()))
            .slice(0, 20)
            .map(({ user_id, full_name }) => <option key={user_id} value={full_name} />)}
      </datalist>
    </>
  );
}
