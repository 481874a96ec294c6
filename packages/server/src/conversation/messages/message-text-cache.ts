// Cache of recently read messages as JSON texts, by message, form and revision. Never reads the store.
import type { MessageId } from '@stoa/contract';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';

/** The revisions a text was made from; equal revisions mean an equal text. */
export interface Revisions {
  /** `messages.revision`. */
  readonly revision: number;
  /** `realms.surroundings_revision`. */
  readonly surroundings: number;
}

/** Both only increase, so their sum identifies each state. */
export const revisionOf = ({ revision, surroundings }: Revisions) => revision + surroundings;

/** Approximate memory of an entry besides its text, in bytes. */
const ENTRY_BYTES = 300;

/** Some thousand messages: those that people read again are the newest of each conversation. */
export const MESSAGE_TEXTS: CacheDefinition<Uint8Array> = {
  name: 'message texts',
  bound: 3 * 1024 * 1024,
  sizeOf: (text) => text.length + ENTRY_BYTES,
};
/** At least the number of values of {@link TextForm}. */
const FORMS = 16;

/** A form in which messages are presented, as a small number. */
export type TextForm = number;

/**
 * Groups of readers for whom senders look the same: those who receive addresses of pictures, those whose clients
 * compute some, and spectators.
 */
const READERS = ['plain', 'computing', 'spectator'] as const;

export function textForm(
  apply_markdown: boolean,
  empty_topic_name: boolean,
  reader: (typeof READERS)[number],
): TextForm {
  return READERS.indexOf(reader) * 4 + (apply_markdown ? 2 : 0) + (empty_topic_name ? 1 : 0);
}

export const textKey = (id: MessageId, form: TextForm) => id * FORMS + form;
