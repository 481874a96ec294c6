// Adding, listing and deactivating custom emoji.
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from '@stoa/contract';
import type { FileServices } from '../../kit/files/file-services.ts';
import { onlyFile } from '../../kit/files/make-pictures.ts';
import { preparedWrite, type Route, read, write } from '../../kit/http/route.ts';
import { checkNewEmoji, createEmoji, deactivateEmoji, storeEmoji } from './emoji.actions.ts';
import { findEmoji } from './emoji.queries.ts';

export function emojiRoutes(parts: FileServices): Route[] {
  return [
    read(getCustomEmoji, async ({ db, realm }) => ({ emoji: await findEmoji(db, realm.realm_id) })),
    preparedWrite(
      uploadCustomEmoji,
      async ({ db, actor, now, files }, { emoji_name }) => {
        await checkNewEmoji(db, actor, emoji_name);
        return storeEmoji(parts, actor, now, onlyFile(files, 'You must upload exactly one file.').path);
      },
      async (context, { emoji_name }, stored) => {
        await createEmoji(context, context.actor, emoji_name, stored);
        return {};
      },
    ),
    write(deactivateCustomEmoji, async (context, { emoji_name }) => {
      await deactivateEmoji(context, context.actor, emoji_name);
      return {};
    }),
  ];
}
