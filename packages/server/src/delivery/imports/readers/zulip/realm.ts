// Reads realm.json, row by row: a table of millions of rows that nobody needs costs no memory.
import type { z } from 'zod';
import { ArchiveError, type ArchiveSource, type Problem, type RecordKind } from '../../archive.ts';
import { jsonRecords } from '../../json-records.ts';
import * as rows from './tables.ts';

type Rows<S extends z.ZodType> = z.infer<S>[];

export interface RealmTables {
  readonly realm: z.infer<typeof rows.RealmRow>;
  readonly users: Rows<typeof rows.UserRow>;
  readonly cross_realm: Rows<typeof rows.CrossRealmRow>;
  readonly streams: Rows<typeof rows.StreamRow>;
  readonly recipients: Rows<typeof rows.RecipientRow>;
  readonly subscriptions: Rows<typeof rows.SubscriptionRow>;
  readonly groups: (z.infer<typeof rows.NamedGroupRow> & { readonly group_id: number })[];
  readonly members: Rows<typeof rows.GroupMembershipRow>;
  readonly subgroups: Rows<typeof rows.SubgroupRow>;
  readonly emoji: Rows<typeof rows.EmojiRow>;
  readonly default_streams: ReadonlySet<number>;
  readonly reactions: ReadonlyMap<number, Rows<typeof rows.ReactionRow>>;
  readonly audit: Rows<typeof rows.AuditRow>;
  readonly onboarding: Rows<typeof rows.OnboardingRow>;
}

/** Personal and organization data that has no place in an import yet. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  zerver_alertword: 'alert words are not imported',
  zerver_customprofilefield: 'profile fields are not imported',
  zerver_customprofilefieldvalue: 'profile fields are not imported',
  zerver_muteduser: 'muted people are not imported',
  zerver_realmdomain: 'domains of addresses are not imported',
  zerver_realmfilter: 'linkifiers are not imported',
  zerver_realmplayground: 'code playgrounds are not imported',
  zerver_savedsnippet: 'saved snippets are not imported',
  zerver_scheduledmessage: 'scheduled messages are not imported',
  zerver_service: 'outgoing webhooks are not imported',
  zerver_userstatus: 'statuses are not imported',
  zerver_usertopic: 'followed and muted topics are not imported',
};

export async function readRealm(
  source: ArchiveSource,
  path: string,
  report: (problem: Problem) => void,
): Promise<RealmTables> {
  const found = {
    realm: [] as Rows<typeof rows.RealmRow>,
    users: [] as Rows<typeof rows.UserRow>,
    cross_realm: [] as Rows<typeof rows.CrossRealmRow>,
    streams: [] as Rows<typeof rows.StreamRow>,
    recipients: [] as Rows<typeof rows.RecipientRow>,
    subscriptions: [] as Rows<typeof rows.SubscriptionRow>,
    named: [] as Rows<typeof rows.NamedGroupRow>,
    members: [] as Rows<typeof rows.GroupMembershipRow>,
    subgroups: [] as Rows<typeof rows.SubgroupRow>,
    emoji: [] as Rows<typeof rows.EmojiRow>,
    default_streams: [] as Rows<typeof rows.DefaultStreamRow>,
    reactions: [] as Rows<typeof rows.ReactionRow>,
    audit: [] as Rows<typeof rows.AuditRow>,
    onboarding: [] as Rows<typeof rows.OnboardingRow>,
  };
  const readers: Readonly<Record<string, readonly [z.ZodType, unknown[], RecordKind]>> = {
    zerver_realm: [rows.RealmRow, found.realm, 'organization'],
    zerver_userprofile: [rows.UserRow, found.users, 'users'],
    zerver_userprofile_mirrordummy: [rows.UserRow, found.users, 'users'],
    zerver_userprofile_crossrealm: [rows.CrossRealmRow, found.cross_realm, 'users'],
    zerver_stream: [rows.StreamRow, found.streams, 'channels'],
    zerver_recipient: [rows.RecipientRow, found.recipients, 'messages'],
    zerver_subscription: [rows.SubscriptionRow, found.subscriptions, 'subscriptions'],
    zerver_namedusergroup: [rows.NamedGroupRow, found.named, 'groups'],
    zerver_usergroupmembership: [rows.GroupMembershipRow, found.members, 'groups'],
    zerver_groupgroupmembership: [rows.SubgroupRow, found.subgroups, 'groups'],
    zerver_realmemoji: [rows.EmojiRow, found.emoji, 'emoji'],
    zerver_defaultstream: [rows.DefaultStreamRow, found.default_streams, 'channels'],
    zerver_onboardingusermessage: [rows.OnboardingRow, found.onboarding, 'messages'],
    zerver_reaction: [rows.ReactionRow, found.reactions, 'reactions'],
  };
  const subscription_events: ReadonlySet<unknown> = new Set(Object.values(rows.AUDIT));
  for await (const { table, index, value } of jsonRecords(source, path)) {
    const record = `${table}[${index}]`;
    if (Object.hasOwn(LEFT_OUT, table) && typeof value === 'object')
      report({ kind: 'settings', reason: LEFT_OUT[table]!, file: path, record });
    const is_audit = table === 'zerver_realmauditlog';
    if (is_audit && !subscription_events.has((value as { event_type?: unknown } | null)?.event_type)) continue;
    const reader = is_audit
      ? ([rows.AuditRow, found.audit, 'subscriptions'] as const)
      : Object.hasOwn(readers, table)
        ? readers[table]
        : undefined;
    if (!reader) continue;
    const [schema, into] = reader;
    const parsed = schema.safeParse(value);
    // What messages hang on must be whole: guessing would let people read what they may not.
    if (!parsed.success) throw new ArchiveError(describe(parsed.error), path, record);
    into.push(parsed.data);
  }
  if (found.realm.length !== 1) throw new ArchiveError('there must be one organization in zerver_realm', path);
  if (found.users.length === 0) throw new ArchiveError('there are no people in zerver_userprofile', path);
  checkUnique(path, 'zerver_userprofile', [...found.users, ...found.cross_realm]);
  checkUnique(path, 'zerver_stream', found.streams);
  checkUnique(path, 'zerver_recipient', found.recipients);
  return {
    ...found,
    realm: found.realm[0]!,
    groups: found.named.flatMap((row) => {
      const group_id = row.usergroup_ptr ?? row.id;
      return group_id === undefined ? [] : [{ ...row, group_id }];
    }),
    default_streams: new Set(found.default_streams.map(({ stream }) => stream)),
    reactions: Map.groupBy(found.reactions, ({ message }) => message),
  };
}

function checkUnique(path: string, table: string, records: readonly { id: number }[]): void {
  const ids = new Set<number>();
  for (const { id } of records) {
    if (ids.has(id)) throw new ArchiveError(`the id ${id} is there twice`, path, table);
    ids.add(id);
  }
}

/** The first thing that is wrong with a row. */
export function describe({ issues: [issue] }: z.ZodError): string {
  const field = issue!.path.join('.');
  return field === '' ? 'the record has the wrong form' : `${field} is missing or has the wrong form`;
}
