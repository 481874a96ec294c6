// Custom emoji: pictures named by the organization. Spec section 6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type Reducer, state } from '../kit/state.ts';
import { UserId } from '../kit/values.ts';
import { BadImage, RealmUploadQuota } from '../shapes/errors.ts';

export const MAX_EMOJI_FILE_SIZE_MIB = 5;
/** In characters, all of them ASCII. */
export const MAX_EMOJI_NAME_LENGTH = 100;

export const CustomEmoji = z.object({
  id: z.string(),
  name: z.string(),
  /** Relative to the organization's address. */
  source_url: z.string(),
  /** The first frame of an animated emoji; null for a still one. */
  still_url: z.string().nullable(),
  /** Existing uses keep the emoji; new ones are refused. */
  deactivated: z.boolean(),
  author_id: UserId.nullable(),
});
export type CustomEmoji = z.output<typeof CustomEmoji>;

/** Keyed by id. */
const CustomEmojiMap = z.record(z.string(), CustomEmoji);

export const emojiAdd = event({
  type: 'realm_emoji',
  op: 'add',
  fields: () => z.object({ emoji: CustomEmoji }),
  summary: 'A custom emoji was added; sent to clients with `individual_emoji_changes`.',
});
export const emojiUpdateOne = event({
  type: 'realm_emoji',
  op: 'update_one',
  fields: () => z.object({ emoji_id: z.string(), data: z.strictObject({ deactivated: z.boolean() }).partial() }),
  summary: 'A custom emoji has changed; sent to clients with `individual_emoji_changes`.',
});
export const emojiUpdate = event({
  type: 'realm_emoji',
  op: 'update',
  fields: () => z.object({ realm_emoji: CustomEmojiMap }),
  summary: 'The custom emoji have changed: all of them, by id.',
});

export const getCustomEmoji = endpoint({
  id: 'get-custom-emoji',
  method: 'GET',
  path: '/realm/emoji',
  access: 'user',
  scope: 'read',
  result: () => z.object({ emoji: CustomEmojiMap }),
  summary: 'List the custom emoji, including deactivated ones',
});

const named = z.object({ emoji_name: z.string() });

export const uploadCustomEmoji = endpoint({
  id: 'upload-custom-emoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  access: 'member',
  scope: 'administer',
  params: () => named,
  errors: [BadImage, RealmUploadQuota],
  emits: [emojiAdd, emojiUpdate],
  summary: 'Add a custom emoji',
  files_limit_mib: MAX_EMOJI_FILE_SIZE_MIB,
});

export const deactivateCustomEmoji = endpoint({
  id: 'deactivate-custom-emoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  access: 'user',
  scope: 'administer',
  params: () => named,
  emits: [emojiUpdateOne, emojiUpdate],
  summary: 'Deactivate a custom emoji',
});

export const emojiState = state({ fetch: ['realm_emoji'], fields: () => z.object({ realm_emoji: CustomEmojiMap }) });

export const reduceEmoji: Reducer = (state, event) => {
  if (event.type !== 'realm_emoji' || !state.realm_emoji) return state;
  const all = state.realm_emoji as Record<string, CustomEmoji>;
  if (event.op === 'update') return { ...state, realm_emoji: event.realm_emoji };
  if (event.op === 'add') {
    const emoji = event.emoji as CustomEmoji;
    return { ...state, realm_emoji: { ...all, [emoji.id]: emoji } };
  }
  const id = event.emoji_id as string;
  return { ...state, realm_emoji: { ...all, [id]: { ...all[id]!, ...(event.data as Partial<CustomEmoji>) } } };
};

export const emojiContract = slice({
  name: 'emoji',
  endpoints: { getCustomEmoji, uploadCustomEmoji, deactivateCustomEmoji },
  events: [emojiAdd, emojiUpdateOne, emojiUpdate],
  state: { emoji: emojiState },
  reduce: [reduceEmoji],
});
