// Imports an archive into an existing organization. Everything stays hidden until the import is complete; then all clients
// reload. A run that was killed continues. [IM30]
import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { UserId } from '@stoa/contract';
import { countChannels } from '../../../conversation/channels/channels.queries.ts';
import { revealImportedChannel } from '../../../conversation/channels/importing.actions.ts';
import { findSubscriberIds } from '../../../conversation/channels/subscribers.queries.ts';
import { markSpanRead } from '../../../conversation/read-state/marking.actions.ts';
import { activateImportedAccounts } from '../../../identity/users/importing.actions.ts';
import { countBots, findOldestOwner } from '../../../identity/users/users.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import type { Transaction } from '../../../kit/database/connection.ts';
import type { Caps } from '../../../kit/limits/caps.ts';
import { seconds } from '../../../kit/time/clock.ts';
import type { ArchiveChannel } from '../archive.ts';
import { archiveFailure } from '../archive-error.ts';
import { finishRun } from '../browser-imports/runs.actions.ts';
import { digestOf, type ImportRequest } from '../import-archive.ts';
import { claimImport } from '../import-claim.actions.ts';
import { importEmoji, importFiles, importPictures } from '../import-files.ts';
import { importGroups } from '../import-groups.ts';
import {
  beginImport,
  endImport,
  findImportInto,
  findMadeIds,
  recordIds,
  recordMatches,
  removeIds,
} from '../import-ids.actions.ts';
import { MessageImport } from '../import-messages.ts';
import { findNames } from '../import-names.ts';
import type { Imported, ImportParts } from '../import-parts.ts';
import { importChannels, importUsers } from '../import-people-and-channels.ts';
import { importPersonal } from '../import-personal.ts';
import { CHANNELS_AT_ONCE, subscribe } from '../import-subscriptions.ts';
import type { MatchedArchive } from './matching.ts';
import { Placing } from './placing.ts';
import { reloadClients } from './reload-clients.ts';

export interface IntoRequest extends Omit<ImportRequest, 'url' | 'archive'> {
  readonly realm: Realm;
  readonly matched: MatchedArchive;
}

/** Accounts whose read state one write changes. */
const PEOPLE_AT_ONCE = 100;
const ACTIVATED_AT_ONCE = 300;
const MATCHES_AT_ONCE = 1000;

export async function importInto(request: IntoRequest): Promise<Realm> {
  const { realm, store, matched } = request;
  const { realm_id } = realm;
  await beginOrContinue(request);
  const writer = await claimImport(request.writer, realm_id, 'importing');
  const parts: ImportParts = { ...request, writer, archive: matched.archive, into_existing: true };
  await recordPeople(parts, matched);
  const owner_id = await findOldestOwner(store.db, realm_id);
  const users = await importUsers(parts, owner_id);
  const groups = await importGroups(parts, owner_id, users);
  const channels = await importChannels(parts, users, groups);
  const emoji = await importEmoji(parts, owner_id, users);
  // Existing people keep their pictures.
  await importPictures(parts, owner_id, users, matched.matches.users);
  const files = await importFiles(parts, users);
  const imported: Imported = { users, groups, channels, emoji, files };
  const placing = await Placing.open(parts, matched, users);
  const names = await findNames(parts, imported);
  const messages = await MessageImport.open(parts, imported, names, placing);
  await messages.run(request.progress);
  await markSharedRead(parts, imported, placing, messages);
  const own = [...placing.channels.values()].map(({ channel }) => channel);
  await subscribeAndReveal(parts, matched, imported, messages, [...matched.archive.channels, ...own]);
  await importPersonal(parts, { ...imported, names });
  await request.ended(realm);
  await openImport(parts, request);
  return realm;
}

/** Begins an import, or finds what an earlier run of it began. */
async function beginOrContinue(request: IntoRequest): Promise<void> {
  const { store, writer, realm, format, plan } = request;
  const { realm_id } = realm;
  const digest = digestOf(format, plan);
  for (;;) {
    const earlier = await findImportInto(store.db, realm_id);
    if (earlier?.undoing_since != null) throw archiveFailure('import_undoing', {});
    if (earlier !== null && earlier.digest === digest) {
      if (earlier.finished_at === null) return;
      if (earlier.into_existing) throw archiveFailure('import_done', {});
    }
    if (earlier !== null && earlier.finished_at === null) throw archiveFailure('import_unfinished', {});
    // Another process may begin an import or an undo meanwhile.
    const isAsBefore = async (tx: Transaction) => isDeepEqual(await findImportInto(tx, realm_id), earlier);
    await writer.write(realm_id, ({ tx, caps }) => checkLimits(tx, caps, request));
    const removed = () =>
      writer.write(realm_id, async ({ tx }) => ((await isAsBefore(tx)) ? removeIds(tx, realm_id) : 0));
    while ((await removed()) > 0);
    const has_begun = await writer.write(realm_id, async ({ tx, origin, record }) => {
      if (!(await isAsBefore(tx))) return false;
      await begin(tx, request, digest);
      // That of the browser has an entry of its own.
      const changes = [{ field: 'format', new: request.format }];
      if (origin.via === 'command_line') record({ kind: 'import_started', changes });
      return true;
    });
    if (has_begun) return;
  }
}

