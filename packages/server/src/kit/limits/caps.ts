// Limits on how many of each thing may exist, and the one place that enforces them. Owning slices count.

import {
  BadRequest,
  MAX_ACCESS_TOKENS,
  MAX_ALERT_WORDS,
  MAX_DEVICES,
  MAX_DRAFTS,
  MAX_EVENT_QUEUES,
  MAX_EXPORTS_PER_WEEK,
  MAX_LINKIFIERS,
  MAX_NAVIGATION_VIEWS,
  MAX_PASSKEYS,
  MAX_PERSONAL_EXPORTS_PER_WEEK,
  MAX_PLAYGROUNDS,
  MAX_PROFILE_FIELDS,
  MAX_PUSH_TOKENS,
  MAX_REALM_DOMAINS,
  MAX_REMINDERS,
  MAX_SAVED_SNIPPETS,
  MAX_SCHEDULED_MESSAGES,
  MAX_SESSIONS,
  MAX_SUBMESSAGES_EACH,
  MAX_WEB_PUSH_SUBSCRIPTIONS,
  type UserId,
} from '@stoa/contract';
import type { Connection } from '../database/connection.ts';
import { type Fragment, sql } from '../database/sql.ts';

interface Cap {
  /** The scope of the limit: one account (`owner`: with all its bots), one organization or one message. */
  readonly of: 'account' | 'owner' | 'organization' | 'message' | 'address';
  /** Default; the operator may set another. */
  readonly most: number;
  readonly what: string;
}

const capOf =
  (of: Cap['of']) =>
  (most: number, what: string): Cap => ({ of, most, what });
const [account, owner, organization, message, address] = [
  capOf('account'),
  capOf('owner'),
  capOf('organization'),
  capOf('message'),
  capOf('address'),
];

/** All caps, by the names used in the option `--limits` and in refusals. docs/limits.md lists them. */
export const CAPS = {
  'access-tokens': account(MAX_ACCESS_TOKENS, 'access tokens'),
  'alert-words': account(MAX_ALERT_WORDS, 'alert words'),
  'bot-storage-mib': owner(100, 'MiB of bot storage'),
  'bots-per-account': account(500, 'active bots'),
  'bots-per-organization': organization(10_000, 'active bots'),
  'channels-per-account': account(5000, 'channels that you created and that are not archived'),
  'channels-per-organization': organization(50_000, 'channels that are not archived'),
  'connections-per-address': address(2000, 'connections while files are short'),
  devices: account(MAX_DEVICES, 'devices'),
  domains: organization(MAX_REALM_DOMAINS, 'domains'),
  drafts: account(MAX_DRAFTS, 'drafts'),
  emoji: organization(5000, 'active custom emoji'),
  'exports-per-week': organization(MAX_EXPORTS_PER_WEEK, 'exports within a week'),
  'files-per-account': owner(100_000, 'uploaded files'),
  folders: organization(1000, 'channel folders'),
  'idempotency-keys': owner(100_000, 'requests with an Idempotency-Key within 24 hours'),
  'idempotency-mib': owner(64, 'MiB of answers to requests with an Idempotency-Key within 24 hours'),
  'import-mib': organization(20 * 1024, 'MiB of an archive to import'),
  'invitation-links': account(500, 'valid invitation links'),
  invitations: account(10_000, 'pending invitations'),
  'kept-text-mib': account(4, 'MiB of drafts, saved snippets, scheduled messages and reminders'),
  linkifiers: organization(MAX_LINKIFIERS, 'linkifiers'),
  'muted-users': account(5000, 'muted people'),
  'navigation-views': account(MAX_NAVIGATION_VIEWS, 'navigation views'),
  passkeys: account(MAX_PASSKEYS, 'passkeys'),
  'personal-exports-per-week': account(MAX_PERSONAL_EXPORTS_PER_WEEK, 'exports of personal data within a week'),
  playgrounds: organization(MAX_PLAYGROUNDS, 'code playgrounds'),
  'profile-fields': organization(MAX_PROFILE_FIELDS, 'custom profile fields'),
  'push-tokens': account(MAX_PUSH_TOKENS, 'old-style push devices'),
  'queue-backlog': organization(100_000, 'events kept for event queues that nobody reads'),
  'queues-per-account': owner(MAX_EVENT_QUEUES, 'event queues'),
  'queues-per-organization': organization(200_000, 'event queues'),
  reactions: message(20_000, 'reactions'),
  'reactions-per-account': account(100, 'reactions to one message'),
  reminders: account(MAX_REMINDERS, 'reminders'),
  'saved-snippets': account(MAX_SAVED_SNIPPETS, 'saved snippets'),
  'scheduled-messages': account(MAX_SCHEDULED_MESSAGES, 'scheduled messages'),
  sessions: account(MAX_SESSIONS, 'sessions'),
  'submessage-kib': message(1024, 'KiB of submessages'),
  submessages: account(MAX_SUBMESSAGES_EACH, 'submessages of one message'),
  'topic-policies': account(50_000, 'topics that are followed, muted or unmuted'),
  'unfinished-uploads': owner(100, 'unfinished uploads'),
  'upload-mib-per-account': owner(5 * 1024, 'MiB of uploaded files'),
  'upload-mib-per-guest': account(500, 'MiB of uploaded files'),
  'upload-mib-per-organization': organization(500 * 1024, 'MiB of uploaded files'),
  'user-groups-per-account': account(1000, 'user groups that you created'),
  'user-groups-per-organization': organization(10_000, 'user groups'),
  'web-push': account(MAX_WEB_PUSH_SUBSCRIPTIONS, 'browsers that are notified'),
} as const satisfies Readonly<Record<string, Cap>>;

