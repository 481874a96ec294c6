// Suggestions of the search field: operators, their values, and the search itself. Pure, except for the topics and people that
// are already known.

import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import type { TextKey } from '../../base/text/text.ts';
import type { IconName } from '../../base/ui/icon.tsx';
import { isConversation, type Term, type View } from '../../base/views/view.ts';
import { mayVisitorsSearch } from '../../base/views/visitor-view.ts';
import { channelsInReach } from '../../domain/channels/channel-list.ts';
import type { Topic } from '../../domain/channels/topics.ts';
import type { Recency } from '../../domain/people/recency.ts';
import { visibleAddress } from '../../domain/people/visible-address.ts';
import type { SuggestionFace } from '../../domain/writing/suggestion-item.tsx';
import { best } from '../../domain/writing/suggestions.ts';
import { describeTerm, topicName, viewName } from '../../model/state/names.ts';
import { findPerson, type State } from '../../model/state/state.ts';
import {
  beginsWith,
  dayBefore,
  dayOfText,
  NAMED_DAYS,
  OF_DAYS,
  OF_PEOPLE,
  OPERATORS,
  type Operator,
  operandOf,
  operatorOf,
  parseQuery,
  VALUES,
  withTerm,
} from './query.ts';

export interface Suggestion extends SuggestionFace {
  /** The effect of choosing it: search, turn the last term into tokens, write text, or open the day dialog. */
  readonly effect:
    | { readonly kind: 'search'; readonly terms: readonly Term[] }
    | { readonly kind: 'add'; readonly terms: readonly Term[]; readonly rest: string }
    | { readonly kind: 'write'; readonly text: string }
    | { readonly kind: 'day'; readonly rest: string };
}

export interface Scene {
  readonly state: State;
  readonly recency: Recency;
  readonly view: View;
  /** The topics of a channel, as far as they are known. */
  topicsOf(channel_id: number): readonly Topic[] | null;
}

const LIMIT = 8;
/** Values of each kind offered for a word without an operator. */
const FOR_WORDS = 3;

const ICONS: Readonly<Record<Operator, IconName>> = {
  channel: 'channel',
  topic: 'list',
  sender: 'person',
  dm: 'people',
  'dm-including': 'people',
  mentions: 'mention',
  is: 'star',
  has: 'attach',
  date: 'clock',
  before: 'clock',
  near: 'link',
  id: 'link',
  in: 'mute',
  channels: 'globe',
};

const OPERATOR_TEXTS: Readonly<Record<Operator, TextKey>> = {
  channel: 'operator_channel',
  topic: 'operator_topic',
  sender: 'operator_sender',
  dm: 'operator_dm',
  'dm-including': 'operator_dm_including',
  mentions: 'operator_mentions',
  is: 'operator_is',
  has: 'operator_has',
  date: 'operator_date',
  before: 'operator_before',
  near: 'term_near',
  id: 'operator_id',
  in: 'operator_in',
  channels: 'operator_channels',
};

/** The last operator with its value, or else the last word. */
export interface Last {
  /** The text before it. */
  readonly rest: string;
  readonly negated: boolean;
  readonly operator: Operator | null;
  readonly text: string;
}

