// Chooses where a message goes: a channel and its topic, or people.
import { useEffect, useId, useRef, useState } from 'react';
import { useAppState } from '../app/context.ts';
import { maySend } from '../channels/channel-permissions.ts';
import { useChannels } from '../channels/use-channels.ts';
import { peopleNames } from '../people/names.ts';
import { useTopics } from '../sidebar/topics.ts';
import { t } from '../text/text.ts';
import { ChannelChooser } from '../ui/channel-chooser.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Conversation } from './drafts.ts';

interface Props {
  readonly target: Conversation;
  /** Writing begins with what is to be chosen here. */
  readonly begin: boolean;
  retarget(target: Conversation): void;
  close(): void;
}

export function Recipient({ target, begin, retarget, close }: Props) {
  const element = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (begin) element.current?.querySelector('input')?.focus();
  }, []);
  const channels = useChannels(maySend);
  const direct = target.kind === 'direct';
  return (
    <div ref={element} className="recipient">
      <ChannelChooser
        label={t('choose_conversation')}
        hide_label
        channels={channels}
        value={direct ? null : target.channel_id}
        none={{ label: t('direct_messages'), icon: 'people' }}
        change={(channel_id) =>
          retarget(
            channel_id === null
              ? { kind: 'direct', user_ids: [] }
              : { kind: 'topic', channel_id, topic: direct ? '' : target.topic },
          )
        }
      />
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
