// Imports an archive into a new organization, which stays deactivated until the import is complete. An interrupted run continues.
import { createHash } from 'node:crypto';
import type { UserId } from '@stoa/contract';
import { insertImportedRanges } from '../../conversation/read-ranges/importing.actions.ts';
import { createOrganization } from '../../features/setup/organizations.actions.ts';
import { reactivateOrganization } from '../../identity/realm/deactivation.actions.ts';
import { closeForImport } from '../../identity/realm/importing.actions.ts';
import { getRealm, hostName } from '../../identity/realm/realm.queries.ts';
import { setImportedAccount } from '../../identity/users/importing.actions.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import { ArchiveError } from './archive-error.ts';
import { claimImport, endClaim } from './import-claim.actions.ts';
import { importEmoji, importFiles, importPictures } from './import-files.ts';
import { importGroups } from './import-groups.ts';
import { beginImport, endImport, findIds, findImport, recordIds, removeIds } from './import-ids.actions.ts';
import { MessageImport } from './import-messages.ts';
import { findNames } from './import-names.ts';
import type { Imported, ImportParts } from './import-parts.ts';
import { importChannels, importUsers } from './import-people-and-channels.ts';
import { importLists, importPersonal } from './import-personal.ts';
import { importSettings } from './import-settings.ts';
import { subscribe } from './import-subscriptions.ts';
import { ownerOf } from './owner.ts';
import type { Plan } from './plan.ts';

export interface ImportRequest extends Omit<ImportParts, 'realm' | 'into_existing' | 'writer'> {
  readonly writer: Writer;
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
  const { realm_id } = realm;
  const writer = await claimImport(request.writer, realm_id, 'importing');
  const parts: ImportParts = { ...request, writer, realm, into_existing: false };
  const { store, archive, now } = parts;
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
  await subscribe(parts, imported, messages, archive.channels);
  for (const batch of batchesOf([...messages.direct.values()]))
    await writer.write(realm_id, ({ tx }) =>
      insertImportedRanges(
        tx,
        batch.flatMap(({ recipient_id, users: people }) => messages.read_ranges.end(recipient_id, people)),
      ),
    );
  await importPersonal(parts, { ...imported, names });
  await request.ended(realm);
  await writer.write(realm_id, async (context) => {
    await endImport(context.tx, realm_id, seconds(now));
    context.record({ kind: 'import_started', changes: [{ field: 'format', new: request.format }] });
    await reactivateOrganization({ ...context, record() {} }, realm_id);
  });
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  await writer.write(realm_id, ({ tx }) => endClaim(tx, realm_id));
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
