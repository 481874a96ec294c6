// All people, searchable by name, online ones first. Draws only visible rows. [WB54]
import { ROLE, type User } from '@stoa/contract';
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf } from '../../base/views/view.ts';
import { lastSeen } from '../../domain/people/last-seen.ts';
import { byAvailability, matchesName, peopleByName } from '../../domain/people/people-order.ts';
import { viewOfPerson } from '../../domain/people/person-actions.ts';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { useAvailability } from '../../domain/people/presence-dot.tsx';
import { roleName } from '../../domain/people/roles.ts';
import { StatusEmoji } from '../../domain/people/status-emoji.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

export function PeoplePage() {
  const engine = useEngine();
  const users = useAppState(({ realm_users }) => realm_users);
  const own_id = useAppState(({ user_id }) => user_id);
  const shown = useAppState(({ user_settings }) => user_settings.presence_enabled);
  const attendance = useDeferredValue(useCell(engine.presence.cell));
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const scroller = useRef<HTMLDivElement>(null);
  const people = useMemo(() => {
    const sorted = peopleByName(users);
    const found = query.trim() === '' ? sorted : sorted.filter((user) => matchesName(user, query));
    return byAvailability(found, attendance, { user_id: own_id, shown });
  }, [users, query, attendance, own_id, shown]);
  return (
    <div className="people-page">
      <FindField label={t('find_person')} value={typed} change={setTyped} />
      <p className="quiet" role="status">
        {people.length === 0 ? t('nobody_found') : t('people_count', { count: people.length })}
      </p>
      <div ref={scroller} className="people-scroll">
        <Virtualizer as="ul" item="li" scrollRef={scroller}>
          {people.map((person) => (
            <PersonRow key={person.user_id} person={person} own_id={own_id} />
          ))}
        </Virtualizer>
      </div>
    </div>
  );
}

const PersonRow = memo(function PersonRow({ person, own_id }: { person: User; own_id: number }) {
  const { user_id, full_name, role } = person;
  const engine = useEngine();
  const availability = useAvailability(user_id);
  const seen = useCell(engine.presence.cell, (attendance) =>
    availability ? lastSeen(attendance, person, availability) : '',
  );
  const label = t('message_to', { conversation: full_name });
  return (
    <div className="roster-row">
      <PersonMark person={person} size="m" />
      <div className="roster-main">
        <button type="button" className="name-button strong" data-person={user_id} aria-haspopup="dialog" dir="auto">
          {user_id === own_id ? t('you', { name: full_name }) : full_name}
        </button>{' '}
        <StatusEmoji user_id={user_id} /> {role !== ROLE.member && <span className="tag">{roleName(role)}</span>}
        <p className="quiet roster-detail">{seen}</p>
      </div>
      <a className="icon-button" href={hashOf(viewOfPerson(user_id, own_id))} title={label}>
        <Icon name="send" />
        <span className="hidden-text">{label}</span>
      </a>
    </div>
  );
});
