// The JSON texts of messages that were read lately, each with the revisions it was made at. Bounded; asks no store.
import type { MessageId } from '@stoa/contract';

/** What a text was made from; equal revisions mean an equal text. */
export interface Revisions {
  /** `messages.revision`. */
  readonly revision: number;
  /** `realms.surroundings_revision`. */
  readonly surroundings: number;
}

interface Kept extends Revisions {
  readonly text: string;
}

/** Characters in each of two generations: what was not asked for during one generation is dropped with it. */
const GENERATION_CHARACTERS = 8 * 1024 * 1024;
/** More than {@link TextForm} has forms. */
const FORMS = 32;

/** One of the forms a message comes in, as a small number. */
export type TextForm = number;

/** The forms by what they depend on; `avatars` is 0 for readers who get every address, else who they are to the sender. */
export function textForm(apply_markdown: boolean, empty_topic_name: boolean, avatars: number): TextForm {
  return avatars * 4 + (apply_markdown ? 2 : 0) + (empty_topic_name ? 1 : 0);
}

export class KeptTexts {
  private young = new Map<number, Kept>();
  private old = new Map<number, Kept>();
  private characters = 0;

  constructor(private readonly generation_characters = GENERATION_CHARACTERS) {}

  find(id: MessageId, form: TextForm, { revision, surroundings }: Revisions): string | null {
    const key = id * FORMS + form;
    const young = this.young.get(key);
    const kept = young ?? this.old.get(key);
    if (!kept || kept.revision !== revision || kept.surroundings !== surroundings) return null;
    if (!young) this.put(key, kept);
    return kept.text;
  }

  keep(id: MessageId, form: TextForm, { revision, surroundings }: Revisions, text: string): void {
    this.put(id * FORMS + form, { revision, surroundings, text });
  }

  private put(key: number, kept: Kept): void {
    if (this.characters >= this.generation_characters) {
      this.old = this.young;
      this.young = new Map();
      this.characters = 0;
    }
    this.young.set(key, kept);
    this.characters += kept.text.length;
  }
}
