// Writes the uploaded files, emoji, avatars and the icon of an archive through the file store.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UserId } from '@stoa/contract';
import { createEmoji, deactivateEmoji, storeEmoji } from '../../conversation/emoji/emoji.actions.ts';
import { createAttachment, storeUpload } from '../../features/uploads/uploads.actions.ts';
import { setAvatar, storeAvatar } from '../../identity/avatars/avatars.actions.ts';
import { setRealmPicture, storeRealmPicture } from '../../identity/realm-icons/realm-icons.actions.ts';
import { type ArchiveFile, type Problem, type RecordKind, WHOLE_ARCHIVE } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import { findIds, recordIds } from './import-ids.actions.ts';
import { actorOf, type ImportParts, withoutEffects, withoutEvents } from './import-parts.ts';
import type { IdLookup } from './records/id-map.ts';

export async function importFiles(parts: ImportParts, users: IdLookup<UserId>): Promise<ReadonlyMap<string, number>> {
  const { store, writer, archive, realm, files, now } = parts;
  const ids = await findIds<number>(store.db, realm.realm_id, 'files');
  // In an existing organization, the quotas of people apply.
  const inOrganization = parts.into_existing ? withoutEvents : withoutEffects;
  for (const { id, owner, content_type, create_time, file } of archive.uploads) {
    if (ids.has(id)) continue;
    const work = async (path: string) => {
      const actor = actorOf(realm, users.get(owner)!);
      const { size } = await stat(path);
      const arrived = { path, filename: file.name, content_type: content_type ?? 'application/octet-stream', size };
      const stored = await storeUpload(files, actor, now, arrived);
      const made = await writer.write(realm.realm_id, async (context) => {
        const then = create_time === null ? now : create_time * 1000;
        const { id: attachment_id } = await createAttachment({ ...inOrganization(context), now: then }, actor, stored);
        await recordIds(context.tx, realm.realm_id, 'files', [[id, attachment_id]]);
        return attachment_id;
      });
      ids.set(id, made);
    };
    await withoutRefused(parts, { kind: 'files', reason: 'it exceeds the storage limit', record: id }, () =>
      withCopy(parts, file, work),
    );
  }
  return ids;
}

/** Deactivated ones first: an active one may have the same name. */
export async function importEmoji(
  parts: ImportParts,
  owner_id: UserId,
  users: IdLookup<UserId>,
): Promise<ReadonlyMap<string, number>> {
  const { store, writer, archive, realm, files, now } = parts;
  const ids = await findIds<number>(store.db, realm.realm_id, 'emoji');
  const ordered = [...archive.emoji].sort((a, b) => Number(a.is_active) - Number(b.is_active));
  for (const { id, name, author, is_active, file } of ordered) {
    if (ids.has(id)) continue;
    const actor = actorOf(realm, author === null ? owner_id : (users.get(author) ?? owner_id));
    await orReport(parts, 'emoji', id, () =>
      withCopy(parts, file, async (path) => {
        const stored = await storeEmoji(files, actor, now, path);
        const made = await writer.write(realm.realm_id, async (context) => {
          const emoji = await createEmoji(withoutEffects(context), actor, name, stored);
          if (!is_active) await deactivateEmoji(withoutEffects(context), actor, name);
          await recordIds(context.tx, realm.realm_id, 'emoji', [[id, Number(emoji.id)]]);
          return Number(emoji.id);
        });
        ids.set(id, made);
      }),
    );
  }
  return ids;
}

/** `kept`: accounts that keep the picture they have. */
export async function importPictures(
  parts: ImportParts,
  owner_id: UserId,
  users: IdLookup<UserId>,
  kept: ReadonlyMap<string, UserId> = new Map(),
) {
  const { store, writer, archive, realm, files, now } = parts;
  const { icon } = archive.organization;
  const done = await findIds<number>(store.db, realm.realm_id, 'avatars');
  if (icon !== null && !done.has(''))
    await orReport(parts, 'organization', 'icon', () =>
      withCopy(parts, icon, async (path) => {
        const key = await storeRealmPicture(files, actorOf(realm, owner_id), now, 'icon', path);
        await writer.write(realm.realm_id, async (context) => {
          await setRealmPicture(withoutEffects(context), realm.realm_id, 'icon', key);
          await recordIds(context.tx, realm.realm_id, 'avatars', [['', 0]]);
        });
      }),
    );
  for (const { id, avatar, is_notification_bot } of archive.users) {
    if (avatar === null || done.has(id) || kept.has(id) || is_notification_bot) continue;
    const user_id = users.get(id)!;
    await orReport(parts, 'users', id, () =>
      withCopy(parts, avatar, async (path) => {
        const key = await storeAvatar(files, actorOf(realm, user_id), now, path);
        await writer.write(realm.realm_id, async (context) => {
          await setAvatar(withoutEffects(context), realm.realm_id, user_id, key);
          await recordIds(context.tx, realm.realm_id, 'avatars', [[id, user_id]]);
        });
      }),
    );
  }
}

/** A picture that can't be decoded is left out: nothing else depends on it. */
function orReport(parts: ImportParts, kind: RecordKind, record: string, work: () => Promise<void>): Promise<void> {
  const reason = 'its picture can not be used';
  return withoutRefused(parts, { kind, reason, record, is_kept: kind !== 'emoji' }, work);
}

/** Reports files that are refused or can't be read, and continues: half an import would be worse. */
async function withoutRefused(
  { report }: ImportParts,
  problem: Omit<Problem, 'file'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ArchiveError) report({ ...problem, reason: 'its bytes are damaged', file: error.file ?? '' });
    else if ((error as Error).name === 'ApiError') report({ ...problem, file: WHOLE_ARCHIVE });
    else throw error;
  }
}

async function withCopy(
  { files }: ImportParts,
  file: ArchiveFile,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const path = files.incoming.path();
  try {
    await pipeline(Readable.from(file.open()), createWriteStream(path, { mode: 0o600 }));
    await work(path);
  } finally {
    await files.incoming.discard(path);
  }
}
