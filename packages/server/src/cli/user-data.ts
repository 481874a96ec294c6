// `stoa user export` and `stoa user erase`: the data of one person, by the operator.
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { ErasedMessages } from '@stoa/contract';
import type { Base } from '../base.ts';
import { bucketOfFiles } from '../config/file-settings.ts';
import { startErasure } from '../delivery/personal-data/erasing.actions.ts';
import { ErasureWrites } from '../delivery/personal-data/erasure-writes.ts';
import { fillOwnArchive } from '../delivery/personal-data/fill-own-archive.ts';
import { countOlderExports, findErasure, percentOf } from '../delivery/personal-data/personal-data.queries.ts';
import type { ErasureRow } from '../delivery/personal-data/personal-data.tables.ts';
import { checkNotErased } from '../identity/users/erased.queries.ts';
import type { UserRow } from '../identity/users/users.present.ts';
import type { Realm } from '../kit/access/actor.ts';
import { PacedWrites } from '../kit/bulk-writes/paced-writes.ts';
import { Archive } from '../kit/files/archive.ts';
import { openFiles } from '../kit/files/open-files.ts';
import { erased_tables, own_rows, personal_fields } from '../slices.ts';
import { CommandError, UsageError } from './command.ts';
import { ProgressLines } from './progress.ts';
import { onInterrupt } from './scratch.ts';
import { ask, print } from './terminal.ts';
import type { UserEraseValues, UserExportValues } from './user-data-declarations.ts';
import { withAccount } from './user-edit.ts';

export async function userExport(values: UserExportValues, [word = '', file = '']: readonly string[]): Promise<number> {
  if (existsSync(file)) throw new CommandError(`${file} exists already`);
  await withAccount(values, word, async ({ store, clock }, realm, user) => {
    if (user.is_bot) throw new CommandError('bots have no personal data');
    await checkNotErased(store.db, user.user_id);
    const files = openFiles(values.data, bucketOfFiles(values));
    // Only a whole archive gets the name.
    const part = `${file}.${randomBytes(4).toString('hex')}.part`;
    const removePart = () => rmSync(part, { force: true });
    const forget = onInterrupt(removePart);
    const archive = new Archive(part, new Date(clock.now()));
    const lines = new ProgressLines();
    try {
      const progress = async (percent: number) => lines.show(() => `Read: ${percent} %`);
      const parts = { db: store.db, files, fields: personal_fields, own_rows, progress };
      const scope = { realm_id: realm.realm_id, user_id: user.user_id, is_public: false };
      await fillOwnArchive(parts, archive, realm, scope, clock.now());
      const size = await archive.finish();
      renameSync(part, file);
      lines.end();
      print(`Wrote what ${user.email} wrote, and what is kept about them, to ${file}: ${size} bytes.`);
    } catch (error) {
      await archive.abort(error);
      throw error;
    } finally {
      lines.end();
      removePart();
      forget();
    }
  });
  return 0;
}

export async function userErase(values: UserEraseValues, [word = '']: readonly string[]): Promise<number> {
  if (values.messages !== 'keep' && values.messages !== 'remove')
    throw new UsageError('--messages must be keep or remove');
  const messages: ErasedMessages = values.messages;
  await withAccount(values, word, async (base, realm, user) => {
    const { store, writer } = base;
    const begun = await findErasure(store.db, realm.realm_id, user.user_id);
    // An interrupted run continues.
    if (begun === null) {
      await confirmErasure(user, messages);
      const request = { user_id: user.user_id, messages, acting_user_id: null };
      await writer.write(realm.realm_id, (context) => startErasure(context, realm, request));
    }
    const done = await eraseToTheEnd(base, realm, user);
    const removed = messages === 'remove' ? `, with ${done.messages_removed} messages` : '';
    print(`Erased the account with the id ${user.user_id}${removed}.`);
    const older = await countOlderExports(store.db, realm.realm_id);
    if (older > 0) print(`Data exports of the organization that still have its data: ${older}.`);
    print('Backups from before still have its data.');
  });
  return 0;
}

async function confirmErasure({ email }: UserRow, messages: ErasedMessages): Promise<void> {
  const what = messages === 'remove' ? 'the account, its messages and its files' : 'the account, but not its messages';
  const typed = await ask(`This erases ${what} for good. Type its address, ${email}, to continue: `);
  if (typed !== email) throw new CommandError('nothing was erased: that is not its address');
}

async function eraseToTheEnd({ store, writer, clock }: Base, realm: Realm, user: UserRow): Promise<ErasureRow> {
  const { realm_id } = realm;
  const lines = new ProgressLines();
  const writes = new ErasureWrites(writer, clock, { tables: erased_tables });
  await new PacedWrites(clock).repeat(async () => {
    const erasure = (await findErasure(store.db, realm_id, user.user_id))!;
    lines.show(() => `Erased: ${percentOf(erasure)} %`);
    if (erasure.finished_at !== null) return false;
    return writes.next(realm_id, user.user_id);
  });
  lines.end();
  return (await findErasure(store.db, realm_id, user.user_id))!;
}
