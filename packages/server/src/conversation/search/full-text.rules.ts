// Writes messages as index entries and searches as expressions, in both engines' full-text languages. Pure. Words are
// split and stemmed here, so that both engines find the same. Common restrictions (organization, recipient, topic) are
// indexed too, as words no text has: a common word in a small channel is then found as fast as a rare one.
import { createHash } from 'node:crypto';
import type { Engine } from '../../kit/database/connection.ts';
import type { SearchQuery, SearchTerm } from './query.rules.ts';
import { visibleText } from './visible-text.rules.ts';
import { stemOf, type Word, wordsOf } from './words.rules.ts';

export interface Indexed {
  readonly realm_id: number;
  readonly recipient_id: number;
  readonly sender_id: number;
  readonly subject: string;
  readonly topic_key: string;
  readonly rendered_content: string;
}

/** Separates content from topic, so that no phrase spans both. */
const GAP = '|';
const stemMark = (stem: string) => `=${stem}`;
const characterMark = (character: string) => `~${character}`;
const realmMark = (realm_id: number) => `%${realm_id}`;
const recipientMark = (recipient_id: number) => `#${recipient_id}`;
const senderMark = (sender_id: number) => `@${sender_id}`;
/** The same for equal topics of different channels, which another filter tells apart. */
const topicMark = (topic_key: string) => `^${digestOf(topic_key)}`;

const DIGESTS_KEPT = 1000;
const digests = new Map<string, string>();

function digestOf(topic_key: string): string {
  const cached = digests.get(topic_key);
  if (cached !== undefined) return cached;
  const digest = createHash('md5').update(topic_key).digest('hex').slice(0, 12);
  if (digests.size >= DIGESTS_KEPT) digests.clear();
  digests.set(topic_key, digest);
  return digest;
}

/** The index entry of a message. [SE6] */
export function entryOf(engine: Engine, message: Indexed): string {
  const { realm_id, recipient_id, sender_id, subject, topic_key, rendered_content } = message;
  const content = wordsOf(visibleText(rendered_content).text);
  const topic = subject === '' ? [] : wordsOf(subject);
  const forms: string[] = [];
  const marks = new Set([
    realmMark(realm_id),
    recipientMark(recipient_id),
    senderMark(sender_id),
    topicMark(topic_key),
  ]);
  const add = ({ form, dense }: Word) => {
    forms.push(form);
    if (dense) marks.add(characterMark(String.fromCodePoint(form.codePointAt(0)!)));
    const stem = stemOf(form);
    if (stem !== form) marks.add(stemMark(stem));
  };
  for (const word of content) add(word);
  forms.push(GAP);
  for (const word of topic) add(word);
  return engine === 'sqlite' ? `${forms.join(' ')} ${[...marks].join(' ')}` : vector(forms, marks);
}

/** PostgreSQL stores no position above this. */
const POSITION_MAX = 16383;

function vector(forms: readonly string[], marks: ReadonlySet<string>): string {
  const positions = new Map<string, number[]>();
  forms.forEach((form, at) => {
    const found_positions = positions.get(form);
    const position = Math.min(at + 1, POSITION_MAX);
    if (found_positions) found_positions.push(position);
    else positions.set(form, [position]);
  });
  const words = [...positions].map(([form, at]) => `'${form}':${at.join(',')}`);
  return [...words, ...[...marks].map((mark) => `'${mark}'`)].join(' ');
}

/** Restrictions of a search that the index checks. Callers check all others. */
export interface Scope {
  readonly realm_id: number;
  /** Null for all. */
  readonly recipient_ids: readonly number[] | null;
  readonly sender_id?: number;
  readonly topic_key?: string;
}

function marksOf({ realm_id, recipient_ids, sender_id, topic_key }: Scope): string[][] {
  return [
    recipient_ids === null ? [realmMark(realm_id)] : recipient_ids.map(recipientMark),
    ...(sender_id === undefined ? [] : [[senderMark(sender_id)]]),
    ...(topic_key === undefined ? [] : [[topicMark(topic_key)]]),
  ];
}

/**
 * The search in the engine's language; a null scope needs a wanted word. Its strings hold only letters, digits and our
 * marks, so nothing needs escaping.
 */
export function expressionOf(engine: Engine, query: SearchQuery, scope: Scope | null): string {
  const language = LANGUAGES[engine];
  // With a wanted word `everything` is needed only for exceptions.
  if (scope === null) return expression(language, query, [], any(language, [language.write([GAP], false)]));
  const within = marksOf(scope).map((marks) =>
    any(
      language,
      marks.map((mark) => language.write([mark], false)),
    ),
  );
  return expression(language, query, within, any(language, [language.write([realmMark(scope.realm_id)], false)]));
}

/** `everything` stands where the language needs an operand but the search has none. */
function expression(language: Language, query: SearchQuery, within: readonly string[], everything: string): string {
  const { and, not } = language;
  const conditions = [...within, ...query.wanted.map((term) => any(language, termExpressions(language, term)))];
  const unwanted = [
    ...query.unwanted.flatMap((term) => termExpressions(language, term)),
    ...query.except.map((except) => expression(language, except, [], everything)),
  ];
  const positive = conditions.length === 0 ? everything : `(${conditions.join(and)})`;
  return unwanted.length === 0 ? positive : `(${positive}${not}${any(language, unwanted)})`;
}

interface Language {
  readonly and: string;
  readonly or: string;
  readonly not: string;
  write(forms: readonly string[], prefix: boolean): string;
}

const LANGUAGES: Record<Engine, Language> = {
  sqlite: {
    and: ' AND ',
    or: ' OR ',
    not: ' NOT ',
    write: (forms, prefix) => `"${forms.join(' ')}"${prefix ? ' *' : ''}`,
  },
  postgres: {
    and: ' & ',
    or: ' | ',
    not: ' & !',
    write: (forms, prefix) => `(${forms.map((form) => `'${form}'`).join(' <-> ')}${prefix ? ':*' : ''})`,
  },
};

function any({ or }: Language, parts: readonly string[]): string {
  return `(${parts.join(or)})`;
}

/** Alternatives: any of them is a match. */
function termExpressions({ write }: Language, term: SearchTerm): string[] {
  if (term.kind === 'phrase') return [write(term.forms, term.prefix)];
  if (term.kind === 'character') return [write([characterMark(term.character)], false)];
  const inflected = write([stemMark(term.stem)], false);
  // A form that is its own stem is not marked in the index; any other can't be meant here.
  return stemOf(term.stem) === term.stem ? [write([term.stem], false), inflected] : [inflected];
}
