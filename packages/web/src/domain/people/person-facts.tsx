// Single facts about a person, for cards and profiles.
import { ROLE } from '@stoa/contract';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson, type Person } from '../../model/state/state.ts';
import { lastSeen, localTime } from './last-seen.ts';
import { useAvailability } from './presence-dot.tsx';
import { botTypeName, roleName } from './roles.ts';
import { StatusEmoji } from './status-emoji.tsx';

/** The type of a bot, and the role of a person unless it is member. */
function kindOf({ is_bot, bot_type, role }: Person): string | null {
  if (is_bot) return botTypeName(bot_type);
  return role === ROLE.member ? null : roleName(role);
}

/** The role unless it is member, the type of bot, and whether the account is deactivated. */
export function PersonTags({ person }: { person: Person }) {
  const muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === person.user_id));
  const label = kindOf(person);
  if (!label && person.is_active && !muted) return null;
  return (
    <p className="person-tags">
      {label && <span className="tag">{label}</span>}
      {!person.is_active && <span className="tag strong">{t('deactivated')}</span>}
      {muted && <span className="tag">{t('muted_person')}</span>}
    </p>
  );
}

/** Presence and local time. */
export function Seen({ person }: { person: Person }) {
  const availability = useAvailability(person.user_id);
  const attendance = useCell(useEngine().presence.cell);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const time = person.is_bot ? null : localTime(person.timezone, is24);
  return (
    <>
      {availability && <p className="quiet">{lastSeen(attendance, person, availability)}</p>}
      {time && <p className="quiet">{t('local_time', { time })}</p>}
    </>
  );
}

export function StatusLine({ user_id }: { user_id: number }) {
  const status = useAppState(({ user_status }) => user_status[String(user_id)]);
  if (!status?.status_text && !status?.emoji_name) return null;
  return (
    <p className="person-status" dir="auto">
      <StatusEmoji user_id={user_id} /> {status.status_text}
    </p>
  );
}

/** The real address, if the reader may see it. */
export function PersonEmail({ person }: { person: Person }) {
  const address = person.delivery_email;
  if (!address || person.is_bot) return null;
  return (
    <div>
      <dt>{t('email')}</dt>
      <dd>
        <a href={`mailto:${address}`}>{address}</a>
      </dd>
    </div>
  );
}

export function PersonOwner({ person }: { person: Person }) {
  const owner = useAppState((state) => (person.bot_owner_id === null ? null : findPerson(state, person.bot_owner_id)));
  if (!owner) return null;
  return (
    <div>
      <dt>{t('bot_owned_by')}</dt>
      <dd>
        <button type="button" className="name-button" data-person={owner.user_id} aria-haspopup="dialog">
          {owner.full_name}
        </button>
      </dd>
    </div>
  );
}
