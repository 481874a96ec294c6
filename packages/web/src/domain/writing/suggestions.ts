// Completions of the word before the cursor, best first: people, groups, channels, topics, emoji, commands, times,
// languages.
import type { Channel, User, UserGroup } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { comingTime } from '../../base/text/dates.ts';
import { fold } from '../../base/text/fold.ts';
import { compareNames, type TextKey } from '../../base/text/text.ts';
import { nowMs } from '../../base/time/clock.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { State } from '../../model/state/state.ts';
import { knownChannels } from '../channels/channel-list.ts';
import { knownSubscribers } from '../channels/known-subscribers.ts';
import { fetchTopics, knownTopics, type Topic } from '../channels/topics.ts';
import {
  customEmoji,
  type EmojiChoice,
  loadEmoji,
  loadedEmoji,
  otherNameFound,
  searchEmoji,
} from '../emoji/emoji-list.ts';
import { frequentCodes } from '../emoji/frequent.ts';
import { type Recency, recencyOf } from '../people/recency.ts';
import { visibleAddress } from '../people/visible-address.ts';
import { timeChoices } from '../schedule/times.ts';
import { channelReference } from './channel-reference.ts';
import type { SuggestionFace } from './suggestion-item.tsx';
import type { Trigger } from './triggers.ts';

export interface Suggestion extends SuggestionFace {
  /** Replaces the word. */
  readonly text: string;
  /** Counted as used when chosen. */
  readonly emoji_code?: string;
  /** Inserted by a dialog. */
  readonly asks?: 'time';
}

