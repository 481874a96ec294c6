// The organization itself in the reference server's export: its row, channels, and lists that everybody sees.

import type { RealmId } from '@stoa/contract';
import { findLinkifiers } from '../../../conversation/linkifiers/linkifiers.queries.ts';
import { findPlaygrounds } from '../../../features/playgrounds/playgrounds.queries.ts';
import { findRealmDomains } from '../../../identity/realm/allowed-emails.queries.ts';
import { getRealmRow, hostName } from '../../../identity/realm/realm.queries.ts';
import { getRealmPermissions, getRealmSettings } from '../../../identity/realm/realm-settings.queries.ts';
import { completeSettings, findNewSettings } from '../../../identity/users/user-settings.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import type { Groups } from './groups.ts';
import {
  CHANNEL_GROUPS,
  historyPolicy,
  REALM_CHANNELS,
  REALM_GROUPS,
  REALM_SETTINGS,
  USER_SETTINGS,
} from './layout.rules.ts';
import type { Recipients } from './recipients.ts';

export async function realmRow(
  db: Connection,
  realm: Realm,
  scope: ExportScope,
  groups: Groups,
  pictures: ReadonlyMap<string, number>,
): Promise<object> {
  const { realm_id, name, description, uuid, date_created } = await getRealmRow(db, realm.realm_id);
  const settings = await getRealmSettings(db, realm_id);
  const permissions = await getRealmPermissions(db, realm_id);
  const exported = new Set<number>(scope.channels.map(({ stream_id }) => stream_id));
  const channel = (id: number) => (exported.has(id) ? id : null);
  return {
    id: realm_id,
    name,
    description,
    string_id: hostName(new URL(realm.url).host).split('.')[0],
    uuid,
    date_created,
    deactivated: false,
    ...Object.fromEntries(REALM_SETTINGS.map((key) => [key, settings[key]])),
    ...Object.fromEntries(Object.entries(REALM_CHANNELS).map(([column, key]) => [column, channel(settings[key])])),
    ...Object.fromEntries(REALM_GROUPS.map((key) => [key, groups.idOf(permissions[key])])),
    mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    giphy_rating: settings.gif_rating_policy,
    message_edit_history_visibility_policy: historyPolicy(settings.message_edit_history_visibility_policy),
    icon_source: pictures.has('icon') ? 'U' : 'G',
    icon_version: pictures.get('icon') ?? 1,
    logo_source: pictures.has('logo') ? 'U' : 'D',
    logo_version: pictures.get('logo') ?? 1,
    night_logo_source: pictures.has('night_logo') ? 'U' : 'D',
    night_logo_version: pictures.get('night_logo') ?? 1,
  };
}

/** The default settings of new accounts. */
async function defaultsRow(db: Connection, realm_id: RealmId): Promise<object> {
  const settings = completeSettings(await findNewSettings(db, realm_id));
  return Object.fromEntries(USER_SETTINGS.map((name) => [name, settings[name]]));
}

export function streamRows(realm_id: number, scope: ExportScope, recipients: Recipients, groups: Groups): object[] {
  return scope.channels.map((channel) => ({
    id: channel.stream_id,
    name: channel.name,
    realm: realm_id,
    date_created: channel.date_created,
    creator: channel.creator_id,
    deactivated: channel.is_archived,
    description: channel.description,
    rendered_description: channel.rendered_description,
    recipient: recipients.ofChannel(channel.stream_id),
    invite_only: channel.invite_only,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    is_web_public: channel.is_web_public,
    is_in_zephyr_realm: false,
    message_retention_days: channel.message_retention_days,
    ...Object.fromEntries(CHANNEL_GROUPS.map((name) => [name, groups.idOf(channel[name])])),
    is_recently_active: true,
  }));
}

/** Lists of the organization by table. */
export async function organizationTables(
  db: Connection,
  realm_id: Realm['realm_id'],
  scope: ExportScope,
): Promise<Readonly<Record<string, object[]>>> {
  const fields = await db.all<{ id: number; type: number } & Record<string, unknown>>(
    sql`select id, name, hint, type, field_data, "order", display_in_profile_summary, required, editable_by_user
     from custom_profile_fields where realm_id = ${realm_id} order by id`,
  );
  const values = await db.all<{ user_id: number; field_id: number; value: string; rendered_value: string | null }>(
    sql`select user_id, field_id, value, rendered_value from custom_profile_values
     join custom_profile_fields on custom_profile_fields.id = field_id where realm_id = ${realm_id} order by user_id, field_id`,
  );
  const of_realm = <R extends object>(rows: readonly R[]) =>
    rows.map((row, at) => ({ id: at + 1, realm: realm_id, ...row }));
  return {
    zerver_defaultstream: of_realm(
      scope.channels.filter(({ is_default }) => is_default).map(({ stream_id }) => ({ stream: stream_id })),
    ),
    zerver_customprofilefield: fields.map(({ type, ...field }) => ({ ...field, realm: realm_id, field_type: type })),
    zerver_customprofilefieldvalue: values.map(({ user_id, field_id, value, rendered_value }, at) => ({
      id: at + 1,
      user_profile: user_id,
      field: field_id,
      value,
      rendered_value,
    })),
    zerver_realmuserdefault: of_realm([await defaultsRow(db, realm_id)]),
    zerver_realmdomain: of_realm(await findRealmDomains(db, realm_id)),
    zerver_realmfilter: of_realm(
      (await findLinkifiers(db, realm_id)).map(({ pattern, url_template }, order) => ({
        pattern,
        url_template,
        order,
      })),
    ),
    zerver_realmplayground: of_realm(
      (await findPlaygrounds(db, realm_id)).map(({ name, pygments_language, url_template }) => ({
        name,
        pygments_language,
        url_template,
      })),
    ),
  };
}