async function checkLimits(tx: Transaction, caps: Caps, { realm: { realm_id }, matched }: IntoRequest): Promise<void> {
  const { matches, archive } = matched;
  const adding = archive.channels.filter(({ id, is_archived }) => !is_archived && !matches.channels.has(id)).length;
  caps.check('channels-per-organization', await countChannels(tx, realm_id), adding);
  let bots = 0;
  for (const { id, bot, is_active } of archive.users) if (bot !== null && is_active && !matches.users.has(id)) bots++;
  caps.check('bots-per-organization', await countBots(tx, realm_id), bots);
}

async function begin(tx: Transaction, request: IntoRequest, digest: string): Promise<void> {
  const { realm, format, matched } = request;
  const { channels, groups, emoji } = matched.matches;
  const { realm_id } = realm;
  await beginImport(tx, { realm_id, format, digest, into_existing: true });
  const rows = [...channels].map(([id, { stream_id }]) => [id, stream_id] as const);
  await recordMatches(tx, realm_id, 'channels', rows);
  await recordMatches(tx, realm_id, 'groups', groups);
  await recordMatches(tx, realm_id, 'emoji', emoji);
}

/** People of whom a killed run has recorded only a part are matched again. */
async function recordPeople({ writer, realm }: ImportParts, { matches }: MatchedArchive): Promise<void> {
  for (const batch of batchesOf(matches.users, MATCHES_AT_ONCE))
    await writer.write(realm.realm_id, ({ tx }) => recordMatches(tx, realm.realm_id, 'users', batch));
}

/** Messages imported into conversations of existing people are read by them. */
async function markSharedRead(
  { writer, realm: { realm_id }, store }: ImportParts,
  { channels }: Imported,
  { written }: Placing,
  messages: MessageImport,
): Promise<void> {
  const people_of = new Map([...messages.direct.values()].map(({ recipient_id, users }) => [recipient_id, users]));
  const by_recipient = new Map([...channels.values()].map((row) => [row.recipient_id, row]));
  for (const [recipient_id, { first_id, last_id }] of written) {
    const row = by_recipient.get(recipient_id);
    const people = row ? await findSubscriberIds(store.db, row.stream_id) : (people_of.get(recipient_id) ?? []);
    for (const batch of batchesOf(people, PEOPLE_AT_ONCE))
      await writer.write(realm_id, async ({ tx }) => {
        for (const user_id of batch)
          await markSpanRead(tx, user_id, { recipient_id, after_id: first_id - 1, until_id: last_id });
      });
  }
}

/** Subscribes those who were subscribed in the archive, then opens the channels. */
async function subscribeAndReveal(
  parts: ImportParts,
  { matches }: MatchedArchive,
  imported: Imported,
  messages: MessageImport,
  channels: readonly ArchiveChannel[],
): Promise<void> {
  const { writer, realm } = parts;
  await subscribe(parts, imported, messages, channels, async (tx, { id }, added) => {
    if (!matches.channels.has(id)) return;
    const { stream_id } = imported.channels.get(id)!;
    // Recorded so that they can be undone.
    await recordIds(
      tx,
      realm.realm_id,
      'subscriptions',
      added.map(({ user_id, spans }) => [`${stream_id} ${user_id} ${spans.length}`, user_id] as const),
    );
  });
  const own = channels.filter(({ id }) => !matches.channels.has(id));
  for (const batch of batchesOf(own, CHANNELS_AT_ONCE))
    await writer.write(realm.realm_id, async ({ tx }) => {
      for (const { id, is_private, is_archived, is_web_public, shares_history } of batch)
        await revealImportedChannel(tx, imported.channels.get(id)!.stream_id, {
          invite_only: is_private,
          is_archived,
          is_web_public,
          history_public_to_subscribers: !is_private || shares_history,
        });
    });
}

async function openImport(
  { store, writer, realm: { realm_id }, archive }: ImportParts,
  { format, plan }: IntoRequest,
): Promise<void> {
  const made = await findMadeIds<UserId>(store.db, realm_id, 'users');
  const active: UserId[] = [];
  for (const { id, is_active } of archive.users) if (is_active && made.has(id)) active.push(made.get(id)!);
  for (const batch of batchesOf(active, ACTIVATED_AT_ONCE))
    await writer.write(realm_id, ({ tx }) => activateImportedAccounts(tx, batch));
  await writer.write(realm_id, async (context) => {
    await reloadClients(context, realm_id);
    await endImport(context.tx, realm_id, seconds(context.now));
    await finishRun(context.tx, realm_id, format, plan);
  });
}