export type CapName = keyof typeof CAPS;
export type CapChoices = Readonly<Partial<Record<CapName, number>>>;

const SUBJECTS: Record<Cap['of'], string> = {
  account: 'You can have',
  owner: 'You and your bots can have',
  organization: 'An organization can have',
  message: 'A message can have',
  address: 'An address can have',
};

/** Deactivated and archived things stay, so their limit is this many times the limit of active ones. */
const EVER_PER_ACTIVE = 10;

export interface Counted {
  readonly active: number;
  /** Including deactivated or archived ones. */
  readonly ever: number;
}

/** Counts the rows that match `where`; `ended` is true for those no longer in use. */
export async function countRows(
  db: Connection,
  table: 'users' | 'user_groups' | 'channels' | 'channel_folders' | 'realm_emoji',
  where: Fragment,
  ended: 'deactivated' | 'is_archived' | 'not is_active',
): Promise<Counted> {
  const row = await db.get<Counted>(
    sql`select count(*) as ever, coalesce(sum(case when ${sql.raw(ended)} then 0 else 1 end), 0) as active
     from ${sql.raw(table)} where ${where}`,
  );
  return row!;
}

/** How many rows an account has. */
export async function countOwn(
  db: Connection,
  table:
    | 'devices'
    | 'drafts'
    | 'reminders'
    | 'saved_snippets'
    | 'scheduled_messages'
    | 'user_topics'
    | 'web_push_subscriptions',
  user_id: UserId,
): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from ${sql.raw(table)} where user_id = ${user_id}`,
  );
  return row!.count;
}

const MIB = 1024 * 1024;
type TextTable = 'drafts' | 'reminders' | 'saved_snippets' | 'scheduled_messages';
const bytesIn = (table: TextTable, user_id: UserId) =>
  sql`(select coalesce(sum(octet_length(content)), 0) from ${sql.raw(table)} where user_id = ${user_id})`;

/** Bytes of the texts of one kind that an account keeps. */
export async function sumOwnTexts(db: Connection, table: TextTable, user_id: UserId): Promise<number> {
  const sum = await db.get<{ bytes: number }>(sql`select cast(${bytesIn(table, user_id)} as bigint) as bytes`);
  return sum!.bytes;
}

/** Throws if an account adds texts to those it keeps, or makes one longer, and has no room for them. [CA4] */
export async function checkKeptTexts(
  { tx, caps }: { readonly tx: Connection; readonly caps: Caps },
  user_id: UserId,
  texts: readonly string[],
  before = '',
): Promise<void> {
  const bytes = (text: string) => Buffer.byteLength(text);
  const adding = texts.reduce((sum, text) => sum + bytes(text), 0) - bytes(before);
  if (adding <= 0) return;
  const kept = await tx.get<{ bytes: number }>(
    sql`select cast(${bytesIn('drafts', user_id)} + ${bytesIn('reminders', user_id)} + ${bytesIn('saved_snippets', user_id)}
       + ${bytesIn('scheduled_messages', user_id)} as bigint) as bytes`,
  );
  if (kept!.bytes + adding > caps.of('kept-text-mib') * MIB) throw caps.refusal('kept-text-mib');
}

const grouped = new Intl.NumberFormat('en');

export class Caps {
  constructor(private readonly chosen: CapChoices = {}) {}

  of(name: CapName): number {
    return this.chosen[name] ?? CAPS[name].most;
  }

  /** Throws unless `adding` more fit beside the `present` ones. [CA1] */
  check(name: CapName, present: number | Counted, adding = 1): void {
    const { active, ever } = typeof present === 'number' ? { active: present, ever: present } : present;
    const most = this.of(name);
    if (adding > 0 && (active + adding > most || ever + adding > most * EVER_PER_ACTIVE)) throw this.refusal(name);
  }

  refusal(name: CapName) {
    const { of, what }: Cap = CAPS[name];
    const most = this.of(name);
    return BadRequest(`${SUBJECTS[of]} at most ${grouped.format(most)} ${what} (limit: ${name}).`, {
      reason: 'limit_reached',
      // Refusal reasons of clients can't contain dashes.
      params: { limit: name.replaceAll('-', '_'), count: most },
    });
  }
}
