// The tables of an organization in our own archive: their order, and which are not exported. Pure. A test finds tables that are missing.
import {
  OF_ACCOUNTS,
  OF_MESSAGES,
  OF_ORGANIZATION,
  OF_OTHERS,
} from '../../../features/organization-deletion/organization-tables.rules.ts';

/** The version of the archive's format; the tables have the version of the schema. */
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';
/** A line per file of the archive except these two: path, size, digest. */
export const FILE_LIST = 'files.jsonl';
export const TABLES = 'tables/';
export const FILES = 'files/';

/** Tables that are not exported, each with the reason. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  event_queues: 'connections of clients to the old server, which register again',
  events: 'what happened, for clients that are connected; the position of the event log is exported',
  log_gaps: 'positions that the old event log skipped',
  idempotency_keys: 'responses of the last day, sealed by the old server',
  archive_imports: 'imports that owners have made in the browser',
  import_ids: 'the progress of an import',
  imports: 'where the organization came from',
  link_previews: 'a cache',
  search_backlog: 'the index is built again',
  loose_files: 'files that no row needs',
  unfinished_uploads: 'their bytes are no part of the data',
  realm_exports: 'archives of the organization itself',
  personal_exports: 'archives of one person’s data, which end after a week',
  access_tokens: 'keys of programs to the old server',
  scim_tokens: 'keys of identity providers to the old server',
  spent_challenges: 'valid for ten minutes, on the old server',
  sign_on_codes: 'valid for a minute, on the old server',
  mail_pending: 'mails that the old server sends',
  missed_messages: 'mails that the old server gathers',
  digest_schedules: 'since when the old server sends digests',
  push_pending: 'notifications that the old server sends',
  web_push_subscriptions: "they are bound to the server's keys; browsers subscribe again",
};

/** Readable only with the secret of the server that wrote them; not imported under another secret. */
export const BOUND_TO_SECRET: ReadonlySet<string> = new Set([
  'confirmations',
  'devices',
  'digests',
  'invites',
  'mail_readers',
  'push_tokens',
  'recovery_codes',
  'two_factor',
  'zoom_tokens',
]);

/** Jobs on the organization's own data. Those that send something are not exported: the old server runs them. */
export const JOBS_THAT_GO = ['thumbnails', 'reminder', 'scheduled_message', 'move_messages', 'erasure'] as const;

/** How to select a table's rows: by organization, or through a table that has the organization. */
export type Owned =
  | { readonly table: string; readonly by: 'realm' | 'account' | 'message'; readonly part?: 'people' | 'bots' }
  | { readonly table: string; readonly by: 'owner'; readonly key: string; readonly owner: string };

const FIRST: readonly Owned[] = [
  { table: 'realms', by: 'realm' },
  // Bots refer to their owners.
  { table: 'users', by: 'realm', part: 'people' },
  { table: 'users', by: 'realm', part: 'bots' },
  { table: 'external_identities', by: 'realm' },
  { table: 'recipients', by: 'realm' },
  { table: 'channels', by: 'realm' },
  { table: 'attachments', by: 'realm' },
  { table: 'messages', by: 'realm' },
  { table: 'invites', by: 'realm' },
];
/** Rows that refer to groups, and those that the server acts on as soon as they exist. */
const LAST: readonly Owned[] = [
  { table: 'audit_entries', by: 'realm' },
  { table: 'jobs', by: 'realm' },
];
const placed = new Set([...FIRST, ...LAST].map(({ table }) => table));
const others = (tables: readonly string[], by: 'realm' | 'account' | 'message'): Owned[] =>
  tables.filter((table) => !placed.has(table) && !Object.hasOwn(LEFT_BEHIND, table)).map((table) => ({ table, by }));

/** In the order of writing: referenced tables first. */
export const OWNED: readonly Owned[] = [
  ...FIRST,
  ...others(OF_ORGANIZATION, 'realm'),
  ...OF_OTHERS.map(([table, key, owner]): Owned => ({ table, by: 'owner', key, owner })),
  ...others(OF_ACCOUNTS, 'account'),
  ...others(OF_MESSAGES, 'message'),
  ...LAST,
];

/** The folder of a table's files: its place in the order, its name, and the part of it. */
export const folderOf = (at: number): string => {
  const owned = OWNED[at]!;
  const part = 'part' in owned && owned.part ? `-${owned.part}` : '';
  return `${TABLES}${String(at + 1).padStart(2, '0')}-${owned.table}${part}/`;
};

export interface Manifest {
  readonly format: 'stoa';
  readonly version: number;
  readonly schema: number;
  /** When it was created, in seconds since 1970. */
  readonly created_at: number;
  readonly realm_id: number;
  readonly name: string;
  readonly url: string;
  /** The mark of the server's secret; null if it has none. */
  readonly secret_mark: string | null;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The highest id of each table that counts its ids. */
  readonly last_ids: Readonly<Record<string, number>>;
  /** Number of files that rows refer to and the store does not have. */
  readonly missing_files: number;
  readonly file_list: { readonly files: number; readonly sha256: string };
}

/** The folders of an archive of all organizations: each holds what the archive of one has. */
export const ORGANIZATIONS = 'organizations/';

/** The manifest of an archive of all organizations. */
export interface WholeManifest {
  readonly format: 'stoa-all';
  readonly version: number;
  readonly created_at: number;
  readonly organizations: readonly {
    readonly folder: string;
    readonly realm_id: number;
    readonly name: string;
    readonly url: string;
    /** SHA-256 of its manifest. */
    readonly sha256: string;
  }[];
}
