// The subscribers of a channel: searched, added and removed. Draws only visible rows.
import { ROLE } from '@stoa/contract';
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { compareNames } from '../../base/text/text.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { hashOf } from '../../base/views/view.ts';
import { mayAddSubscribers, mayRemoveSubscribers } from '../../domain/channels/channel-permissions.ts';
import { useSubscribers } from '../../domain/channels/use-subscribers.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { GuestMark } from '../../domain/people/guest-mark.tsx';
import { visibleAddress } from '../../domain/people/visible-address.ts';
import { useEngine, useStateOf } from '../../model/engine/context.ts';
import { findPerson, type KnownChannel, type Person } from '../../model/state/state.ts';
import { AddPeople } from './add-people.tsx';
import { type Leaving, RemoveSubscriberDialog, removeSubscriber } from './remove-subscriber.tsx';

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
  const query = useDeferredValue(fold(typed.trim()));
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
        (person) => fold(person.full_name).includes(query) || fold(visibleAddress(person) ?? '').includes(query),
      )
    : people;
  const engine = useEngine();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const remove = useCallback(
    (person: Person) => {
      const bots = botsLeavingWith(person, channel, people);
      if (bots.length > 0) setLeaving({ person, bots });
      else void removeSubscriber(engine, channel, person);
    },
    [engine, channel, people],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const may_remove = mayRemoveSubscribers(state, channel);
  return (
    <div className="subscribers">
      {mayAddSubscribers(state, channel) && <AddPeople channel={channel} present={ids ?? []} />}
      <div className="channels-find">
        <FindField label={t('find_subscriber')} value={typed} change={setTyped} />
        <span className="quiet" role="status">
          {ids === null ? t('loading') : t('member_count', { count: shown.length })}
        </span>
      </div>
      <div ref={scroller} className="subscribers-scroll">
        <Virtualizer as="ul" item="li" scrollRef={scroller} itemSize={44}>
          {shown.map((person) => (
            <SubscriberRow
              key={person.user_id}
              person={person}
              remove={remove}
              removable={may_remove || person.user_id === state.user_id}
              is_own={person.user_id === state.user_id}
            />
          ))}
        </Virtualizer>
      </div>
      {leaving && <RemoveSubscriberDialog {...leaving} channel={channel} close={() => setLeaving(null)} />}
    </div>
  );
}

/** Bots in a channel that their owner can no longer read after leaving: the server removes them too. */
function botsLeavingWith(person: Person, channel: KnownChannel, people: readonly Person[]): Person[] {
  const keeps_reading = channel.is_web_public || (!channel.invite_only && person.role !== ROLE.guest);
  if (keeps_reading || person.is_bot) return [];
  return people.filter(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === person.user_id);
}

interface RowProps {
  readonly person: Person;
  remove(person: Person): void;
  readonly removable: boolean;
  readonly is_own: boolean;
}

const SubscriberRow = memo(function SubscriberRow({ person, remove, removable, is_own }: RowProps) {
  const { user_id, full_name, is_bot } = person;
  const address = visibleAddress(person);
  return (
    <div className="subscriber">
      <Avatar person={person} size="s" />
      <a href={hashOf({ kind: 'page', page: 'user', path: [String(user_id)] })} dir="auto">
        {is_own ? t('you', { name: full_name }) : full_name}
      </a>
      {is_bot && <span className="tag">{t('bot')}</span>}
      <GuestMark user_id={user_id} />
      {address && <span className="subscriber-email quiet">{address}</span>}
      {removable && (
        <IconButton
          icon="close"
          size={16}
          label={t('remove_subscriber', { name: full_name })}
          onClick={() => remove(person)}
        />
      )}
    </div>
  );
});
