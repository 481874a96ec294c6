// Recent conversations, newest first, all the way back.
import { isResolvedTopic } from '@stoa/contract/topics';
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { shortTime } from '../../base/text/dates.ts';
import { compareNames } from '../../base/text/text.ts';
import { shownDay } from '../../base/time/clock.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { walkRows } from '../../base/ui/row-walk.ts';
import { Select } from '../../base/ui/select.tsx';
import { hashOf } from '../../base/views/view.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { ConversationMenu } from '../../domain/menus/conversation-menu.tsx';
import { Avatar } from '../../domain/people/avatar.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { fetchByIds } from '../../model/messages/message-requests.ts';
import { type RecentConversation, RecentConversations } from '../../model/messages/recent-conversations.ts';
import { peopleNames, topicName } from '../../model/state/names.ts';
import { findChannel, findPerson, type State } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';
import {
  type Filters,
  filterConversations,
  NO_FILTERS,
  SWITCHES,
  storedFilters,
  storeFilters,
} from './recent-filters.ts';
import { VirtualRows } from './virtual-rows.tsx';

const SHOWN_BY = [...NAMED_BY, 'user_settings', 'user_topics'] as const;
/** Pages fetched without scrolling, for filters that few conversations match. */
const PAGES_UNASKED = 10;
const IDS_PER_REQUEST = 500;
const NEAR_END = '1200px';

const models = new WeakMap<Engine, RecentConversations>();

/** Lives as long as the engine, so that coming back finds what was loaded. */
function modelOf(engine: Engine): RecentConversations {
  let model = models.get(engine);
  if (!model) {
    const made = new RecentConversations(engine.client, engine.own_id);
    engine.applied.subscribe(({ event, message }) => made.apply(event, message));
    engine.epoch.subscribe(() => void made.startOver());
    models.set(engine, made);
    model = made;
  }
  return model;
}

export function Recent() {
  const engine = useEngine();
  const model = modelOf(engine);
  const { list, status, found_oldest } = useCell(model.cell);
  const counts = useAppState(unreadCounts);
  const state = useStateOf(SHOWN_BY);
  const [filters, setFilters] = useState(storedFilters);
  const scroller = useRef<HTMLElement>(null);
  const change = (next: Filters) => {
    setFilters(next);
    storeFilters(next);
  };
  useUnread(model, filters.on.includes('unread'));
  const shown = useMemo(() => filterConversations(list, filters, state, counts), [list, filters, state, counts]);
  const row = (conversation: RecentConversation) => (
    <Row conversation={conversation} unread={counts.byKey.get(conversation.key)?.count ?? 0} state={state} />
  );
  const is_all = found_oldest && status === 'ready';
  return (
    <div className="topics-page">
      <FilterBar filters={filters} change={change} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section ref={scroller} className="topics-scroll recent-scroll" tabIndex={0} aria-label={t('recent')}>
        <VirtualRows page="recent" items={shown} scroller={scroller} keyOf={keyOf} row={row} />
        {is_all && shown.length === 0 ? (
          <Nothing filtered={list.length > 0} reset={() => change(NO_FILTERS)} />
        ) : (
          <End model={model} shown={shown.length} filters={filters} scroller={scroller} />
        )}
      </section>
    </div>
  );
}

const keyOf = ({ key }: RecentConversation) => key;

function Nothing({ filtered, reset }: { filtered: boolean; reset(): void }) {
  if (!filtered) return <EmptyState title={t('nothing_here_title')}>{t('nothing_here')}</EmptyState>;
  return (
    <EmptyState title={t('recent_none')}>
      <button type="button" className="button" onClick={reset}>
        {t('recent_reset')}
      </button>
    </EmptyState>
  );
}

/** Fetches unread conversations that no page has reached yet: their newest messages are known from the start. */
function useUnread(model: RecentConversations, wanted: boolean): void {
  const engine = useEngine();
  const counts = useAppState(unreadCounts);
  const requested = useRef(new Set<number>());
  useEffect(() => {
    if (!wanted) return;
    const ids = counts.conversations
      .filter(({ view, newest }) => !model.has(view) && !requested.current.has(newest))
      .map(({ newest }) => newest);
    for (const id of ids) requested.current.add(id);
    const load = async () => {
      for (let at = 0; at < ids.length; at += IDS_PER_REQUEST)
        model.include(await fetchByIds(engine.client, ids.slice(at, at + IDS_PER_REQUEST)));
    };
    // Those that are missing come with older pages.
    load().catch(() => {});
  }, [engine, model, counts, wanted]);
}