const LIMIT = 8;
/** How many of the most used emoji count as frequent. */
const FREQUENT = 40;
/** 0 for a prefix, 1 for the prefix of a word, 2 for a substring; null for no match. */
function rank(folded: string, query: string): number | null {
  const at = folded.indexOf(query);
  if (at < 0) return null;
  return at === 0 ? 0 : /[\s'’_.-]/.test(folded[at - 1]!) ? 1 : 2;
}

interface Order<T> {
  /** Breaks ties of rank; lower is nearer. */
  distance?(item: T): number;
  /** Breaks ties of distance: when it was last used; higher is more recent. */
  recent?(item: T): number;
  /** A second text whose prefix matches. */
  address?(item: T): string | null;
}

/** Sorted by rank, distance, recency, then name. */
export function best<T>(
  items: readonly T[],
  name: (item: T) => string,
  query: string,
  { distance = () => 0, recent = () => 0, address }: Order<T> = {},
  most = LIMIT,
): T[] {
  const folded = fold(query.trim());
  const found: { item: T; rank: number; distance: number; recent: number }[] = [];
  for (const item of items) {
    const its = rank(fold(name(item)), folded) ?? (address && fold(address(item) ?? '').startsWith(folded) ? 3 : null);
    if (its !== null) found.push({ item, rank: its, distance: distance(item), recent: recent(item) });
  }
  return found
    .sort(
      (a, b) =>
        a.rank - b.rank || a.distance - b.distance || b.recent - a.recent || compareNames(name(a.item), name(b.item)),
    )
    .slice(0, most)
    .map(({ item }) => item);
}

const WILDCARDS: readonly [string, TextKey][] = [
  ['all', 'mention_all'],
  ['everyone', 'mention_all'],
  ['channel', 'mention_all'],
  ['topic', 'mention_topic'],
];

function people(
  state: State,
  recency: Recency,
  { query, silent = false }: Trigger,
  channel_id: number | null,
): Suggestion[] {
  const mark = silent ? '@_' : '@';
  const named = state.realm_users;
  const subscribers = channel_id === null ? null : knownSubscribers(channel_id);
  const twice = (name: string) => named.filter(({ full_name }) => full_name === name).length > 1;
  // Distinguishes people of the same name, also outside the channel.
  const details = (person: User) => {
    const address = visibleAddress(person);
    if (!subscribers || subscribers.has(person.user_id)) return address ?? '';
    return address && twice(person.full_name) ? `${address} · ${t('not_subscribed')}` : t('not_subscribed');
  };
  const found = best(named, ({ full_name }) => full_name, query, {
    // Bots are mentioned less often than people.
    distance: ({ user_id, is_bot }) => (subscribers && !subscribers.has(user_id) ? 1 : 0) + (is_bot ? 2 : 0),
    recent: ({ user_id }) => recency.people.get(user_id) ?? 0,
    address: visibleAddress,
  }).map(
    (person): Suggestion => ({
      key: `user ${person.user_id}`,
      text: `${mark}**${person.full_name}${twice(person.full_name) ? `|${person.user_id}` : ''}** `,
      label: person.full_name,
      detail: details(person),
      user_id: person.user_id,
    }),
  );
  const groups = best(
    state.realm_user_groups.filter(({ is_system_group, deactivated }: UserGroup) => !is_system_group && !deactivated),
    ({ name }) => name,
    query,
  ).map(
    ({ id, name, description }): Suggestion => ({
      key: `group ${id}`,
      text: `${mark}*${name}* `,
      label: name,
      detail: description,
      icon: 'people',
    }),
  );
  const wildcards = WILDCARDS.filter(([name]) => query !== '' && name.startsWith(fold(query)) && !silent)
    .filter(([name]) => channel_id !== null || (name !== 'topic' && name !== 'channel'))
    .slice(0, 2)
    .map(
      ([name, detail]): Suggestion => ({
        key: `wildcard ${name}`,
        text: `@**${name}** `,
        label: name,
        detail: t(detail),
        icon: 'bell',
      }),
    );
  const room = Math.max(2, LIMIT - groups.length - wildcards.length);
  return [...found.slice(0, room), ...groups, ...wildcards].slice(0, LIMIT);
}

const COMMANDS: readonly [string, string, TextKey][] = [
  ['poll', '/poll ', 'command_poll'],
  ['todo', '/todo ', 'command_todo'],
  ['me', '/me ', 'command_me'],
];

/** With the time zone, so that it means the same to everybody. */
export function timeMark(at: Date): string {
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const offset = -at.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(Math.abs(offset) % 60)}`;
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `<time:${day}T${two(at.getHours())}:${two(at.getMinutes())}:00${zone}>`;
}

const BLOCKS: readonly [string, TextKey][] = [
  ['quote', 'quotation'],
  ['spoiler', 'spoiler'],
  ['math', 'formula'],
];

async function languages(query: string): Promise<Suggestion[]> {
  const { LANGUAGES } = await import('@stoa/markdown/languages');
  const written = query.toLowerCase();
  const blocks = BLOCKS.map(([name, detail]) => ({ aliases: [name], name: t(detail) }));
  const rankOf = ({ aliases, name }: { aliases: readonly string[]; name: string }) => {
    if (aliases.includes(written)) return 0;
    if (aliases[0]!.startsWith(written)) return 1;
    return aliases.some((alias) => alias.startsWith(written)) || name.toLowerCase().startsWith(written) ? 2 : null;
  };
  return [...blocks, ...LANGUAGES]
    .flatMap((language) => {
      const rank = rankOf(language);
      return rank === null ? [] : [{ ...language, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, LIMIT)
    .map(({ aliases, name }) => {
      const alias = aliases.includes(written) ? written : aliases[0]!;
      // The heading of a spoiler follows on its line.
      return {
        key: `language ${name}`,
        text: alias === 'spoiler' ? 'spoiler ' : `${alias}\n`,
        label: alias,
        detail: name,
        icon: 'code',
      };
    });
}

function times(state: State, query: string): Suggestion[] {
  const now = new Date(nowMs());
  const written = new Date(query);
  const choices =
    query.length >= 10 && !Number.isNaN(written.getTime())
      ? [{ key: 'written', at: written, label: query }]
      : timeChoices(now).map(({ label, at }) => ({ key: label, at, label: t(label) }));
  const known = choices.map(
    ({ key, at, label }): Suggestion => ({
      key: `time ${key}`,
      text: `${timeMark(at)} `,
      label,
      detail: comingTime(at.getTime() / 1000, state.user_settings.twenty_four_hour_time),
      icon: 'clock',
    }),
  );
  return [
    ...known,
    { key: 'time other', text: '', label: `${t('time_other')} …`, detail: '', icon: 'clock', asks: 'time' },
  ];
}

function channels(state: State, recency: Recency, query: string): Suggestion[] {
  const subscribed = new Set<number>(state.subscriptions.map(({ stream_id }) => stream_id));
  return best(
    [...state.subscriptions, ...state.never_subscribed, ...state.unsubscribed].filter(
      ({ is_archived }) => !is_archived,
    ),
    ({ name }) => name,
    query,
    {
      distance: ({ stream_id }) => (subscribed.has(stream_id) ? 0 : 1),
      recent: ({ stream_id }) => recency.channels.get(stream_id) ?? 0,
    },
  ).map((channel) => ({
    key: `channel ${channel.stream_id}`,
    text: `${channelReference(channel, null)} `,
    label: channel.name,
    detail: channel.description,
    channel_id: channel.stream_id,
  }));
}

function topics(channel: Channel, known: readonly Topic[], query: string): Suggestion[] {
  return best(known, ({ name }) => name || t('general_chat'), query, { recent: ({ max_id }) => max_id }).map(
    ({ name }) => ({
      key: `topic ${name}`,
      text: `${channelReference(channel, name)} `,
      label: name || t('general_chat'),
      detail: `#${channel.name}`,
      channel_id: channel.stream_id,
    }),
  );
}

