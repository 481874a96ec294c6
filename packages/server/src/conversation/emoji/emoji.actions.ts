// Every write of custom emoji.

import { randomBytes } from 'node:crypto';
import { type CustomEmoji, emojiAdd, emojiUpdateOne, NotFound, Refused } from '@stoa/contract';
import { emojiByName, extraEmoji } from '@stoa/markdown';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import { bumpRenderDictionary } from '../../identity/realm/render-dictionary.actions.ts';
import { type Actor, accountable, isAdministrator } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { keepFiles } from '../../kit/files/loose-files.ts';
import { makePictures, probePicture } from '../../kit/files/make-pictures.ts';
import { PIXELS } from '../../kit/images/tasks.ts';
import { countRows } from '../../kit/limits/caps.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type EmojiRow, findEmoji, findEmojiByName, presentEmoji } from './emoji.queries.ts';
import { checkEmojiName } from './emoji.rules.ts';

const SIDE = 64;

export interface StoredEmoji {
  readonly file_key: string;
  readonly still_key: string | null;
}

/** Throws unless the actor may add an emoji with this name. [EM1] [EM2] [EM3] */
export async function checkNewEmoji(db: Connection, actor: Actor, name: string): Promise<void> {
  checkEmojiName(name);
  if (!(await mayInOrganization(db, actor, 'can_add_custom_emoji_group'))) throw Refused('no_permission');
  if (await findEmojiByName(db, actor.realm.realm_id, name)) throw Refused('emoji_taken');
  if ((emojiByName.has(name) || extraEmoji.has(name)) && !isAdministrator(actor)) throw Refused('emoji_overrides');
}

/** Stores one picture in the size of emoji, and a still one beside it if it is animated. [EM5] */
export async function storeEmoji(parts: FileServices, actor: Actor, now: number, path: string): Promise<StoredEmoji> {
  const { realm_id } = actor.realm;
  const source = { by: accountable(actor), path, pixels: PIXELS.emoji };
  const { animated, format } = await probePicture(parts, source);
  const name = `avatars/${realm_id}/emoji/images/${randomBytes(12).toString('hex')}`;
  const moving = format === 'gif' ? ('gif' as const) : ('webp' as const);
  const area = { width: SIDE, height: SIDE, fit: 'contain' as const };
  const still = { ...area, format: 'png' as const, animated: false };
  const file_key = animated ? `${name}.${moving}` : `${name}.png`;
  const still_key = animated ? `${name}-still.png` : null;
  await makePictures(
    parts,
    realm_id,
    now,
    source,
    still_key
      ? [
          { ...area, key: file_key, format: moving, animated: true },
          { ...still, key: still_key },
        ]
      : [{ ...still, key: file_key }],
  );
  return { file_key, still_key };
}

export async function createEmoji(
  context: WriteContext,
  actor: Actor,
  name: string,
  { file_key, still_key }: StoredEmoji,
): Promise<CustomEmoji> {
  const { tx } = context;
  const { realm_id } = actor.realm;
  await checkNewEmoji(tx, actor, name);
  context.caps.check('emoji', await countRows(tx, 'realm_emoji', sql`realm_id = ${realm_id}`, 'deactivated'));
  await keepFiles(tx, still_key === null ? [file_key] : [file_key, still_key]);
  const row = await tx.get<EmojiRow>(
    sql`insert into realm_emoji (realm_id, name, author_id, file_key, still_key, deactivated)
     values (${realm_id}, ${name}, ${actor.user_id}, ${file_key}, ${still_key}, false) returning emoji_id, name, author_id, file_key, still_key, deactivated`,
  );
  await bumpRenderDictionary(tx, realm_id);
  const emoji = presentEmoji(row!);
  // Clients without support for single changes receive the full list, so the log entry has it.
  const all = { realm_emoji: await findEmoji(tx, realm_id) };
  context.record({ kind: 'emoji_added', name });
  context.emit(emojiAdd, { emoji, ...all }, { everyone: true });
  return emoji;
}

/** Allowed to administrators and to the author, while the author may still add emoji. [EM4] */
export async function deactivateEmoji(context: WriteContext, actor: Actor, name: string): Promise<void> {
  const { tx } = context;
  const { realm_id } = actor.realm;
  const row = await findEmojiByName(tx, realm_id, name);
  if (!row) throw Refused('emoji_unknown', { emoji: name }, NotFound);
  const is_own = row.author_id === actor.user_id;
  if (!isAdministrator(actor) && !(is_own && (await mayInOrganization(tx, actor, 'can_add_custom_emoji_group'))))
    throw Refused('emoji_delete_forbidden');
  await tx.run(sql`update realm_emoji set deactivated = true where emoji_id = ${row.emoji_id}`);
  await bumpRenderDictionary(tx, realm_id);
  const all = { realm_emoji: await findEmoji(tx, realm_id) };
  context.record({ kind: 'emoji_removed', name });
  const change = { emoji_id: String(row.emoji_id), data: { deactivated: true } };
  context.emit(emojiUpdateOne, { ...change, ...all }, { everyone: true });
}
