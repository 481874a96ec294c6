// All destinations of the switcher and their order.

import { t } from '../../base/text/all-texts.ts';
import { compareNames } from '../../base/text/text.ts';
import type { IconName } from '../../base/ui/icon.tsx';
import { isConversation, keyOf, type PageName, type View } from '../../base/views/view.ts';
import { channelsInReach } from '../../domain/channels/channel-list.ts';
import { knownTopics } from '../../domain/channels/topics.ts';
import { type Recency, recencyOf } from '../../domain/people/recency.ts';
import { visibleAddress } from '../../domain/people/visible-address.ts';
import type { SuggestionFace } from '../../domain/writing/suggestion-item.tsx';
import type { Engine } from '../../model/engine/engine.ts';
import { othersOf } from '../../model/messages/conversations.ts';
import { peopleNames, topicName, viewName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { organizationSections } from '../organization/organization-page.tsx';
import { ROWS_BY_SECTION } from '../settings/setting-rows.ts';
import { SETTINGS_SECTIONS } from '../settings/settings-page.tsx';
import { fit, type Needle, prepare } from './fuzzy.ts';

export interface Entry extends SuggestionFace {
  readonly kind: 'view' | 'channel' | 'topic' | 'person' | 'setting';
  readonly view: View;
  readonly names: readonly Needle[];
  /** The newest message there that involves the reader; 0 for none. */
  readonly recent: number;
}

const VIEWS: readonly (readonly [
  Exclude<View['kind'], 'channel' | 'topics' | 'topic' | 'direct' | 'search' | 'page'>,
  IconName,
])[] = [
  ['inbox', 'inbox'],
  ['recent', 'recent'],
  ['feed', 'feed'],
  ['mentions', 'mention'],
  ['starred', 'star'],
  ['drafts', 'draft'],
  ['scheduled', 'clock'],
  ['reminders', 'bell'],
];
const PAGES: readonly (readonly [PageName, IconName])[] = [
  ['channels', 'channel'],
  ['people', 'people'],
  ['groups', 'people'],
  ['settings', 'settings'],
  ['organization', 'organization'],
];

const entry = (
  entry: Omit<Entry, 'key' | 'names' | 'recent'> & { also?: string; recent?: number; key?: string },
): Entry => {
  const { also, key = keyOf(entry.view), recent = 0, ...rest } = entry;
  return { ...rest, key, recent, names: [prepare(entry.label), ...(also ? [prepare(also)] : [])] };
};

function viewEntries(state: State): Entry[] {
  const pages = PAGES.map(([page, icon]) => [{ kind: 'page', page, path: [] }, icon] as const);
  return [...VIEWS.map(([kind, icon]) => [{ kind }, icon] as const), ...pages].map(([view, icon]) =>
    entry({ kind: 'view', view, label: viewName(state, view), detail: '', icon }),
  );
}

function settingEntries(state: State): Entry[] {
  const to = (page: PageName, section: string): View => ({ kind: 'page', page, path: [section] });
  const own = SETTINGS_SECTIONS.flatMap(({ id, title }) => [
    entry({
      kind: 'setting',
      view: to('settings', id),
      label: t(title),
      detail: t('settings_title'),
      icon: 'settings',
    }),
    ...(ROWS_BY_SECTION[id as keyof typeof ROWS_BY_SECTION] ?? []).flatMap((group) =>
      group.rows.map(({ label }) =>
        entry({
          kind: 'setting',
          key: `settings ${id} ${label}`,
          view: to('settings', id),
          label: t(label),
          detail: t(title),
          icon: 'settings',
        }),
      ),
    ),
  ]);
  const shared = organizationSections(state).map(({ id, title }) =>
    entry({
      kind: 'setting',
      view: to('organization', id),
      label: t(title),
      detail: t('organization_title'),
      icon: 'organization',
    }),
  );
  return [...own, ...shared];
}

function channelEntries(state: State, recency: Recency): Entry[] {
  return channelsInReach(state).map(({ stream_id, name, description }) =>
    entry({
      kind: 'channel',
      view: { kind: 'channel', channel_id: stream_id },
      label: name,
      detail: description,
      channel_id: stream_id,
      recent: recency.channels.get(stream_id) ?? 0,
    }),
  );
}

function personEntries(state: State, recency: Recency, own_id: number): Entry[] {
  return state.realm_users.map((person) => {
    const { user_id, full_name } = person;
    const address = visibleAddress(person) ?? '';
    return entry({
      kind: 'person',
      view: { kind: 'direct', user_ids: user_id === own_id ? [] : [user_id] },
      label: full_name,
      detail: user_id === own_id ? t('notes_to_self') : address,
      also: `${full_name} ${address}`,
      user_id,
      recent: recency.people.get(user_id) ?? 0,
    });
  });
}

/** Fetched topics, topics of loaded messages, and group conversations. */
function conversationEntries(engine: Engine, state: State): Entry[] {
  const newest = new Map<string, { view: View; id: number }>();
  const note = (view: View, id: number) => {
    const key = keyOf(view);
    if ((newest.get(key)?.id ?? -1) < id) newest.set(key, { view, id });
  };
  for (const channel of state.subscriptions)
    for (const { name, max_id } of knownTopics(channel.stream_id) ?? [])
      note({ kind: 'topic', channel_id: channel.stream_id, topic: name }, max_id);
  for (const message of engine.messages.all()) {
    if (message.stream_id !== undefined)
      note({ kind: 'topic', channel_id: message.stream_id, topic: message.subject }, message.id);
    else {
      const user_ids = othersOf(message, engine.own_id);
      if (user_ids.length > 1) note({ kind: 'direct', user_ids }, message.id);
    }
  }
  return [...newest.values()].map(({ view, id }) => conversationEntry(state, view, id));
}

function conversationEntry(state: State, view: View, recent = 0): Entry {
  if (view.kind === 'topic') {
    const channel = findChannel(state, view.channel_id)?.name ?? t('unknown_channel');
    const label = topicName(view.topic);
    return entry({
      kind: 'topic',
      view,
      label,
      detail: `#${channel}`,
      also: `${channel} ${label}`,
      icon: 'list',
      recent,
    });
  }
  const label = view.kind === 'direct' ? peopleNames(state, view.user_ids) : viewName(state, view);
  return entry({ kind: 'person', view, label, detail: '', icon: 'people', recent });
}

/** All current destinations. */
export function allEntries(engine: Engine): Entry[] {
  const state = engine.state.get();
  const recency = recencyOf(engine);
  return [
    ...channelEntries(state, recency),
    ...conversationEntries(engine, state),
    ...personEntries(state, recency, engine.own_id),
    ...viewEntries(state),
    ...settingEntries(state),
  ];
}

/** Matches in the detail rank this much lower than matches in the name. */
const BESIDE = 25;
const ONLY: Readonly<Record<string, readonly Entry['kind'][]>> = { '#': ['channel', 'topic'], '@': ['person'] };

/**
 * Matches of the query, best first: `#` limits to channels and topics, `@` to people. Ties: recently visited first,
 * then recent interaction. An empty query lists recently visited views, then recent conversations.
 */
export function findEntries(
  entries: readonly Entry[],
  typed: string,
  visited: readonly View[],
  current: View,
  most: number,
): Entry[] {
  const kinds = ONLY[typed.trimStart()[0] ?? ''];
  const query = prepare((kinds ? typed.trimStart().slice(1) : typed).trim());
  const place = new Map(visited.map((view, at) => [keyOf(view), at]));
  const here = keyOf(current);
  const found: { entry: Entry; score: number; visit: number }[] = [];
  for (const entry of entries) {
    if (kinds && !kinds.includes(entry.kind)) continue;
    // The current view is last unless searched for.
    if (query.text === '' && (entry.key === here || entry.kind === 'setting')) continue;
    let score: number | null = null;
    for (const [at, name] of entry.names.entries()) {
      const its = fit(name, query);
      if (its === null) continue;
      // The name counts more than the detail.
      const weighed = at === 0 ? its : its - BESIDE;
      if (score === null || weighed > score) score = weighed;
    }
    if (score === null) continue;
    found.push({ entry, score, visit: place.get(entry.key) ?? visited.length });
  }
  const conversation = ({ view }: Entry) => Number(view.kind === 'channel' || isConversation(view));
  return found
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.visit - b.visit ||
        conversation(b.entry) - conversation(a.entry) ||
        b.entry.recent - a.entry.recent ||
        compareNames(a.entry.label, b.entry.label),
    )
    .slice(0, most)
    .map(({ entry }) => entry);
}
