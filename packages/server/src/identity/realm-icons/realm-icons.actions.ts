// Every write of an organization's icon and logos.

import { randomBytes } from 'node:crypto';
import { type RealmId, realmUpdateDict } from '@stoa/contract';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { keepFiles, releaseFiles } from '../../kit/files/loose-files.ts';
import { makePictures, probePicture } from '../../kit/files/make-pictures.ts';
import { PIXELS } from '../../kit/images/tasks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findRealmPictures, type PictureKind, type RealmPictures } from './realm-icons.queries.ts';

const SIZES = {
  icon: { width: 100, height: 100, fit: 'cover' },
  logo: { width: 800, height: 100, fit: 'inside' },
  night_logo: { width: 800, height: 100, fit: 'inside' },
} as const;

/** Stores a picture and returns its key, new with every upload. [RI2] */
export async function storeRealmPicture(
  parts: FileServices,
  actor: Actor,
  now: number,
  kind: PictureKind,
  path: string,
): Promise<string> {
  const { realm_id } = actor.realm;
  const source = { by: accountable(actor), path, pixels: PIXELS.portrait };
  await probePicture(parts, source);
  const key = `avatars/${realm_id}/realm/${randomBytes(16).toString('hex')}.png`;
  await makePictures(parts, realm_id, now, source, [{ ...SIZES[kind], key, format: 'png', animated: false }]);
  return key;
}

/** Sets the picture of a key, or with null the default one. */
export async function setRealmPicture(
  { tx, now, emit, record }: WriteContext,
  realm_id: RealmId,
  kind: PictureKind,
  file_key: string | null,
): Promise<RealmPictures> {
  const before = await tx.get<{ file_key: string | null }>(
    sql`select file_key from realm_pictures where realm_id = ${realm_id} and kind = ${kind}`,
  );
  if (file_key === null && !before?.file_key) return findRealmPictures(tx, realm_id);
  if (file_key !== null) await keepFiles(tx, [file_key]);
  if (before?.file_key) await releaseFiles(tx, realm_id, [before.file_key], now);
  await tx.run(
    sql`insert into realm_pictures (realm_id, kind, file_key, version) values (${realm_id}, ${kind}, ${file_key}, 2)
     on conflict (realm_id, kind) do update set file_key = excluded.file_key, version = realm_pictures.version + 1`,
  );
  const what = (key: string | null | undefined) => (key ? 'uploaded' : 'default');
  const change = { field: kind, old: what(before?.file_key), new: what(file_key) };
  record({ kind: 'organization_picture_changed', changes: [change] });
  const pictures = await findRealmPictures(tx, realm_id);
  const { icon_url, icon_source, logo_url, logo_source, night_logo_url, night_logo_source } = pictures;
  const data = {
    icon: { icon_url, icon_source },
    logo: { logo_url, logo_source },
    night_logo: { night_logo_url, night_logo_source },
  }[kind];
  emit(realmUpdateDict, { property: kind === 'icon' ? 'icon' : kind, data }, { everyone: true });
  return pictures;
}
