// Turns what people type into the terms of a narrow, and back. Names become ids where the API takes ids.

import type { Term } from '../../base/views/view.ts';
import type { State } from '../../model/state/state.ts';

const OPERATORS = new Set([
  'channel',
  'stream',
  'topic',
  'dm',
  'dm-including',
  'sender',
  'from',
  'in',
  'is',
  'has',
  'near',
  'id',
  'mentions',
  'channels',
  'pm-with',
  'date',
]);
const PART = /(-?)(?:([a-z-]+):)?("[^"]*"|\S+)/gi;

const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;

function operandOf(operator: string, text: string, state: State): Term['operand'] {
  if (operator === 'channel') return state.subscriptions.find(({ name }) => same(name, text))?.stream_id ?? text;
  if (operator === 'sender' || operator === 'dm' || operator === 'dm-including') {
    const found =
      text === 'me'
        ? state.user_id
        : state.realm_users.find(({ full_name, email }) => same(full_name, text) || email === text)?.user_id;
    if (found !== undefined) return operator === 'dm' ? [found] : found;
  }
  return text;
}

export function parseQuery(query: string, state: State): Term[] {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const [, minus, name, written] of query.matchAll(PART)) {
    const text = written!.replace(/^"(.*)"$/, '$1');
    const given = name?.toLowerCase();
    if (!given || !OPERATORS.has(given)) {
      words.push((minus ?? '') + (name ? `${name}:` : '') + written!);
      continue;
    }
    // People say in:general for a channel; the API's own in: has two operands.
    const operator =
      given === 'from'
        ? 'sender'
        : given === 'stream' || (given === 'in' && !['home', 'all'].includes(text))
          ? 'channel'
          : given === 'pm-with'
            ? 'dm'
            : given;
    terms.push({ operator, operand: operandOf(operator, text.replace(/^#/, ''), state), negated: minus === '-' });
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false });
  return terms;
}

export function writeQuery(terms: readonly Term[], state: State): string {
  return terms
    .map(({ operator, operand, negated }) => {
      const minus = negated ? '-' : '';
      if (operator === 'search') return minus + String(operand);
      let text = String(operand);
      if (operator === 'channel')
        text = state.subscriptions.find(({ stream_id }) => String(stream_id) === text)?.name ?? text;
      if (operator === 'sender' || operator === 'dm')
        text = state.realm_users.find(({ user_id }) => String(user_id) === text)?.full_name ?? text;
      return `${minus}${operator}:${/\s/.test(text) ? `"${text}"` : text}`;
    })
    .join(' ');
}
