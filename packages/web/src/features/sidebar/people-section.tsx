// People online, below the channels; collapsible like other sections. [WB54]
import { memo, useDeferredValue, useMemo } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { toggleSection, useIsOpen } from '../../base/ui/collapsed-sections.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { keyOf } from '../../base/views/view.ts';
import { GuestMark } from '../../domain/people/guest-mark.tsx';
import { mostPresent, peopleByName } from '../../domain/people/people-order.ts';
import { viewOfPerson } from '../../domain/people/person-actions.ts';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { PresenceDot } from '../../domain/people/presence-dot.tsx';
import { StatusEmoji } from '../../domain/people/status-emoji.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { PresenceSnapshot } from '../../model/presence/presence-store.ts';
import { FoldingHeading, SidebarLink } from './sidebar-link.tsx';

const KEY = 'people';
const SHOWN = 15;
/** Values of `user_list_style`; the first shows names only. */
const COMPACT = 1;
const WITH_AVATAR = 3;

export const PeopleSection = memo(function PeopleSection({ current }: { current: string }) {
  const open = useIsOpen(KEY);
  const page = { kind: 'page', page: 'people', path: [] } as const;
  return (
    <section>
      <FoldingHeading name={t('people_title')} open={open} count={0} toggle={() => toggleSection(KEY)} />
      {open && (
        <ul className="sidebar-links">
          <Present />
          <li>
            <SidebarLink view={page} is_current={keyOf(page) === current} className="more">
              {t('all_people')}
            </SidebarLink>
          </li>
        </ul>
      )}
    </section>
  );
});

function Present() {
  const engine = useEngine();
  const users = useAppState(({ realm_users }) => realm_users);
  const muted = useAppState(({ muted_users }) => muted_users);
  const own_id = useAppState(({ user_id }) => user_id);
  const shown = useAppState(({ user_settings }) => user_settings.presence_enabled);
  const style = useAppState(({ user_settings }) => user_settings.user_list_style);
  // Computed after everything else is on screen.
  const attendance = useDeferredValue<PresenceSnapshot | null>(useCell(engine.presence.cell), null);
  const people = useMemo(() => {
    if (!attendance) return [];
    const hidden = new Set<number>([own_id, ...muted.map(({ id }) => id)]);
    const others = peopleByName(users).filter(({ user_id }) => !hidden.has(user_id));
    return mostPresent(others, attendance, { user_id: own_id, shown }, SHOWN);
  }, [users, muted, attendance, own_id, shown]);
  return people.map((person) => {
    const view = viewOfPerson(person.user_id, own_id);
    const label = t('people_card', { name: person.full_name });
    return (
      <li key={person.user_id} className="people-row">
        {/* The current conversation is marked in the list above. */}
        <SidebarLink view={view} is_current={false}>
          {style === WITH_AVATAR ? <PersonMark person={person} /> : <Dot user_id={person.user_id} />}
          <span className="sidebar-name" dir="auto">
            {person.full_name}
            {style !== COMPACT && <StatusText user_id={person.user_id} />}
          </span>
          <GuestMark user_id={person.user_id} />
          <StatusEmoji user_id={person.user_id} />
        </SidebarLink>
        <IconButton
          icon="person"
          size={16}
          label={label}
          className="people-menu"
          data-person={person.user_id}
          aria-haspopup="dialog"
        />
      </li>
    );
  });
}

/** Keeps the space of a missing presence. */
const Dot = ({ user_id }: { user_id: number }) => (
  <span className="people-dot">
    <PresenceDot user_id={user_id} />
  </span>
);

function StatusText({ user_id }: { user_id: number }) {
  const text = useAppState(({ user_status }) => user_status[String(user_id)]?.status_text);
  return text ? <span className="people-status quiet">{text}</span> : null;
}
