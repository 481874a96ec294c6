// Reads realm.json, row by row: a table of millions of rows that nobody needs costs no memory.
import type { ArchiveNoteText } from '@stoa/contract';
import type { z } from 'zod';
import type { ArchiveSource, Problem, RecordKind } from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { jsonRecords } from '../../records/json-elements.ts';
import { check, checkStrictly } from '../../records/json-records.ts';
import { reportIgnored } from '../../records/optional-fields.ts';
import { joinLists, PackedList } from '../../records/packed-list.ts';
import { SubscriptionLog } from './spans.ts';
import { SubscriptionTable } from './subscriptions.ts';
import * as rows from './tables.ts';

type Rows<S extends z.ZodType> = z.infer<S>[];

type FoundTables = ReturnType<typeof noTables>;

export interface RealmTables extends Readonly<Omit<FoundTables, 'realm' | 'named' | 'default_streams' | 'reactions'>> {
  readonly realm: z.infer<typeof rows.RealmRow>;
  readonly groups: (z.infer<typeof rows.NamedGroupRow> & { readonly group_id: number })[];
  readonly default_streams: ReadonlySet<number>;
  readonly reactions: ReadonlyMap<number, Rows<typeof rows.ReactionRow>>;
}

/** Tables that the import leaves out, and why. */
const LEFT_OUT: Readonly<Record<string, ArchiveNoteText>> = {
  zerver_botconfigdata: 'the configuration of bots is not imported: bots get new keys and are set up again',
  zerver_botstoragedata: 'what bots stored is not imported: bots get new keys and are set up again',
  zerver_channelfolder: 'channel folders are not imported: channels come without them',
  zerver_realmdomain: 'domains of addresses are not imported: people join by invitation until they are set here',
  zerver_scheduledmessage: 'scheduled messages are not imported: the old server may still send them',
  zerver_service: 'outgoing webhooks are not imported: their services know the token of the old server',
  zerver_userstatus: 'statuses are not imported: they said what people did at the time of the export',
};

/** Tables of derived or operational data, left out without a note. */
const NO_CONTENT: ReadonlySet<string> = new Set([
  ...['zerver_client', 'zerver_directmessagegroup', 'zerver_huddle', 'zerver_imageattachment', 'zerver_onboardingstep'],
  ...['zerver_presencesequence', 'zerver_realmauthenticationmethod', 'zerver_realmexport', 'zerver_useractivity'],
  ...['zerver_useractivityinterval', 'zerver_usergroup', 'zerver_userpresence'],
]);

const AUDIT_LOG = 'zerver_realmauditlog';
const SUBSCRIPTION_EVENTS: ReadonlySet<unknown> = new Set(Object.values(rows.AUDIT));

const isSubscriptionEvent = (value: unknown) =>
  SUBSCRIPTION_EVENTS.has((value as { event_type?: unknown } | null)?.event_type);

function noTables() {
  return {
    realm: [] as Rows<typeof rows.RealmRow>,
    user_defaults: [] as Rows<typeof rows.UserDefaultRow>,
    users: new PackedList<z.infer<typeof rows.UserRow>>(),
    cross_realm: [] as Rows<typeof rows.CrossRealmRow>,
    streams: [] as Rows<typeof rows.StreamRow>,
    recipients: new PackedList<z.infer<typeof rows.RecipientRow>>(),
    subscriptions: new SubscriptionTable(),
    named: [] as Rows<typeof rows.NamedGroupRow>,
    members: [] as Rows<typeof rows.GroupMembershipRow>,
    subgroups: [] as Rows<typeof rows.SubgroupRow>,
    emoji: [] as Rows<typeof rows.EmojiRow>,
    default_streams: [] as Rows<typeof rows.DefaultStreamRow>,
    reactions: [] as Rows<typeof rows.ReactionRow>,
    audit: new SubscriptionLog(),
    onboarding: [] as Rows<typeof rows.OnboardingRow>,
    alert_words: [] as Rows<typeof rows.AlertWordRow>,
    snippets: [] as Rows<typeof rows.SnippetRow>,
    topic_policies: [] as Rows<typeof rows.TopicPolicyRow>,
    muted_people: [] as Rows<typeof rows.MutedPersonRow>,
    linkifiers: [] as Rows<typeof rows.LinkifierRow>,
    playgrounds: [] as Rows<typeof rows.PlaygroundRow>,
    profile_fields: [] as Rows<typeof rows.ProfileFieldRow>,
    profile_values: [] as Rows<typeof rows.ProfileValueRow>,
  };
}