function emoji(state: State, unicode: readonly EmojiChoice[], query: string): Suggestion[] {
  const all = [...customEmoji(state.realm_emoji), ...unicode];
  return searchEmoji(all, query, LIMIT, frequentCodes(FREQUENT)).map((choice) => {
    const { emoji_name, emoji_code, text } = choice;
    const image = text ? undefined : state.realm_emoji[emoji_code]?.source_url;
    return {
      key: `emoji ${emoji_name}`,
      text: `:${emoji_name}: `,
      label: emoji_name,
      detail: otherNameFound(choice, query),
      emoji: text ?? '',
      emoji_code,
      ...(image ? { image } : {}),
    };
  });
}

/**
 * Returns a promise only if something must be fetched first; later calls answer at once. `channel_id` is the
 * destination channel, if any.
 */
export function suggest(
  engine: Engine,
  trigger: Trigger,
  channel_id: number | null,
): readonly Suggestion[] | Promise<readonly Suggestion[]> {
  const state = engine.state.get();
  switch (trigger.kind) {
    case 'person':
      return people(state, recencyOf(engine), trigger, channel_id);
    case 'command':
      return COMMANDS.filter(([name]) => name.startsWith(trigger.query)).map(([name, text, detail]) => ({
        key: `command ${name}`,
        text,
        label: `/${name}`,
        detail: t(detail),
        icon: 'send',
      }));
    case 'language':
      return languages(trigger.query);
    case 'time':
      return times(state, trigger.query);
    case 'channel':
      return channels(state, recencyOf(engine), trigger.query);
    case 'topic': {
      const channel = knownChannels(state).find(({ name }) => name === trigger.channel);
      if (!channel) return [];
      const known = knownTopics(channel.stream_id);
      if (known) return topics(channel, known, trigger.query);
      return fetchTopics(engine, channel.stream_id).then((fetched) => topics(channel, fetched, trigger.query));
    }
    case 'emoji': {
      const loaded = loadedEmoji();
      return loaded
        ? emoji(state, loaded, trigger.query)
        : loadEmoji().then((unicode) => emoji(engine.state.get(), unicode, trigger.query));
    }
  }
}