function FilterBar({ filters, change }: { filters: Filters; change(filters: Filters): void }) {
  const folders = useAppState(({ channel_folders }) => channel_folders);
  const offered = folders
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.order - b.order || compareNames(a.name, b.name));
  const { on, folder, text } = filters;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a frame here
    <div
      className="recent-filters"
      role="group"
      aria-label={t('recent_filters')}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.target instanceof HTMLInputElement && walkRows('first'))
          event.preventDefault();
      }}
    >
      <FindField
        label={t('filter_conversations')}
        value={text}
        change={(typed) => change({ ...filters, text: typed })}
      />
      {SWITCHES.map((name) => (
        <button
          key={name}
          type="button"
          className="filter-switch"
          aria-pressed={on.includes(name)}
          onClick={() =>
            change({ ...filters, on: on.includes(name) ? on.filter((other) => other !== name) : [...on, name] })
          }
        >
          {t(`recent_${name}`)}
        </button>
      ))}
      {offered.length > 0 && (
        <Select
          aria-label={t('recent_folder')}
          value={folder}
          choices={[
            [null, t('recent_all_folders')],
            ...offered.map(({ id, name }) => [id, name] as const),
            [0, t('recent_no_folder')],
          ]}
          change={(folder) => change({ ...filters, folder })}
        />
      )}
    </div>
  );
}

interface EndProps {
  readonly model: RecentConversations;
  readonly shown: number;
  readonly filters: Filters;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Fetches more while it is near, and says what is left. */
function End({ model, shown, filters, scroller }: EndProps) {
  const { status, found_oldest, list } = useCell(model.cell);
  const element = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(list.length === 0);
  const pages = useRef(0);
  const again = useCallback(() => {
    pages.current = 0;
  }, []);
  useEffect(() => {
    const { current } = scroller;
    if (!current || !element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: current,
      rootMargin: NEAR_END,
    });
    observer.observe(element.current);
    current.addEventListener('scroll', again, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', again);
    };
  }, [scroller, again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another search
  useEffect(again, [filters, again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page, as long as the end is near
  useEffect(() => {
    if (!near || status !== 'ready' || found_oldest || pages.current >= PAGES_UNASKED) return;
    pages.current++;
    void model.more();
  }, [near, status, found_oldest, list, shown, filters, model]);
  const load = () => {
    pages.current = 0;
    void model.more();
  };
  return (
    <div ref={element} className="recent-end quiet">
      <span role="status">
        {status === 'loading' && t('recent_looking', { count: list.length })}
        {status === 'failed' && t('recent_more_failed')}
        {status === 'ready' && found_oldest && t('recent_all', { count: shown })}
      </span>
      {status !== 'loading' && !found_oldest && (
        <button type="button" className="button" onClick={load}>
          {t(status === 'failed' ? 'try_again' : 'recent_older')}
        </button>
      )}
    </div>
  );
}

interface RowProps {
  readonly conversation: RecentConversation;
  readonly unread: number;
  readonly state: State;
}

const Row = memo(function Row({ conversation: { view, timestamp, people }, unread, state }: RowProps) {
  const channel = view.kind === 'topic' ? findChannel(state, view.channel_id) : null;
  useCell(shownDay);
  return (
    <div className={unread > 0 ? 'conversation has-unread' : 'conversation'}>
      <span className="conversation-channel" dir="auto">
        {view.kind === 'topic' ? (
          <ChannelMark channel={channel} />
        ) : (
          <Icon name={view.user_ids.length > 1 ? 'people' : 'person'} size={16} />
        )}
        <span>{view.kind === 'topic' ? (channel?.name ?? t('unknown_channel')) : t('direct_messages')}</span>
      </span>
      <a href={hashOf(view)} dir="auto">
        {view.kind === 'topic' && isResolvedTopic(view.topic) && <Icon name="check" size={15} />}
        {view.kind === 'topic' ? topicName(view.topic) : peopleNames(state, view.user_ids)}
      </a>
      {unread > 0 && (
        <span className="count">
          <span aria-hidden="true">{unread}</span>
          <span className="hidden-text">{t('unread_count', { count: unread })}</span>
        </span>
      )}
      <span className="faces">
        {people.map((id) => (
          <Avatar key={id} person={findPerson(state, id)} size="s" />
        ))}
      </span>
      <time className="quiet" dateTime={new Date(timestamp * 1000).toISOString()}>
        {shortTime(timestamp, state.user_settings.twenty_four_hour_time)}
      </time>
      <ConversationMenu view={view} />
    </div>
  );
});
