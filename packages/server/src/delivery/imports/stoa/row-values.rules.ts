// Checks the rows of our own archive before any is written: types as in the schema, times and ids within bounds, keys of the
// organization's own files, and settings that the program can read. Pure. [IM60] [IM61]

import {
  AUDIT_KINDS,
  AUDIT_VIA,
  AuditChange,
  GroupSettingValue,
  RealmSettings,
  TOPICS_POLICIES,
  UserSettings,
} from '@stoa/contract';
import { compileLinkifier } from '@stoa/markdown';
import { z } from 'zod';
import { SYSTEM_GROUPS } from '../../../identity/membership/system-groups.ts';
import { emailKey } from '../../../kit/text/email-addresses.ts';
import { isStorable } from '../../../kit/text/storable-text.ts';
import { JOBS_THAT_GO } from '../../exports/stoa/stoa-tables.rules.ts';
import { faultOfHtml } from './html.rules.ts';
import { FILE_COLUMNS } from './move-ids.rules.ts';
import type { ArchivedRow } from './stoa-archive.ts';

/** A column as the schema declares it. */
export interface DeclaredColumn {
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  /** In the primary key. */
  readonly is_key: boolean;
  readonly is_indexed: boolean;
}

/** Ids grow by one: no server gets near it. Above it are only bounds without an end. */
export const ID_MAX = 2 ** 40;
/** Positions and counts: sums of them stay exact. */
const COUNT_MAX = 2 ** 50;
const INT32_MAX = 2 ** 31 - 1;
/** The end of the year 9999, in seconds. */
const TIME_MAX = 253_402_300_799;
const TIMES = /(?:^|_)(?:timestamp|at|time|last_updated|invited|hour_began|joined|created|since)$|^date_/;
/** Tables and columns whose times are milliseconds. */
const MILLISECONDS: ReadonlySet<string> = new Set(['jobs', 'deletion_due_at', 'hour_began']);
/** Bytes: PostgreSQL has no longer entries in its indexes. */
const INDEXED_MAX = 2500;
/** Arrays and objects in each other: settings have three. */
const DEPTH_MAX = 20;

const id = z.int().min(1).max(ID_MAX);
const ids = z.array(z.int().max(Number.MAX_SAFE_INTEGER)).max(100_000);
const STAGES = ['reactions', 'messages', 'files', 'archives', 'subscriptions', 'invitations', 'audit_entries', 'rows'];
const role = z.literal([100, 200, 300, 400, 600]);
const reaction_type = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']);
const jsonText = (shape: z.ZodType) =>
  z.string().refine((text) => text === '' || shape.safeParse(parseOrNull(text)).success, 'it is no valid JSON');

/** The form of values by table and column, where the type alone does not say it. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  realms: {
    name: z.string().min(1).max(200),
    settings: z.strictObject({
      ...RealmSettings.partial().shape,
      permissions: z.record(z.string(), GroupSettingValue).optional(),
    }),
    user_settings_defaults: UserSettings.partial().strict(),
    media_key: z.string().regex(/^[0-9a-f]{0,64}$/),
    uuid: z.string().min(1).max(100),
    url: z.string().max(2000),
  },
  users: {
    role,
    settings: UserSettings.partial().strict(),
    edited_settings: z.array(z.string()).max(1000),
    avatar_source: z.enum(['G', 'J', 'U']),
    bot_type: z.int().min(1).max(4).nullable(),
    email: z.string().min(1).max(1000),
    full_name: z.string().min(1).max(1000),
    timezone: z.string().max(200).refine(isTimezone, 'there is no such time zone'),
    api_key_generation: z.int().min(0),
  },
  channels: { name: z.string().min(1).max(1000), topics_policy: z.enum(TOPICS_POLICIES) },
  attachments: { thumbnail: z.enum(['none', 'pending', 'ready', 'failed']), size: z.int().min(0) },
  messages: { wildcards: z.int().min(0), subject: z.string().max(1000) },
  message_flags: { flags: z.int().min(0) },
  reactions: { reaction_type },
  user_status: { reaction_type: z.union([reaction_type, z.literal('')]) },
  user_topics: { visibility_policy: z.int().min(0).max(3) },
  playgrounds: { name: z.string().max(300), pygments_language: z.string().max(300) },
  subscriptions: { color: z.string().max(20) },
  invites: { invited_as: role, stream_ids: ids, group_ids: ids, status: z.enum(['pending', 'accepted', 'revoked']) },
  audit_entries: {
    kind: z.enum(Object.values(AUDIT_KINDS).flat()),
    via: z.enum(AUDIT_VIA),
    changes: z.array(AuditChange).max(100),
  },
  drafts: { to: ids, type: z.enum(['', 'stream', 'channel', 'private', 'direct']) },
  erasures: { stage: z.enum(STAGES) },
  realm_pictures: { kind: z.enum(['icon', 'logo', 'night_logo']) },
  scheduled_messages: { user_ids: ids.nullable() },
  linkifiers: {
    pattern: z.string().refine(compiles, 'it is no regular expression of RE2'),
    alternative_url_templates: z.array(z.string()).max(100),
  },
  custom_profile_fields: { type: z.int().min(1).max(8), field_data: jsonText(z.record(z.string(), z.unknown())) },
  bot_settings: { config_data: z.record(z.string(), z.unknown()).nullable() },
  user_groups: { name: z.string().min(1).max(1000) },
  jobs: {
    kind: z.enum(JOBS_THAT_GO),
    body: z.record(z.string(), z.unknown()),
    attempts: z.int().min(0).max(1000),
  },
};

/** The id in the body of a job, by the kind of job. */
const JOB_IDS: Readonly<Record<string, string>> = {
  thumbnails: 'attachment_id',
  reminder: 'id',
  scheduled_message: 'id',
  erasure: 'user_id',
};
/** Columns of an edit that are both null or both set: before and after, or source and rendered text. */
const EDIT_PAIRS = [
  ['prev_content', 'prev_rendered_content'],
  ['prev_topic', 'topic'],
  ['prev_stream', 'stream'],
] as const;
const SYSTEM_GROUP_NAMES: ReadonlySet<string> = new Set(SYSTEM_GROUPS.map(({ name }) => name));

