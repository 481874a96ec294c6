// Who is in a channel: found by name, added and put out as far as the reader may. Draws what is in sight only.
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useEngine, useStateOf } from '../app/context.ts';
import { findPerson, type KnownChannel, type Person } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { GuestMark } from '../people/guest-mark.tsx';
import { compareNames, t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { FindField } from '../ui/find-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { notify } from '../ui/notices.ts';
import { hashOf } from '../views/view.ts';
import { AddPeople } from './add-people.tsx';
import { mayAddSubscribers, mayRemoveSubscribers } from './channel-permissions.ts';
import { useSubscribers } from './use-subscribers.ts';

const SHOWN_BY = [
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'realm_user_groups',
  'is_admin',
] as const;

export function Subscribers({ channel }: { channel: KnownChannel }) {
  const state = useStateOf(SHOWN_BY);
  const ids = useSubscribers(channel);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim().toLocaleLowerCase());
  const people = useMemo(
    () =>
      (ids ?? [])
        .map((id) => findPerson(state, id))
        .filter((person) => person !== null)
        .sort((a, b) => compareNames(a.full_name, b.full_name)),
    [ids, state],
  );
  const shown = query
    ? people.filter(
        ({ full_name, email }) =>
          full_name.toLocaleLowerCase().includes(query) || email.toLocaleLowerCase().includes(query),
      )
    : people;
  const scroller = useRef<HTMLDivElement>(null);
  const may_remove = mayRemoveSubscribers(state, channel);
  return (
    <div className="subscribers">
      {mayAddSubscribers(state, channel) && <AddPeople channel={channel} present={ids ?? []} />}
      <div className="channels-find">
        <FindField label={t('find_subscriber')} value={typed} change={setTyped} />
        <span className="quiet" role="status">
          {ids === null ? t('loading') : t('channel_member_count', { count: shown.length })}
        </span>
      </div>
      <div ref={scroller} className="subscribers-scroll">
        <Virtualizer as="ul" item="li" scrollRef={scroller} itemSize={44}>
          {shown.map((person) => (
            <SubscriberRow
              key={person.user_id}
              person={person}
              channel_name={channel.name}
              removable={may_remove || person.user_id === state.user_id}
              is_own={person.user_id === state.user_id}
            />
          ))}
        </Virtualizer>
      </div>
    </div>
  );
}

interface RowProps {
  readonly person: Person;
  readonly channel_name: string;
  readonly removable: boolean;
  readonly is_own: boolean;
}

const SubscriberRow = memo(function SubscriberRow({ person, channel_name, removable, is_own }: RowProps) {
  const { client } = useEngine();
  const { user_id, full_name, email, is_bot } = person;
  const remove = () =>
    attempt(async () => {
      await client.unsubscribe({ subscriptions: [channel_name], principals: [user_id] });
      notify(t('subscriber_removed', { name: full_name }));
    });
  return (
    <div className="subscriber">
      <Avatar person={person} size="s" />
      <a href={hashOf({ kind: 'page', page: 'user', path: [String(user_id)] })} dir="auto">
        {is_own ? t('you', { name: full_name }) : full_name}
      </a>
      {is_bot && <span className="tag">{t('bot')}</span>}
      <GuestMark user_id={user_id} />
      <span className="subscriber-email quiet">{email}</span>
      {removable && (
        <button
          type="button"
          className="icon-button"
          title={t('remove_subscriber', { name: full_name })}
          onClick={() => void remove()}
        >
          <Icon name="close" size={16} />
          <span className="hidden-text">{t('remove_subscriber', { name: full_name })}</span>
        </button>
      )}
    </div>
  );
});