/** For each table that is read: how its rows are checked, where they go, and as what they are reported. */
function readersInto(
  found: FoundTables,
): Readonly<Record<string, readonly [z.ZodType, { push(row: never): unknown }, RecordKind | null]>> {
  return {
    zerver_realm: [rows.RealmRow, found.realm, 'organization'],
    zerver_realmuserdefault: [rows.UserDefaultRow, found.user_defaults, 'organization'],
    zerver_userprofile: [rows.UserRow, found.users, 'users'],
    zerver_userprofile_mirrordummy: [rows.UserRow, found.users, 'users'],
    zerver_userprofile_crossrealm: [rows.CrossRealmRow, found.cross_realm, 'users'],
    zerver_stream: [rows.StreamRow, found.streams, 'channels'],
    zerver_recipient: [rows.RecipientRow, found.recipients, 'channels'],
    zerver_subscription: [rows.SubscriptionRow, found.subscriptions, 'subscriptions'],
    zerver_namedusergroup: [rows.NamedGroupRow, found.named, 'groups'],
    zerver_usergroupmembership: [rows.GroupMembershipRow, found.members, 'groups'],
    zerver_groupgroupmembership: [rows.SubgroupRow, found.subgroups, 'groups'],
    zerver_realmemoji: [rows.EmojiRow, found.emoji, 'emoji'],
    zerver_defaultstream: [rows.DefaultStreamRow, found.default_streams, 'channels'],
    zerver_onboardingusermessage: [rows.OnboardingRow, found.onboarding, 'messages'],
    zerver_reaction: [rows.ReactionRow, found.reactions, 'reactions'],
    zerver_alertword: [rows.AlertWordRow, found.alert_words, 'alert words'],
    zerver_savedsnippet: [rows.SnippetRow, found.snippets, 'snippets'],
    zerver_usertopic: [rows.TopicPolicyRow, found.topic_policies, 'topic policies'],
    zerver_muteduser: [rows.MutedPersonRow, found.muted_people, 'muted people'],
    zerver_realmfilter: [rows.LinkifierRow, found.linkifiers, 'linkifiers'],
    zerver_realmplayground: [rows.PlaygroundRow, found.playgrounds, 'playgrounds'],
    zerver_customprofilefield: [rows.ProfileFieldRow, found.profile_fields, 'profile fields'],
    zerver_customprofilefieldvalue: [rows.ProfileValueRow, found.profile_values, 'profile values'],
    [AUDIT_LOG]: [rows.AuditRow, found.audit, null],
  };
}

export async function readRealm(
  source: ArchiveSource,
  path: string,
  report: (problem: Problem) => void,
): Promise<RealmTables> {
  const found = noTables();
  const readers = readersInto(found);
  for await (const { table, index, value } of jsonRecords(source, path)) {
    const record = `${table}[${index}]`;
    if (Object.hasOwn(LEFT_OUT, table) && typeof value === 'object')
      report({ kind: 'settings', reason: LEFT_OUT[table]!, file: path, record });
    if (table === AUDIT_LOG && !isSubscriptionEvent(value)) continue;
    if (!Object.hasOwn(readers, table)) {
      if (!Object.hasOwn(LEFT_OUT, table) && !NO_CONTENT.has(table))
        report({ kind: 'settings', reason: 'nothing here corresponds to it', file: path, record });
      continue;
    }
    const [schema, into, kind] = readers[table]!;
    // Rows that decide access to messages must be complete: guesses could let people read messages they may not.
    const row =
      kind === null
        ? checkStrictly<unknown>(schema, value, path, record)
        : check<unknown>(schema, value, path, record, reportIgnored(report, kind));
    into.push(row as never);
  }
  if (found.realm.length !== 1) throw archiveFailure('zulip_organizations', {}, path);
  if (found.users.length === 0) throw archiveFailure('zulip_people', {}, path);
  checkUnique(path, 'zerver_userprofile', joinLists<{ readonly id: number }>(found.users, found.cross_realm));
  checkUnique(path, 'zerver_stream', found.streams);
  checkUnique(path, 'zerver_recipient', found.recipients);
  const { named, ...tables } = found;
  return {
    ...tables,
    realm: found.realm[0]!,
    groups: named.flatMap((row) => {
      const group_id = row.usergroup_ptr ?? row.id;
      return group_id == null ? [] : [{ ...row, group_id }];
    }),
    default_streams: new Set(found.default_streams.map(({ stream }) => stream)),
    reactions: Map.groupBy(found.reactions, ({ message }) => message),
  };
}

function checkUnique(path: string, table: string, records: Iterable<{ readonly id: number }>): void {
  const ids = new Set<number>();
  for (const { id } of records) {
    if (ids.has(id)) throw archiveFailure('id_twice', { id }, path, table);
    ids.add(id);
  }
}
