// Changes an organization's name, settings and permissions, and tells everybody. [RE6]

import {
  type EventBody,
  type GroupSettingUpdate,
  type GroupSettingValue,
  REALM_PERMISSIONS,
  type RealmChanges,
  type RealmId,
  type RealmPermission,
  type RealmSetting,
  type RealmSettings,
  realmUpdate,
  realmUpdateDict,
  realmUserSettingsDefaultsUpdate,
} from '@stoa/contract';
import { render } from '@stoa/markdown';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { systemGroupIds } from '../membership/membership.queries.ts';
import { moveFullMembers } from './full-members.actions.ts';
import { checkPermissionChanges } from './permission-changes.queries.ts';
import { guestLimitChanged, realmSettingsChanging } from './realm.hooks.ts';
import { getRealmRow } from './realm.queries.ts';
import {
  checkCallProvider,
  checkMayChange,
  checkOperatorsPart,
  checkRealmDescription,
  checkRealmName,
  checkWelcomeMessage,
  settingsFromRequest,
} from './realm.rules.ts';
import { settingsOf } from './realm-settings.queries.ts';
import { authenticationMethods } from './realm-state.queries.ts';

const EVERYONE = { everyone: true } as const;
type Together = EventBody<typeof realmUpdateDict>['data'];

/** {@link changeRealm} for requests, which may also name settings that only the operator changes. */
export async function changeRealmByRequest(
  context: WriteContext,
  actor: Actor,
  server: ServerFacts,
  requested: RealmChanges,
): Promise<void> {
  const { authentication_methods, string_id, ...changes } = requested;
  checkMayChange(actor.role, namesIn(requested));
  checkOperatorsPart({ authentication_methods, string_id }, authenticationMethods(server));
  checkCallProvider(changes.video_chat_provider, server.call_providers);
  await changeRealm(context, actor, changes);
}

const namesIn = (requested: RealmChanges) =>
  Object.entries(requested).flatMap(([name, value]) => (value === undefined ? [] : [name]));

export async function changeRealm(context: WriteContext, actor: Actor, requested: RealmChanges): Promise<void> {
  const { tx } = context;
  const { realm_id } = actor.realm;
  const changes = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));
  checkMayChange(actor.role, namesIn(requested));
  const row = await getRealmRow(tx, realm_id);
  const present = settingsOf(row.settings);
  const wanted = settingsFromRequest(requested);
  if (wanted.welcome_message_custom_text !== undefined) checkWelcomeMessage(wanted.welcome_message_custom_text);
  await context.trigger(realmSettingsChanging, { realm_id, settings: wanted });
  const settings = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== present[name as RealmSetting]),
  ) as Partial<RealmSettings>;
  const isPermission = ([name]: [string, unknown]) => name in REALM_PERMISSIONS;
  const updates = Object.fromEntries(Object.entries(changes).filter(isPermission));
  const permissions = await checkPermissionChanges(
    tx,
    realm_id,
    updates as Partial<Record<RealmPermission, GroupSettingUpdate>>,
  );
  const name = requested.name === undefined ? row.name : checkRealmName(requested.name);
  const description =
    requested.description === undefined ? row.description : checkRealmDescription(requested.description);
  const stored = { ...row.settings, ...settings, permissions: { ...row.settings.permissions, ...permissions } };
  await tx.run(
    sql`update realms set name = ${name}, description = ${description}, settings = ${JSON.stringify(stored)} where realm_id = ${realm_id}`,
  );
  const audited = [
    ...changesBetween(row, { name, description }),
    ...changesBetween(present, settings),
    ...changesBetween(row.settings.permissions ?? {}, permissions),
  ];
  if (audited.length > 0) context.record({ kind: 'organization_changed', changes: audited });
  if (name !== row.name) context.emit(realmUpdate, { property: 'name', value: name }, EVERYONE);
  const text = description === row.description ? {} : { description, rendered_description: render(description).html };
  if (permissions.can_access_all_users_group !== undefined)
    await setLimit(context, realm_id, permissions.can_access_all_users_group);
  emitChanges(context, { ...present, ...settings }, Object.keys(settings) as RealmSetting[], {
    ...text,
    ...permissions,
  });
  if (settings.waiting_period_threshold !== undefined)
    await moveFullMembers(context, realm_id, { waiting_period_threshold: settings.waiting_period_threshold });
}

/** Sets whether guests see everybody, or only those they share something with. [UA1] */
async function setLimit(context: WriteContext, realm_id: RealmId, value: GroupSettingValue): Promise<void> {
  const everyone = (await systemGroupIds(context.tx, realm_id)).get('role:everyone');
  const limits_guests = value !== everyone;
  await context.tx.run(sql`update realms set limits_guests = ${limits_guests} where realm_id = ${realm_id}`);
  await context.trigger(guestLimitChanged, { realm_id, limits_guests });
}

/** Settings announced together, or in more than one form; others are announced one by one. */
function settingGroups(settings: RealmSettings): Partial<Record<RealmSetting, Together>> {
  const { allow_message_editing, message_content_edit_limit_seconds, topics_policy, jitsi_server_url } = settings;
  const editing = { allow_message_editing, message_content_edit_limit_seconds };
  return {
    allow_message_editing: editing,
    message_content_edit_limit_seconds: editing,
    topics_policy: { topics_policy, mandatory_topics: topics_policy === 'disable_empty_topic' },
    jitsi_server_url: { jitsi_server_url },
  };
}

function emitChanges(
  { emit }: WriteContext,
  settings: RealmSettings,
  changed: readonly RealmSetting[],
  more: Together,
): void {
  const parts = settingGroups(settings);
  let data = more;
  for (const name of changed) {
    if (parts[name]) data = { ...data, ...parts[name] };
    else emit(realmUpdate, { property: name, value: settings[name] }, EVERYONE);
    if (name === 'default_language')
      emit(realmUserSettingsDefaultsUpdate, { property: name, value: settings[name] }, EVERYONE);
  }
  if (Object.keys(data).length > 0) emit(realmUpdateDict, { property: 'default', data }, EVERYONE);
}
