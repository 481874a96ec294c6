// The terms of a narrow as written: older names, valid combinations, terms that need an account. Pure.
import { BadNarrow, type Narrow, type NarrowReason, type NarrowTerm } from '@stoa/contract';
import { loginNeeded } from '../../kit/access/login-needed.ts';

/** Current names of operators, by older names. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  pm_with: 'dm',
  group_pm_with: 'group-pm-with',
};
/** Operators for spectators, in addition to `is:resolved`. */
const WITHOUT_ACCOUNT = ['channel', 'channels', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with'];
const OF_CHANNELS = ['channel', 'channels', 'topic'];
const OF_PEOPLE = ['dm', 'dm-including', 'group-pm-with'];

interface Refused {
  readonly operator?: string;
  readonly operand?: NarrowTerm['operand'];
  readonly limit?: number;
}

export function badNarrow(reason: NarrowReason, desc: string, { operand, ...refused }: Refused = {}) {
  const named = operand === undefined ? {} : { operand: String(operand) };
  return BadNarrow(`Invalid narrow operator: ${desc}`, { desc, reason, ...refused, ...named });
}

/** All terms under current operator names, without duplicates; repeated `with` stays, to be refused later. [NA19] */
export function canonicalTerms(narrow: Narrow): NarrowTerm[] {
  const keys = new Set<string>();
  return narrow
    .map((term) =>
      Object.hasOwn(LEGACY_NAMES, term.operator) ? { ...term, operator: LEGACY_NAMES[term.operator]! } : term,
    )
    .filter(({ operator, operand, negated }) => {
      const key = JSON.stringify([operator, operand, negated]);
      const is_repeated = keys.has(key) && operator !== 'with';
      keys.add(key);
      return !is_repeated;
    });
}

/** Spectators must name web-public channels, so that a client that lost its credentials notices. [MS18] */
export function checkSpectator(terms: readonly NarrowTerm[]): void {
  const says_so = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  );
  const allowed = ({ operator, operand }: NarrowTerm) =>
    WITHOUT_ACCOUNT.includes(operator) || (operator === 'is' && operand === 'resolved');
  if (!says_so || !terms.every(allowed)) throw loginNeeded();
}

/** Refuses narrows on both a channel and direct messages. [NA4] */
export function checkKinds(terms: readonly NarrowTerm[]): void {
  const positive = terms.filter(({ negated }) => !negated);
  const in_channel = positive.some(({ operator }) => OF_CHANNELS.includes(operator));
  const to_people = positive.some(
    ({ operator, operand }) =>
      OF_PEOPLE.includes(operator) || (operator === 'is' && (operand === 'dm' || operand === 'private')),
  );
  if (in_channel && to_people)
    throw badNarrow('channel_and_direct', 'No message can be both a channel message and direct message');
}

/** Whether a term names the conversation; `with` replaces such terms. */
export function isOfConversation({ operator, negated }: NarrowTerm): boolean {
  return !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm');
}

/** Whether the terms alone name one conversation. */
export function nameConversation(terms: readonly NarrowTerm[]): boolean {
  const operators = new Set(terms.filter(isOfConversation).map(({ operator }) => operator));
  return operators.has('dm') || (operators.has('channel') && operators.has('topic'));
}
