// Imports an archive into a new organization, which stays deactivated until the import is complete. An interrupted run continues.
import { createHash } from 'node:crypto';
import type { UserId } from '@stoa/contract';
import { insertImportedRanges } from '../../conversation/read-ranges/importing.actions.ts';
import {
  type ImportedSubscription,
  insertImportedSubscriptions,
} from '../../conversation/subscriptions/importing.actions.ts';
import { createOrganization } from '../../features/setup/organizations.actions.ts';
import { reactivateOrganization } from '../../identity/realm/deactivation.actions.ts';
import { closeForImport } from '../../identity/realm/importing.actions.ts';
import { getRealm, hostName } from '../../identity/realm/realm.queries.ts';
import { setImportedAccount } from '../../identity/users/importing.actions.ts';
import type { Realm } from '../../kit/actor.ts';
import { seconds } from '../../kit/clock.ts';
import { batchesOf, portionsOf } from '../../kit/database/batches.ts';
import { type ArchiveChannel, ArchiveError, type ArchiveSubscription } from './archive.ts';
import { importEmoji, importFiles, importPictures } from './import-files.ts';
import { importGroups } from './import-groups.ts';
import { beginImport, endImport, findIds, findImport, newestUpTo, recordIds, removeIds } from './import-ids.actions.ts';
import { MessageImport } from './import-messages.ts';
import { findNames } from './import-names.ts';
import type { Imported, ImportParts } from './import-parts.ts';
import { importLists, importPersonal } from './import-personal.ts';
import { importChannels, importUsers } from './import-places.ts';
import { importSettings } from './import-settings.ts';
import { spansOf } from './import-spans.rules.ts';
import { ownerOf } from './owner.ts';
import type { Plan } from './plan.ts';
import { staySmall } from './stay-small.ts';

export interface ImportRequest extends Omit<ImportParts, 'realm' | 'into_existing'> {
  readonly format: string;
  readonly plan: Plan;
  /** The root URL of the new organization. */
  readonly url: string;
  readonly progress: (messages: number) => void;
  /** Called with the organization once its ids are complete, before they are deleted. */
  readonly ended: (realm: Realm) => Promise<void>;
}

export async function importArchive(request: ImportRequest): Promise<Realm> {
  const realm = await beginOrContinue(request);
  const parts: ImportParts = { ...request, realm, into_existing: false };
  const { store, writer, archive, now } = parts;
  const { realm_id } = realm;
  const owner_id = (await findIds<UserId>(store.db, realm_id, 'users')).get(ownerOf(archive).id)!;
  const users = await importUsers(parts, owner_id);
  const groups = await importGroups(parts, owner_id, users);
  const channels = await importChannels(parts, users, groups);
  await importSettings(parts, owner_id, { users, groups, channels });
  const emoji = await importEmoji(parts, owner_id, users);
  await importPictures(parts, owner_id, users);
  const files = await importFiles(parts, users);
  const imported: Imported = { users, groups, channels, emoji, files };
  await importLists(parts);
  const names = await findNames(parts, imported);
  const messages = await MessageImport.open(parts, imported, names);
  await messages.run(request.progress);
  await subscribe(parts, imported, messages);
  for (const batch of batchesOf([...messages.direct.values()]))
    await writer.write(realm_id, ({ tx }) =>
      insertImportedRanges(
        tx,
        batch.flatMap(({ recipient_id, users: people }) => messages.runs.end(recipient_id, people)),
      ),
    );
  await importPersonal(parts, { ...imported, names });
  await request.ended(realm);
  await writer.write(realm_id, async (context) => {
    await endImport(context.tx, realm_id, seconds(now));
    await reactivateOrganization(context, realm_id);
  });
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  return realm;
}

/** The same archive has the same plan. */
export const digestOf = (format: string, { organization, counts }: Plan) =>
  createHash('sha256')
    .update(JSON.stringify([format, organization, counts]))
    .digest('hex');

