// Every write of avatars: uploading one, and returning to the generated one.

import { randomBytes } from 'node:crypto';
import { type RealmId, Refused, realmUserUpdate, type UserId } from '@stoa/contract';
import { type Actor, accountable, isAdministrator } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { keepFiles, releaseFiles } from '../../kit/files/loose-files.ts';
import { makePictures, probePicture } from '../../kit/files/make-pictures.ts';
import { PIXELS } from '../../kit/images/tasks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { pictureOf } from '../users/addresses.actions.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import { pictureUrl } from '../users/users.present.ts';
import { getUserRow } from '../users/users.queries.ts';
import { avatarFiles } from './avatars.rules.ts';

const SIDE = 100;
const MEDIUM_SIDE = 500;

/** Throws unless the actor may change their own picture. [AV4] */
export async function checkAvatarChange(db: Connection, actor: Actor): Promise<void> {
  const { avatar_changes_disabled } = await getRealmSettings(db, actor.realm.realm_id);
  if (avatar_changes_disabled && !isAdministrator(actor)) throw Refused('avatar_fixed');
}

/** Makes both sizes and returns their storage key: unguessable, and new with every upload. [AV2] */
export async function storeAvatar(parts: FileServices, actor: Actor, now: number, path: string): Promise<string> {
  const { realm_id } = actor.realm;
  const source = { by: accountable(actor), path, pixels: PIXELS.portrait };
  await probePicture(parts, source);
  const avatar_key = `${realm_id}/${randomBytes(20).toString('hex')}`;
  const [small, medium] = avatarFiles(avatar_key);
  const square = { fit: 'cover', format: 'png', animated: false } as const;
  await makePictures(parts, realm_id, now, source, [
    { ...square, key: small, width: SIDE, height: SIDE },
    { ...square, key: medium, width: MEDIUM_SIDE, height: MEDIUM_SIDE },
  ]);
  return avatar_key;
}

/** Sets an account's picture, or with null the default one. Returns the picture's URL. */
export async function setAvatar(
  context: WriteContext,
  realm_id: RealmId,
  user_id: UserId,
  avatar_key: string | null,
): Promise<string> {
  const { tx, now, emit } = context;
  const before = await getUserRow(tx, realm_id, user_id);
  if (avatar_key === null && before.avatar_key === null) return pictureUrl(before);
  if (avatar_key !== null) await keepFiles(tx, avatarFiles(avatar_key));
  if (before.avatar_key !== null) await releaseFiles(tx, realm_id, avatarFiles(before.avatar_key), now);
  const { default_avatar_source } = await getRealmSettings(tx, realm_id);
  await tx.run(
    sql`update users set avatar_source = ${avatar_key === null ? default_avatar_source : 'U'}, avatar_key = ${avatar_key}, avatar_version = avatar_version + 1 where user_id = ${user_id}`,
  );
  context.invalidateAccess([user_id]);
  const user = await getUserRow(tx, realm_id, user_id);
  emit(realmUserUpdate, { person: pictureOf(user) }, await everybodySeeing(tx, realm_id, user));
  return pictureUrl(user);
}
