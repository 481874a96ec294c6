// The JSON texts of messages that were read lately, each with the revisions it was made at. Bounded; asks no store.
import type { MessageId } from '@stoa/contract';
import { GenerationalCache } from '../../kit/generational-cache.ts';

/** What a text was made from; equal revisions mean an equal text. */
export interface Revisions {
  /** `messages.revision`. */
  readonly revision: number;
  /** `realms.surroundings_revision`. */
  readonly surroundings: number;
}

interface TextOf extends Revisions {
  readonly text: string;
}

/** Characters in each of two generations. */
const GENERATION_CHARACTERS = 8 * 1024 * 1024;
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

export class KeptTexts {
  private readonly texts: GenerationalCache<number, TextOf>;

  constructor(generation_characters = GENERATION_CHARACTERS) {
    this.texts = new GenerationalCache(generation_characters);
  }

  find(id: MessageId, form: TextForm, { revision, surroundings }: Revisions): string | null {
    const kept = this.texts.get(id * FORMS + form);
    return kept?.revision === revision && kept.surroundings === surroundings ? kept.text : null;
  }

  keep(id: MessageId, form: TextForm, { revision, surroundings }: Revisions, text: string): void {
    this.texts.set(id * FORMS + form, { revision, surroundings, text }, text.length);
  }
}