async function beginOrContinue({ store, writer, archive, format, plan, url, now }: ImportRequest): Promise<Realm> {
  const digest = digestOf(format, plan);
  const earlier = URL.canParse(url) ? await findImport(store.db, hostName(new URL(url).host)) : null;
  if (earlier !== null && earlier.finished_at === null) {
    if (earlier.digest === digest) return getRealm(store.db, earlier.realm_id);
    throw new ArchiveError(
      `an import of another archive into ${url} was not finished: continue it, or delete the organization first`,
    );
  }
  const owner = ownerOf(archive);
  const { date_created, description, name } = archive.organization;
  const made = await createOrganization(
    writer,
    { name, url, owner: { email: owner.email!, full_name: owner.full_name, password_hash: null } },
    undefined,
    async ({ tx }, { realm: { realm_id }, owner: { user_id } }) => {
      await setImportedAccount(tx, user_id, {
        date_joined: Math.floor(owner.date_joined ?? seconds(now)),
        timezone: owner.timezone,
        password_hash: owner.password ?? null,
        settings: owner.settings ?? {},
      });
      await closeForImport(tx, realm_id, {
        date_created: Math.floor(date_created ?? seconds(now)),
        description,
        now_s: seconds(now),
      });
      await beginImport(tx, { realm_id, format, digest });
      await recordIds(tx, realm_id, 'users', [[owner.id, user_id]]);
    },
  );
  return made.realm;
}

/** Last, because spans refer to the messages before which they began. */
async function subscribe(parts: ImportParts, imported: Imported, messages: MessageImport): Promise<void> {
  const { writer, archive, realm } = parts;
  for (const portion of subscriptionPortions(archive.channels)) {
    const written: (Pick<ChannelPortion, 'channel' | 'is_first'> & { readonly rows: ImportedSubscription[] })[] = [];
    for (const { channel, subscriptions, is_first } of portion)
      written.push({ channel, is_first, rows: await subscriptionRows(parts, imported, subscriptions) });
    await writer.write(realm.realm_id, async ({ tx }) => {
      for (const { channel, is_first, rows } of written) {
        const { stream_id, recipient_id } = imported.channels.get(channel.id)!;
        await insertImportedSubscriptions(tx, stream_id, rows, is_first);
        const there = rows.filter(({ active }) => active).map(({ user_id }) => user_id);
        await insertImportedRanges(tx, messages.runs.end(recipient_id, there));
      }
    });
    staySmall(SUBSCRIPTIONS_AT_ONCE);
  }
}

/** Of one transaction: one of a large channel alone would hold the lock for seconds, and one for each small channel takes long. */
const SUBSCRIPTIONS_AT_ONCE = 500;
const CHANNELS_AT_ONCE = 100;

interface ChannelPortion {
  readonly channel: ArchiveChannel;
  readonly subscriptions: readonly ArchiveSubscription[];
  /** Whether these are the first of the channel. */
  readonly is_first: boolean;
}

/** The subscriptions of channels in portions, of several channels or of a part of one. */
export function* subscriptionPortions(channels: readonly ArchiveChannel[]): Generator<ChannelPortion[]> {
  let portion: ChannelPortion[] = [];
  let count = 0;
  for (const channel of channels) {
    let is_first = true;
    // A channel without subscriptions loses those of an earlier attempt.
    const parts = channel.subscriptions.length === 0 ? [[]] : portionsOf(channel.subscriptions, SUBSCRIPTIONS_AT_ONCE);
    for (const subscriptions of parts) {
      if (count + subscriptions.length > SUBSCRIPTIONS_AT_ONCE || portion.length >= CHANNELS_AT_ONCE) {
        yield portion;
        portion = [];
        count = 0;
      }
      portion.push({ channel, subscriptions, is_first });
      count += subscriptions.length;
      is_first = false;
    }
  }
  if (portion.length > 0) yield portion;
}

/** Subscriptions with the messages where each began and ended. */
export async function subscriptionRows(
  { store, realm }: ImportParts,
  { users }: Imported,
  subscriptions: Iterable<ArchiveSubscription>,
): Promise<ImportedSubscription[]> {
  const newest = new Map<number, number>();
  const idAt = async (position: number): Promise<number> => {
    if (!Number.isFinite(position)) return 0;
    if (!newest.has(position)) newest.set(position, await newestUpTo(store.db, realm.realm_id, position));
    return newest.get(position)!;
  };
  const rows: ImportedSubscription[] = [];
  for (const subscription of subscriptions) {
    const spans = [];
    for (const { after, until } of spansOf(subscription))
      spans.push({
        after_message_id: await idAt(after),
        until_message_id: until === null ? null : await idAt(until),
      });
    const { user, is_active, color, is_muted = false, pin_to_top = false, notifications = {} } = subscription;
    rows.push({
      user_id: users.get(user)!,
      active: is_active,
      color: color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
      is_muted,
      pin_to_top,
      notifications,
      spans,
    });
  }
  return rows;
}
