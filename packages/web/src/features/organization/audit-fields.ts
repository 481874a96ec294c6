// Names and values of recorded fields, by the texts of the forms in which people set them. Draws nothing.
import type { AuditValue, TokenScope } from '@stoa/contract';
import { hasText, t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import type { TextKey } from '../../base/text/text.ts';
import { scopeNames } from '../devices/token-scopes.ts';
import { durationName, numberName } from '../settings/numbers.ts';
import { NOTIFICATION_COLUMNS, NOTIFICATION_TABLE, ALL_GROUPS as PERSONAL } from '../settings/setting-rows.ts';
import { ALL_GROUPS } from './setting-rows.ts';

/** Fields whose texts have other names, by the beginning of the kind of entry. */
const FORMS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  access_token_: { scopes: 'token_scopes' },
  playground_: { pygments_language: 'org_playground_language' },
  linkifier_: {
    example_input: 'org_linkifier_example',
    reverse_template: 'org_linkifier_reverse',
    alternative_url_templates: 'org_linkifier_alternatives',
  },
  bot_: {
    default_sending_stream_id: 'bot_sends_to',
    default_events_register_stream_id: 'bot_listens_to',
    default_all_public_streams: 'bot_all_public',
    interface: 'bot_interface',
  },
  profile_field_: {
    hint: 'org_field_hint',
    field_data: 'audit_field_config_data',
    display_in_profile_summary: 'org_field_summary',
    required: 'org_field_required',
    editable_by_user: 'org_field_editable',
    use_for_user_matching: 'org_field_matching',
  },
};

const isOfPeople = (kind: string) => kind === 'organization_defaults_changed' || kind === 'account_settings_changed';

const personalRow = (field: string) => PERSONAL.flatMap(({ rows }) => rows).find(({ key }) => key === field);
const settingRow = (field: string) => ALL_GROUPS.flatMap(({ rows }) => rows).find(({ name }) => name === field);

/** A cell of the table of notifications, by its row and column. */
function notificationName(field: string): string | null {
  for (const { label, keys } of NOTIFICATION_TABLE) {
    const column = NOTIFICATION_COLUMNS.find(([name]) => keys[name] === field);
    if (column) return t('audit_notification', { row: t(label), column: t(column[1]) });
  }
  return null;
}

/** Null if no form has the field. */
export function fieldLabel(kind: string, field: string): string | null {
  if (isOfPeople(kind)) {
    const row = personalRow(field);
    return row ? t(row.label) : notificationName(field);
  }
  const form = Object.entries(FORMS).find(([beginning]) => kind.startsWith(beginning))?.[1];
  const key = [
    form?.[field],
    `audit_field_${field}`,
    ...(kind.startsWith('channel_') ? [`channel_${field}`] : []),
    ...(kind.startsWith('organization_') ? [`org_${field}`] : []),
    ...(kind.startsWith('group_') ? [`group_${field.replace(/_group$/, '')}`] : []),
  ].find((each) => each !== undefined && hasText(each)) as TextKey | undefined;
  return key === undefined ? null : t(key);
}

/** Null if the value is shown as it is. */
export function settingValue(kind: string, field: string, value: AuditValue): string | null {
  if (kind.startsWith('access_token_')) return tokenValue(field, value);
  if (isOfPeople(kind)) {
    const row = personalRow(field);
    if (row?.kind === 'number') return numberName(Number(value), row.unit);
    return row?.kind === 'choice' ? choiceName(row.choices, value) : null;
  }
  if (!kind.startsWith('organization_')) return null;
  const row = settingRow(field);
  if (row?.kind === 'choice') return choiceName(row.choices, value);
  if (row?.kind !== 'limit') return null;
  return value === null ? t('org_any_time') : t('org_within', { duration: durationName(Number(value)) });
}

function choiceName(choices: readonly (readonly [string | number, TextKey])[], value: AuditValue): string | null {
  const chosen = choices.find(([each]) => each === value);
  return chosen ? t(chosen[1]) : null;
}

function tokenValue(field: string, value: AuditValue): string | null {
  if (field === 'scopes' && Array.isArray(value)) return scopeNames(value as TokenScope[]);
  return field === 'expires_at' && typeof value === 'number' ? longDate(value) : null;
}
