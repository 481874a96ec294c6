// What people type into the search field as the terms of a narrow. Names become ids where the API takes ids.

import { nowMs } from '../../base/time/clock.ts';
import { startOfDay, type Term, type View, viewOf } from '../../base/views/view.ts';
import type { State } from '../../model/state/state.ts';
import { findPersonByName, knownChannelByName } from './named.ts';

/** Every operator, in the order in which they are offered. */
export const OPERATORS = [
  'channel',
  'topic',
  'sender',
  'dm',
  'is',
  'has',
  'date',
  'dm-including',
  'before',
  'mentions',
  'channels',
  'in',
  'near',
  'id',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Other names that people and older clients use. */
const ALIASES: Readonly<Record<string, Operator>> = {
  stream: 'channel',
  from: 'sender',
  'pm-with': 'dm',
  subject: 'topic',
  streams: 'channels',
  after: 'date',
  since: 'date',
  until: 'before',
};
const PART = /(-?)(?:([a-z-]+):)?("[^"]*"|\S+)/gi;
const DIGITS = /^\d{1,15}$/;

/** Whether an operator or another name of it begins so. */
export const beginsWith = (operator: Operator, typed: string): boolean =>
  operator.startsWith(typed) ||
  Object.entries(ALIASES).some(([alias, known]) => known === operator && alias.startsWith(typed));

/** The operator that a name stands for; null for none. */
export function operatorOf(name: string): Operator | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(ALIASES, lower)) return ALIASES[lower]!;
  return OPERATORS.find((operator) => operator === lower) ?? null;
}

/** A search has one day: where its results begin, or before which they end. */
export const OF_DAYS: readonly string[] = ['date', 'before'];
export const OF_PEOPLE: readonly Operator[] = ['sender', 'dm', 'dm-including', 'mentions'];

/** The days that have names, and those written as year, month and day. */
export function dayOfText(text: string, now = new Date(nowMs())): string | null {
  const before = { today: 0, yesterday: 1 }[text.toLowerCase()];
  return before === undefined ? startOfDay(text) && text : dayBefore(before, now);
}

/** Days offered by name: a word for them, how many days ago, and their text. */
export const NAMED_DAYS = [
  ['today', 0, 'today'],
  ['yesterday', 1, 'yesterday'],
  ['week', 7, 'date_week'],
  ['month', 30, 'date_month'],
] as const;

/** As fields and addresses write days. */
const writeDay = (day: Date): string =>
  `${String(day.getFullYear()).padStart(4, '0')}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;

export const dayBefore = (days: number, now = new Date(nowMs())): string =>
  writeDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));

/** The text after an operator as the API takes it; null where it names nothing known here. */
export function operandOf(operator: Operator, text: string, state: State, by_word = false): Term['operand'] | null {
  switch (operator) {
    case 'channel':
      return knownChannelByName(state, text.replace(/^#/, ''));
    case 'sender':
    case 'dm':
    case 'dm-including':
    case 'mentions': {
      const found = text === 'me' ? state.user_id : findPersonByName(state, text.replace(/^@/, ''), by_word);
      return found === null ? null : operator === 'dm' ? [found] : found;
    }
    case 'date':
    case 'before':
      return dayOfText(text);
    case 'near':
    case 'id':
      return DIGITS.test(text) ? text : null;
    case 'is':
    case 'has':
    case 'in':
    case 'channels':
      return (
        VALUES[operator].find((value) => value === text.toLowerCase().replace(operator === 'has' ? /s$/ : /$^/, '')) ??
        null
      );
    case 'topic':
      return text;
  }
}

export const VALUES = {
  is: ['starred', 'unread', 'mentioned', 'followed', 'dm', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
  channels: ['public', 'web-public', 'archived'],
} as const satisfies Partial<Record<Operator, readonly string[]>>;

export interface Typed {
  readonly terms: readonly Term[];
  /** Every operator has a value that is known here. */
  readonly is_complete: boolean;
}

/** Text that names nothing known here is left to the server, which refuses it. */
export function parseQuery(query: string, state: State): Typed {
  const terms: Term[] = [];
  const words: string[] = [];
  let is_complete = true;
  const parts = [...query.matchAll(PART)];
  for (const [at, [, minus, name, written]] of parts.entries()) {
    const text = written!.replace(/^"(.*)"$/, '$1');
    const known = name === undefined ? null : operatorOf(name);
    if (!known) {
      words.push((minus ?? '') + (name ? `${name}:` : '') + written!);
      continue;
    }
    // People say in:general for a channel; the API's own in: has two operands.
    const operator = known === 'in' && operandOf('in', text, state) === null ? 'channel' : known;
    // The last may still be being typed: it is completed by a suggestion.
    const operand = operandOf(operator, text, state, at < parts.length - 1);
    if (operand === null) is_complete = false;
    terms.push({ operator, operand: operand ?? text, negated: minus === '-' });
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false });
  return { terms, is_complete };
}

/** Adds a term: people of a direct conversation come together, a place or a day is instead of another. */
export function withTerm(terms: readonly Term[], added: Term): Term[] {
  const { operator, operand, negated } = added;
  const is_day = OF_DAYS.includes(operator);
  const is_one = is_day || ['near', ...(negated ? [] : ['channel', 'topic'])].includes(operator);
  const other = terms.find((term) =>
    is_day ? OF_DAYS.includes(term.operator) : term.operator === operator && term.negated === negated,
  );
  if (operator === 'dm' && !negated && other) {
    const people = [...new Set([...listOf(other.operand), ...listOf(operand)])];
    return terms.map((term) => (term === other ? { ...term, operand: people } : term));
  }
  const rest = is_one ? terms.filter((term) => term !== other) : terms;
  const same = rest.some(
    (term) => term.negated === negated && term.operator === operator && String(term.operand) === String(operand),
  );
  return same ? [...rest] : [...rest, added];
}

const listOf = (operand: Term['operand']): number[] =>
  (Array.isArray(operand) ? operand : String(operand).split(',')).map(Number).filter(Number.isInteger);

export interface Target {
  readonly view: View;
  readonly near: number | null;
  readonly date: string | null;
  /** The day before which the results end. */
  readonly before: string | null;
}

/** Where a search leads; null where nothing was asked for. */
export function targetOf(terms: readonly Term[], own_id: number): Target | null {
  if (terms.length === 0) return null;
  const operandFor = (operator: string) => terms.find((term) => term.operator === operator && !term.negated)?.operand;
  const near = operandFor('near');
  const dayFor = (operator: string) => {
    const day = operandFor(operator);
    return day === undefined ? null : dayOfText(String(day));
  };
  const rest = terms.filter(({ operator }) => operator !== 'near' && !OF_DAYS.includes(operator));
  return {
    view: rest.length > 0 ? viewOf(rest, own_id) : { kind: 'feed' },
    near: near === undefined ? null : Number(near) || null,
    date: dayFor('date'),
    before: dayFor('before'),
  };
}

/** The terms of a view, as the field shows them: words are text, the others tokens. */
export function fieldOf(view: View): { tokens: readonly Term[]; words: string } {
  if (view.kind !== 'search') return { tokens: [], words: '' };
  const isWords = ({ operator, negated }: Term) => operator === 'search' && !negated;
  return {
    tokens: view.terms.filter((term) => !isWords(term)),
    words: view.terms
      .filter(isWords)
      .map(({ operand }) => String(operand))
      .join(' '),
  };
}