/** The first fault of a row, as a clause; null if there is none. */
export function faultOfRow(
  table: string,
  row: ArchivedRow,
  columns: readonly DeclaredColumn[],
  realm_id: number,
): string | null {
  if (Object.keys(row).length !== columns.length) return 'the row has other columns than this program';
  for (const column of columns) {
    if (!Object.hasOwn(row, column.name)) return `the column ${column.name} is missing`;
    const fault = faultOfValue(table, column, row[column.name], realm_id);
    if (fault !== null) return `${column.name}: ${fault}`;
  }
  if (table === 'users' && row.email_key !== emailKey(row.email as string))
    return 'email_key: it is of another address';
  if (table === 'jobs') {
    const name = JOB_IDS[row.kind as string];
    if (name !== undefined && !id.safeParse((row.body as ArchivedRow)[name]).success)
      return `body: ${name} must be an id`;
  }
  if (table === 'message_edits')
    for (const [one, other] of EDIT_PAIRS)
      if ((row[one] === null) !== (row[other] === null))
        return `${one}: it is there without ${other}, or the other way round`;
  const { name, is_system_group } = row;
  if (table === 'user_groups' && is_system_group !== SYSTEM_GROUP_NAMES.has(name as string))
    return 'name: only system groups have names of system groups';
  return null;
}

function faultOfValue(table: string, column: DeclaredColumn, value: unknown, realm_id: number): string | null {
  const { name, type } = column;
  if (value === null) return column.is_nullable ? null : 'it must not be null';
  const fault = faultOfType(column, value, table);
  if (fault !== null) return fault;
  if (
    type === 'json' &&
    name.startsWith('can_') &&
    name.endsWith('_group') &&
    !GroupSettingValue.safeParse(value).success
  )
    return 'it must be a group, or people and groups';
  if (typeof value === 'string' && name.includes('rendered_')) return faultOfHtml(value);
  if (typeof value === 'string' && FILE_COLUMNS.has(name) && !isOwnKey(name, value, realm_id))
    return 'it names a file that is not of this organization';
  const shape = Object.hasOwn(SHAPES, table) ? SHAPES[table]![name] : undefined;
  const issue = shape?.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  const place = issue.path.length > 0 ? `"${issue.path.join('.')}" ` : '';
  return `${place}${issue.code === 'custom' ? issue.message : 'it has a value that this program does not know'}`;
}

function faultOfType(column: DeclaredColumn, value: unknown, table: string): string | null {
  const { name, type, is_key, is_indexed } = column;
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'it must be true or false';
  if (type === 'text') {
    if (typeof value !== 'string') return 'it must be a text';
    if (is_indexed && Buffer.byteLength(value) > INDEXED_MAX) return `it is longer than ${INDEXED_MAX} bytes`;
    return faultOfText(value);
  }
  if (type === 'json') return faultOfJson(value, 0);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'it must be a whole number';
  if (type === 'integer' && !is_key) return Math.abs(value) <= INT32_MAX ? null : 'the number is too large';
  if (TIMES.test(name)) {
    const max = MILLISECONDS.has(table) || MILLISECONDS.has(name) ? TIME_MAX * 1000 : TIME_MAX;
    return value >= 0 && value <= max ? null : 'it is no time';
  }
  if (value < 0) return 'the number is negative';
  return value <= COUNT_MAX || value === Number.MAX_SAFE_INTEGER ? null : 'the number is too large';
}

const faultOfText = (text: string): string | null =>
  isStorable(text) ? null : 'it has characters that no text may have';

function faultOfJson(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= DEPTH_MAX) return 'it has lists in lists, more than there may be';
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultOfText(key) ?? faultOfJson(inner, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function isOwnKey(column: string, key: string, realm_id: number): boolean {
  const parts = key.split('/');
  // Avatars and uploads are named without the folder of their kind.
  const owner = column === 'path_id' || column === 'avatar_key' ? parts[0] : parts[1];
  const is_plain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return is_plain && owner === String(realm_id) && !/[\\\p{Cc}]/u.test(key) && key.length <= 1000;
}

function isTimezone(name: string): boolean {
  if (name === '') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function compiles(pattern: string): boolean {
  try {
    compileLinkifier({ pattern, url_template: '' });
    return true;
  } catch {
    return false;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
