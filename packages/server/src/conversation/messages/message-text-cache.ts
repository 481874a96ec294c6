// Where the JSON texts of messages that were read lately are held: by message, form and revision. Asks no store.
import type { MessageId } from '@stoa/contract';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';

/** What a text was made from; equal revisions mean an equal text. */
export interface Revisions {
  /** `messages.revision`. */
  readonly revision: number;
  /** `realms.surroundings_revision`. */
  readonly surroundings: number;
}

/** Both only rise: their sum is one for each state. */
export const revisionOf = ({ revision, surroundings }: Revisions) => revision + surroundings;

/** Bounded in characters. */
export const MESSAGE_TEXTS: CacheDefinition<string> = { bound: 8 * 1024 * 1024, sizeOf: (text) => text.length };
/** More than {@link TextForm} has forms. */
const FORMS = 16;

/** One of the forms a message comes in, as a small number. */
export type TextForm = number;

/** Who gets the same of senders: all who get the addresses of pictures, all whose clients compute some, and spectators. */
const READERS = ['plain', 'computing', 'spectator'] as const;

export function textForm(
  apply_markdown: boolean,
  empty_topic_name: boolean,
  reader: (typeof READERS)[number],
): TextForm {
  return READERS.indexOf(reader) * 4 + (apply_markdown ? 2 : 0) + (empty_topic_name ? 1 : 0);
}

export const textKey = (id: MessageId, form: TextForm) => id * FORMS + form;
