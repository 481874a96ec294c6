// What the word before the cursor may become: people, groups of them, channels, topics, emoji, commands, times, languages.
import type { UserGroup } from '@stoa/contract';
import type { Engine } from '../app/engine.ts';
import { findChannel, type State } from '../app/state.ts';
import { customEmoji, loadEmoji, searchEmoji } from '../emoji/emoji-list.ts';
import { timeChoices } from '../schedule/times.ts';
import { comingTime } from '../text/dates.ts';
import { locale, type TextKey, t } from '../text/text.ts';
import type { IconName } from '../ui/icon.tsx';
import { knownSubscribers } from './channel-people.ts';

export interface Suggestion {
  readonly key: string;
  /** Put in place of the word. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  readonly user_id?: number;
  readonly channel_id?: number;
  readonly emoji?: string;
  readonly icon?: IconName;
  readonly image?: string;
  /** It is put in by a dialog of its own. */
  readonly asks?: 'time';
}

export interface Trigger {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'command' | 'time' | 'language';
  readonly query: string;
  /** Where the word begins. */
  readonly start: number;
  readonly channel?: string;
  /** Mentions that call nobody. */
  readonly silent?: boolean;
  /** What begins the block whose language is written, and is to end it. */
  readonly fence?: string;
}

const LIMIT = 8;
const TRIGGERS: readonly [Trigger['kind'], RegExp][] = [
  ['command', /^(\/([a-z]*))$/],
  // Without a letter the Enter key shall begin a line, not choose a language.
  ['language', /(?:^|\n)(`{3,}|~{3,})([a-z0-9+#._/-]{1,20})$/i],
  ['time', /(?:^|\s)(<t(?:i(?:m(?:e(?::([^>\n]{0,40}))?)?)?)?)$/],
  ['person', /(?:^|[\s(])(@_?(?:\*{0,2})?([^@*\n]{0,40}))$/],
  ['topic', /(?:^|[\s(])(#\*\*([^*>\n]+)>([^*\n]{0,60}))$/],
  ['channel', /(?:^|[\s(])(#(?:\*\*)?([^#*>\n]{0,40}))$/],
  ['emoji', /(?:^|[\s(])(:([a-z0-9_+-]{2,40}))$/i],
];

export function findTrigger(before: string): Trigger | null {
  for (const [kind, pattern] of TRIGGERS) {
    const found = pattern.exec(before);
    if (!found) continue;
    if (kind === 'language')
      return { kind, query: found[2]!, start: before.length - found[2]!.length, fence: found[1]! };
    const start = before.length - found[1]!.length;
    if (kind === 'topic') return { kind, channel: found[2]!, query: found[3]!, start };
    const query = found[2] ?? '';
    // What goes on over several words must look like a name, or every sentence after an @ would be one.
    if (/\s{2}|\s$/.test(query) && query.trim().split(/\s+/).length > 3) return null;
    return kind === 'person' ? { kind, query, start, silent: found[1]!.startsWith('@_') } : { kind, query, start };
  }
  return null;
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** 0 begins with it, 1 a word of it does, 2 contains it; null without it. */
function rank(name: string, query: string): number | null {
  const at = fold(name).indexOf(query);
  if (at < 0) return null;
  return at === 0 ? 0 : /\s/.test(name[at - 1] ?? '') ? 1 : 2;
}

/** Those that fit best first; among those that fit as well, those that are nearer, then by name. */
export function best<T>(
  items: readonly T[],
  name: (item: T) => string,
  query: string,
  distance: (item: T) => number = () => 0,
): T[] {
  const folded = fold(query.trim());
  const found: { item: T; rank: number; distance: number }[] = [];
  for (const item of items) {
    const place = rank(name(item), folded);
    if (place !== null) found.push({ item, rank: place, distance: distance(item) });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance || name(a.item).localeCompare(name(b.item), locale()))
    .slice(0, LIMIT)
    .map(({ item }) => item);
}

const WILDCARDS: readonly [string, TextKey][] = [
  ['all', 'mention_all'],
  ['everyone', 'mention_all'],
  ['channel', 'mention_all'],
  ['topic', 'mention_topic'],
];

function people(state: State, { query, silent = false }: Trigger, channel_id: number | null): Suggestion[] {
  const mark = silent ? '@_' : '@';
  const named = state.realm_users;
  const subscribers = channel_id === null ? null : knownSubscribers(channel_id);
  const twice = (name: string) => named.filter(({ full_name }) => full_name === name).length > 1;
  const found = best(
    named,
    ({ full_name }) => full_name,
    query,
    // Bots are called less often than people.
    ({ user_id, is_bot }) => (subscribers && !subscribers.has(user_id) ? 1 : 0) + (is_bot ? 2 : 0),
  ).map(
    ({ user_id, full_name, email }): Suggestion => ({
      key: `user ${user_id}`,
      text: `${mark}**${full_name}${twice(full_name) ? `|${user_id}` : ''}** `,
      label: full_name,
      detail: subscribers && !subscribers.has(user_id) ? t('not_subscribed') : email,
      user_id,
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

/** With the zone, so that it means the same to everybody. */
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

/** Ends the block that was begun, unless what follows does: put after what was chosen. */
export function blockEnd({ fence }: Trigger, chosen: string, after: string): string {
  if (fence === undefined || after.split('\n').some((line) => line.trimEnd() === fence)) return '';
  return `${chosen.endsWith('\n') ? '\n' : '\n\n'}${fence}`;
}

function times(state: State, query: string): Suggestion[] {
  const now = new Date();
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

/** `channel_id`: the channel that is written to, if it is one. */
export async function suggest(engine: Engine, trigger: Trigger, channel_id: number | null): Promise<Suggestion[]> {
  const state = engine.state.get();
  switch (trigger.kind) {
    case 'person':
      return people(state, trigger, channel_id);
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
      return best(
        [...state.subscriptions, ...state.never_subscribed, ...state.unsubscribed].filter(
          ({ is_archived }) => !is_archived,
        ),
        ({ name }) => name,
        trigger.query,
        ({ stream_id }) => (state.subscriptions.some((one) => one.stream_id === stream_id) ? 0 : 1),
      ).map(({ stream_id, name, description }) => ({
        key: `channel ${stream_id}`,
        text: `#**${name}** `,
        label: name,
        detail: description,
        channel_id: stream_id,
      }));
    case 'topic': {
      const channel = state.subscriptions.find(({ name }) => name === trigger.channel);
      if (!channel) return [];
      const { topics } = await engine.client.getStreamTopics({
        stream_id: channel.stream_id,
        allow_empty_topic_name: true,
      });
      return best(topics, ({ name }) => name, trigger.query).map(({ name }) => ({
        key: `topic ${name}`,
        text: `#**${channel.name}>${name}** `,
        label: name || t('general_chat'),
        detail: `#${findChannel(state, channel.stream_id)?.name}`,
        channel_id: channel.stream_id,
      }));
    }
    case 'emoji': {
      const all = [...customEmoji(state.realm_emoji), ...(await loadEmoji())];
      return searchEmoji(all, trigger.query, LIMIT).map(({ emoji_name, emoji_code, text }) => {
        const image = text ? undefined : state.realm_emoji[emoji_code]?.source_url;
        return {
          key: `emoji ${emoji_name}`,
          text: `:${emoji_name}: `,
          label: emoji_name,
          detail: '',
          emoji: text ?? '',
          ...(image ? { image } : {}),
        };
      });
    }
  }
}
