// Reporting and reading presence.

import type { UserId } from '@stoa/contract';
import { BadRequest, getRealmPresence, getUserPresence, Refused, updatePresence } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { action, RawResult, type Route, read } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { seconds } from '../../kit/time/clock.ts';
import { completeSettings } from '../users/user-settings.queries.ts';
import { getUserByAddress, getVisibleUser } from '../users/users.queries.ts';
import { findPresence, findPresences, isPresenceShown } from './presence.queries.ts';
import { isOffline, legacyPresences } from './presence.rules.ts';
import type { PresenceReports } from './presence-reports.ts';
import { PresenceResponses } from './presence-responses.ts';

export function presenceRoutes(reports: PresenceReports, db: Connection): Route[] {
  const answers = new PresenceResponses(db);
  return [
    action(updatePresence, async ({ actor, now }, params) => {
      if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
      const { status, last_update_id, history_limit_days, slim_presence, ping_only } = params;
      if (completeSettings(actor.settings).presence_enabled) await reports.report(actor, status);
      const after = last_update_id ?? -1;
      if (ping_only) return { presence_last_update_id: after, zephyr_mirror_active: false };
      const modern = last_update_id !== undefined || slim_presence;
      return answers.get({ actor, modern, after, history_limit_days, now: seconds(now) });
    }),
    read(getUserPresence, async ({ db, actor, realm, now }, { user_id_or_email: named }) => {
      const user = /^\d{1,15}$/.test(named)
        ? await getVisibleUser(db, actor, Number(named) as UserId)
        : await getUserByAddress(db, actor, named);
      if (!user.is_active) throw Refused('person_unknown');
      if (user.is_bot) throw BadRequest('Presence is not supported for bot users.');
      const presence = (await isPresenceShown(db, realm.realm_id)) ? await findPresence(db, user.user_id) : null;
      if (!presence) throw BadRequest(`No presence data for ${named}`);
      const { status, timestamp } = legacyPresences(presence, seconds(now)).aggregated!;
      const aggregated = { status: isOffline(timestamp, seconds(now)) ? ('offline' as const) : status, timestamp };
      return { presence: { aggregated, website: { status, timestamp } } };
    }),
    read(getRealmPresence, async ({ db, actor, now }) => {
      const at = seconds(now);
      const { presences } = await findPresences(db, {
        actor,
        modern: false,
        after: -1,
        history_limit_days: undefined,
        now: at,
      });
      return new RawResult(fieldsOf({ server_timestamp: at, presences }));
    }),
  ];
}
