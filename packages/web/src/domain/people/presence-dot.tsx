// Presence as a dot: filled, half filled or empty, so that it does not depend on colour.
import { memo } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { type FirstKey, t } from '../../base/text/text.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { type Availability, availabilityOf } from '../../model/presence/presence-store.ts';
import { findPerson } from '../../model/state/state.ts';

const TEXTS: Readonly<Record<Availability, FirstKey>> = {
  active: 'presence_active',
  idle: 'presence_idle',
  offline: 'presence_offline',
};

/** Null for accounts without presence: bots, deactivated people, and everybody if the organization disabled it. */
export function useAvailability(user_id: number): Availability | null {
  const book = useEngine().presence.cell;
  const availability = useCell(book, (attendance) => availabilityOf(attendance, user_id));
  return useAppState((state) => {
    const person = findPerson(state, user_id);
    if (!person || person.is_bot || person.is_active === false || state.realm_presence_disabled) return null;
    // The reader is online, whatever the last report was.
    if (user_id === state.user_id) return state.user_settings.presence_enabled ? 'active' : 'offline';
    return availability;
  });
}

export const PresenceDot = memo(function PresenceDot({
  user_id,
  silent = false,
}: {
  user_id: number;
  silent?: boolean;
}) {
  const availability = useAvailability(user_id);
  if (!availability) return null;
  return (
    <span className={`presence presence-${availability}`} title={t(TEXTS[availability])}>
      {!silent && <span className="hidden-text">{t(TEXTS[availability])}</span>}
    </span>
  );
});