export function lastOf(typed: string): Last {
  const named = /^(.*?)(?:(?<=^|\s))(-?)([a-z-]+):("?)([^":]*)"?$/isu.exec(typed);
  const operator = named && operatorOf(named[3]!);
  if (named && operator)
    return { rest: named[1]!.trim(), negated: named[2] === '-', operator, text: named[5]!.trimStart() };
  const [, rest = '', minus, text = ''] = /^(.*?)(-?)([^\s"]*)$/su.exec(typed) ?? [];
  return { rest: rest.trim(), negated: minus === '-', operator: null, text };
}

const add = (scene: Scene, last: Last, terms: readonly Term[], about: Partial<Suggestion>): Suggestion => ({
  key: `add ${JSON.stringify(terms)}`,
  label: describeTerm(scene.state, terms.at(-1)!),
  detail: '',
  ...about,
  effect: { kind: 'add', terms, rest: last.rest },
});

const addressOf = (state: State, user_id: number) => {
  const person = findPerson(state, user_id);
  return (person && visibleAddress(person)) ?? '';
};

function people(scene: Scene, last: Last, operator: Operator, most: number): Suggestion[] {
  const { state, recency } = scene;
  const query = last.text.replace(/^@/, '');
  const is_me = query !== '' && 'me'.startsWith(fold(query));
  const found = best(
    state.realm_users,
    ({ full_name }) => full_name,
    query,
    {
      recent: ({ user_id }) => recency.people.get(user_id) ?? 0,
      address: visibleAddress,
    },
    most,
  ).map(({ user_id }): number => user_id);
  const ids = is_me ? [state.user_id, ...found.filter((id) => id !== state.user_id)] : found;
  return ids.slice(0, most).map((user_id) => {
    const operand = operator === 'dm' ? [user_id] : user_id;
    return add(scene, last, [{ operator, operand, negated: last.negated }], {
      user_id,
      detail: addressOf(state, user_id),
    });
  });
}

function channels(scene: Scene, last: Last, most: number): Suggestion[] {
  const { state, recency } = scene;
  const own = new Set<number>(state.subscriptions.map(({ stream_id }) => stream_id));
  return best(
    channelsInReach(state),
    ({ name }) => name,
    last.text.replace(/^#/, ''),
    {
      distance: ({ stream_id }) => (own.has(stream_id) ? 0 : 1),
      recent: ({ stream_id }) => recency.channels.get(stream_id) ?? 0,
    },
    most,
  ).map(({ stream_id, description }) =>
    add(scene, last, [{ operator: 'channel', operand: stream_id, negated: last.negated }], {
      channel_id: stream_id,
      detail: description,
    }),
  );
}

/** The channel that is chosen, or that is on the screen. */
export function channelOf(view: View, tokens: readonly Term[]): number | null {
  const chosen = tokens.find(({ operator, negated }) => operator === 'channel' && !negated);
  if (chosen) return Number(chosen.operand);
  return 'channel_id' in view ? view.channel_id : null;
}

function topics(scene: Scene, tokens: readonly Term[], last: Last, most: number): Suggestion[] {
  const channel_id = channelOf(scene.view, tokens);
  const known = channel_id === null ? null : scene.topicsOf(channel_id);
  if (channel_id === null || !known) return [];
  const has_channel = tokens.some(({ operator, negated }) => operator === 'channel' && !negated);
  return best(known, ({ name }) => topicName(name), last.text, { recent: ({ max_id }) => max_id }, most).map(
    ({ name }) => {
      const term: Term = { operator: 'topic', operand: name, negated: last.negated };
      const channel: Term = { operator: 'channel', operand: channel_id, negated: false };
      return add(scene, last, has_channel || last.negated ? [term] : [channel, term], {
        icon: 'list',
        detail: has_channel ? '' : viewName(scene.state, { kind: 'channel', channel_id }),
      });
    },
  );
}

function days(scene: Scene, last: Last, operator: 'date' | 'before'): Suggestion[] {
  const typed = last.text.trim();
  const written = dayOfText(typed);
  const found = written
    ? [{ day: written, label: null }]
    : NAMED_DAYS.filter(([name, , text]) => name.startsWith(fold(typed)) || fold(t(text)).includes(fold(typed))).map(
        ([, before, text]) => ({ day: dayBefore(before), label: t(text) }),
      );
  const items = found.map(({ day, label }) => {
    const term: Term = { operator, operand: day, negated: false };
    return add(scene, last, [term], {
      icon: 'clock',
      ...(label ? { label, detail: describeTerm(scene.state, term) } : {}),
    });
  });
  const choose: Suggestion = {
    key: 'day',
    label: t('search_choose_day'),
    detail: '',
    icon: 'clock',
    effect: { kind: 'day', rest: last.rest },
  };
  return written || operator === 'before' ? items : [...items, choose];
}

/** Suggests the values of an operator that has few. */
function values(scene: Scene, last: Last, operator: keyof typeof VALUES): Suggestion[] {
  const typed = fold(last.text.trim());
  return VALUES[operator]
    .map((operand): Term => ({ operator, operand, negated: last.negated }))
    .filter(
      (term) =>
        String(term.operand).startsWith(typed) ||
        fold(describeTerm(scene.state, { ...term, negated: false })).includes(typed),
    )
    .map((term) => add(scene, last, [term], { icon: ICONS[operator], detail: `${operator}:${term.operand}` }));
}

function valuesOf(scene: Scene, tokens: readonly Term[], last: Last, operator: Operator): Suggestion[] {
  switch (operator) {
    case 'channel':
      return channels(scene, last, LIMIT);
    case 'topic': {
      const known = topics(scene, tokens, last, LIMIT);
      const typed = last.text.trim();
      const is_known = known.some(({ label }) => fold(label) === fold(t('term_topic', { topic: typed })));
      const term: Term = { operator, operand: typed, negated: last.negated };
      return typed === '' || is_known ? known : [...known, add(scene, last, [term], { icon: 'list' })];
    }
    case 'sender':
    case 'dm':
    case 'dm-including':
    case 'mentions':
      return people(scene, last, operator, LIMIT);
    case 'date':
    case 'before':
      return last.negated ? [] : days(scene, last, operator);
    case 'near':
    case 'id': {
      const operand = operandOf(operator, last.text.trim(), scene.state);
      const term = operand === null ? null : { operator, operand, negated: last.negated };
      return term ? [add(scene, last, [term], { icon: ICONS[operator], detail: String(operand) })] : [];
    }
    default:
      return values(scene, last, operator);
  }
}

/** Operators that begin with the typed text. */
function operators({ text, rest, negated }: Last, tokens: readonly Term[]): Suggestion[] {
  const typed = fold(text);
  const chosen = new Set(tokens.filter((token) => !token.negated).map(({ operator }) => operator));
  return OPERATORS.filter((operator) => beginsWith(operator, typed))
    .filter((operator) => typed !== '' || (!chosen.has(operator) && OPERATORS.indexOf(operator) < LIMIT))
    .filter((operator) => !negated || !(operator === 'near' || OF_DAYS.includes(operator)))
    .map((operator) => ({
      key: `operator ${operator}`,
      label: `${negated ? '-' : ''}${operator}:`,
      detail: t(OPERATOR_TEXTS[operator]),
      icon: ICONS[operator],
      effect: { kind: 'write', text: `${rest}${rest ? ' ' : ''}${negated ? '-' : ''}${operator}:` },
    }));
}

/** The terms of the current conversation or channel. */
function placeTerms(view: View): Term[] | null {
  const term = (operator: string, operand: Term['operand']): Term => ({ operator, operand, negated: false });
  if (view.kind === 'topic') return [term('channel', view.channel_id), term('topic', view.topic)];
  if (view.kind === 'channel' || view.kind === 'topics') return [term('channel', view.channel_id)];
  return isConversation(view) && view.user_ids.length > 0 ? [term('dm', [...view.user_ids])] : null;
}

/** Searches for everything typed, everywhere and here. */
function searches(scene: Scene, tokens: readonly Term[], typed: string): Suggestion[] {
  const { state, view } = scene;
  const { terms } = parseQuery(typed, state);
  const all = terms.reduce<readonly Term[]>(withTerm, tokens);
  if (all.length === 0) return [];
  const [first] = terms;
  const is_words = tokens.length === 0 && terms.length === 1 && first!.operator === 'search';
  const label = is_words
    ? t('search_for', { text: String(first!.operand) })
    : t('search_now', { query: all.map((term) => describeTerm(state, term)).join(' · ') });
  const everywhere: Suggestion = {
    key: 'search',
    label,
    detail: '',
    icon: 'search',
    effect: { kind: 'search', terms: all },
  };
  const place = is_words ? placeTerms(view) : null;
  if (!place) return [everywhere];
  const here: Suggestion = {
    key: 'here',
    label: t('search_here', { text: String(first!.operand), place: viewName(state, view) }),
    detail: '',
    icon: 'search',
    effect: { kind: 'search', terms: [...place, ...terms] },
  };
  return [everywhere, here];
}

/** The first is what Enter does. */
export function suggestionsFor(scene: Scene, tokens: readonly Term[], typed: string): Suggestion[] {
  const last = lastOf(typed);
  const search = searches(scene, tokens, typed);
  if (last.operator !== null) {
    const found = valuesOf(scene, tokens, last, last.operator);
    // A complete value is searched for at once; otherwise the suggested values come first.
    const { is_complete } = parseQuery(typed, scene.state);
    const is_whole = is_complete && last.text.trim() !== '' && !(last.operator === 'topic' && found.length > 1);
    return is_whole ? [...search, ...found] : [...found, ...search];
  }
  if (last.text === '') return [...search, ...operators(last, tokens)];
  const known = [
    ...operators(last, tokens),
    ...channels(scene, last, FOR_WORDS),
    ...topics(scene, tokens, last, FOR_WORDS),
    ...people(scene, last, 'sender', FOR_WORDS),
    ...(tokens.some(({ operator }) => operator === 'channel') ? [] : people(scene, last, 'dm', 2)),
    ...(['is', 'has'] as const).flatMap((operator) => values(scene, last, operator)),
  ];
  return [...search, ...known];
}

/** Without an account: terms that the server then accepts, and nobody who is "me". [WB284] */
export function forVisitors(found: readonly Suggestion[], own_id: number): Suggestion[] {
  const isForVisitors = (term: Term) => mayVisitorsSearch(term) && term.operand !== own_id;
  return found.filter(({ effect }) => {
    if (effect.kind === 'add') return effect.terms.every(isForVisitors);
    const operator = effect.kind === 'write' && lastOf(effect.text).operator;
    return !operator || isForVisitors({ operator, operand: '', negated: false });
  });
}

/** Tokens for the typed text if a space follows it and it is unambiguous; null otherwise. */
export function tokensIn(scene: Scene, typed: string): { terms: readonly Term[]; rest: string } | null {
  if (!/\s$/.test(typed)) return null;
  const last = lastOf(typed.trimEnd());
  if (last.operator === null || last.text === '' || last.operator === 'topic') return null;
  const operand = operandOf(last.operator, last.text, scene.state);
  if (operand === null) return null;
  const others = [...channels(scene, last, 2), ...people(scene, last, 'sender', 2)].length;
  if ((last.operator === 'channel' || OF_PEOPLE.includes(last.operator)) && others > 1) return null;
  return { terms: [{ operator: last.operator, operand, negated: last.negated }], rest: last.rest };
}
