// Entries of the audit log as sentences: who did what, what changed, and how. Draws nothing.
import type { AuditChange, AuditEntry, AuditValue, AuditVia, GroupSettingValue, Role } from '@stoa/contract';
import { hasText, t } from '../../base/text/all-texts.ts';
import { formatList, numberName, type TextKey } from '../../base/text/text.ts';
import { describeHolder, holderNames, holdersOf } from '../../domain/groups/group-settings.ts';
import { botTypeName, roleName } from '../../domain/people/roles.ts';
import { personName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { fieldLabel, settingValue } from './audit-fields.ts';

/** Whoever is no account. */
const NOBODY: Readonly<Record<AuditVia, TextKey>> = {
  session: 'unknown_person',
  api_key: 'unknown_person',
  access_token: 'unknown_person',
  no_credentials: 'audit_somebody',
  scim: 'audit_identity_provider',
  directory: 'audit_directory',
  command_line: 'audit_operator',
  server: 'audit_server',
};

export function actorName(state: State, { acting_user_id, via }: AuditEntry): string {
  return acting_user_id === null ? t(NOBODY[via]) : personName(state, acting_user_id);
}

const channelName = (state: State, stream_id: number) => {
  const channel = findChannel(state, stream_id);
  return channel ? `#${channel.name}` : t('unknown_channel');
};

/** The name of the object that the entry is about. */
function objectName(state: State, { kind, acting_user_id, user_id, stream_id, group_id, name }: AuditEntry): string {
  if (kind === 'access_token_created' || kind === 'access_token_revoked')
    return user_id === acting_user_id || user_id === null ? name! : `${name} (${personName(state, user_id)})`;
  if (kind === 'messages_moved' || kind === 'topic_deleted') return placeName(state, stream_id, name);
  if (user_id !== null) return personName(state, user_id);
  if (stream_id !== null) return channelName(state, stream_id);
  if (group_id !== null) return describeHolder(state, { kind: 'group', id: group_id }).name;
  return name ?? '';
}

function placeName(state: State, stream_id: number | null, topic: string | null): string {
  if (stream_id === null) return t('audit_direct');
  return topic === null ? channelName(state, stream_id) : `${channelName(state, stream_id)} > ${topic}`;
}

/** Without a count, it is one. */
const countIn = (changes: readonly AuditChange[], field: string) => {
  const change = changes.find((each) => each.field === field);
  return Number(change?.new ?? change?.old ?? 1);
};

export function sentence(state: State, entry: AuditEntry): string {
  const { kind, stream_id, name, changes } = entry;
  const who = actorName(state, entry);
  const what = objectName(state, entry);
  if (!hasText(`audit_did_${kind}`)) return `${who}: ${kind}`;
  const place = placeName(state, stream_id, name);
  const count = numberName(countIn(changes, kind === 'invitation_created' ? 'invitations' : 'messages'));
  return t(`audit_did_${kind}`, { who, what, place, count });
}

const HOW: Readonly<Record<AuditVia, TextKey>> = {
  session: 'audit_via_session',
  api_key: 'audit_via_api_key',
  access_token: 'audit_via_access_token',
  no_credentials: 'audit_via_no_credentials',
  scim: 'audit_via_scim',
  directory: 'audit_via_directory',
  command_line: 'audit_via_command_line',
  server: 'audit_via_server',
};
export const viaName = (via: AuditVia): string => t(HOW[via]);

/** How it was done, and with what. */
export function manner({ kind, via, via_name, name }: AuditEntry): string {
  if (kind === 'signed_in') return name ?? '';
  return via_name === null ? viaName(via) : `${viaName(via)} (${via_name})`;
}

/** A change for display; `field` is code if no text names it. */
export interface ShownChange {
  readonly field: string;
  readonly is_code: boolean;
  readonly old: string | null;
  readonly new: string | null;
}

/** Said by the sentence. */
const SAID: ReadonlySet<string> = new Set(['messages', 'invitations']);

export function shownChanges(state: State, { kind, changes }: AuditEntry): ShownChange[] {
  return changes
    .filter(({ field }) => !SAID.has(field) || kind === 'account_erased')
    .map((change) => ({
      ...fieldName(kind, change.field),
      old: change.old === undefined ? null : valueText(state, kind, change.field, change.old),
      new: change.new === undefined ? null : valueText(state, kind, change.field, change.new),
    }));
}

function fieldName(kind: string, field: string): Pick<ShownChange, 'field' | 'is_code'> {
  const label = fieldLabel(kind, field);
  return { field: label ?? field, is_code: label === null };
}

/** Fields whose values are words of the program. */
const CODED: ReadonlySet<string> = new Set([
  'method',
  'credentials',
  'export_type',
  'messages',
  'icon',
  'logo',
  'night_logo',
]);
const ONE_CHANNEL = /(?:^|_)(?:stream|channel)_id$/;
const ONE_PERSON = /(?:^|_)(?:user|owner)_id$/;
const PERMISSION = /^(?:can_|create_multiuse_invite|direct_message_).*$/;

function valueText(state: State, kind: string, field: string, value: AuditValue): string {
  const as_set = settingValue(kind, field, value);
  if (as_set !== null) return as_set;
  if (value === null) return t('audit_none');
  if (typeof value === 'boolean') return t(value ? 'audit_yes' : 'audit_no');
  if (typeof value === 'number') return numberText(state, field, value);
  if (Array.isArray(value)) return formatList(value.map((each) => itemText(state, field, each))) || t('audit_none');
  if (typeof value === 'object') return permissionText(state, value);
  if (value === '') return t('audit_empty');
  const names =
    field === 'topics_policy' ? [`topics_policy_${value}`] : CODED.has(field) ? [`audit_value_${value}`] : [];
  const name = names.find(hasText);
  return name ? t(name) : value;
}

function numberText(state: State, field: string, value: number): string {
  if (field === 'role' || field === 'invited_as') return roleName(value as Role);
  if (field === 'bot_type') return botTypeName(value);
  if (ONE_CHANNEL.test(field)) return value < 0 ? t('audit_none') : channelName(state, value);
  if (ONE_PERSON.test(field)) return personName(state, value);
  if (field === 'folder_id') return state.channel_folders.find(({ id }) => id === value)?.name ?? String(value);
  if (field === 'message_retention_days' && value < 0) return t('retention_forever');
  return PERMISSION.test(field) ? permissionText(state, value as GroupSettingValue) : numberName(value);
}

function itemText(state: State, field: string, value: string | number): string {
  if (typeof value === 'string') return value;
  if (field === 'members') return personName(state, value);
  if (field === 'stream_ids') return channelName(state, value);
  if (field === 'subgroups' || field === 'group_ids') return describeHolder(state, { kind: 'group', id: value }).name;
  return numberName(value);
}

const permissionText = (state: State, value: GroupSettingValue): string =>
  formatList(holderNames(state, holdersOf(value, state.realm_user_groups))) || t('group_nobody');
