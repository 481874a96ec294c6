// What is unread, by conversation: direct messages first, then each channel with its topics.
import { isResolvedTopic } from '@stoa/contract/topics';
import { Fragment, memo, type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react';
import { numberName, t } from '../../base/text/text.ts';
import { toggleSection, useIsOpen } from '../../base/ui/collapsed-sections.ts';
import { Count } from '../../base/ui/count.tsx';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { FoldSign } from '../../base/ui/fold-sign.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { lazyComponent } from '../../base/ui/lazy-component.tsx';
import { useRowWalkIn } from '../../base/ui/row-walk.ts';
import { useIncrementalList } from '../../base/ui/use-incremental-list.ts';
import { hashOf, keyOf } from '../../base/views/view.ts';
import { markAll } from '../../domain/channels/channel-actions.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { ChannelMenu } from '../../domain/menus/channel-menu.tsx';
import { ConversationMenu } from '../../domain/menus/conversation-menu.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { conversationKey } from '../../model/messages/conversations.ts';
import { peopleNames, topicName, viewName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { type UnreadConversation, unreadCounts } from '../../model/state/unread.ts';
import { firstMessages, inboxGroups, inboxLists } from './inbox-groups.ts';
import { fetchSnippets } from './snippet-fetcher.ts';

const NoSnippet = () => <span className="last-message" />;
const Snippet = lazyComponent(async () => (await import('./snippet.tsx')).Snippet, NoSnippet, NoSnippet);

// Nearly every start of the client is at the inbox, with a free connection once its scripts have come.
if (!location.hash.startsWith('#narrow')) Snippet.fetch();

/** More than a screen has. */
const FIRST_ROWS = 20;

/** Asks for what the first rows show before they are drawn. */
export const prefetchInbox = (engine: Engine): void =>
  fetchSnippets(engine, firstMessages(engine.state.get(), FIRST_ROWS));

/** The newest message that is known of each conversation, by its address. */
function useNewestKnown(): ReadonlyMap<string, number> {
  const engine = useEngine();
  const arrangement = useSyncExternalStore(engine.messages.subscribe, () => engine.messages.arrangement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages themselves have no other sign of change
  return useMemo(() => {
    const newest = new Map<string, number>();
    for (const message of engine.messages.all()) {
      const key = conversationKey(message, engine.own_id);
      newest.set(key, Math.max(newest.get(key) ?? 0, message.id));
    }
    return newest;
  }, [engine, arrangement]);
}

/** Cards are tall: these fill two screens of a phone. */
const CARDS = { first: 16, more: 60 };

export function Inbox() {
  const counts = useAppState(unreadCounts);
  const state = useStateOf(NAMED_BY);
  const folders = useAppState(({ channel_folders }) => channel_folders);
  const by_folder = useAppState(({ user_settings }) => user_settings.web_inbox_show_channel_folders);
  const { direct, channels } = useMemo(() => inboxLists(counts.conversations), [counts]);
  const drawn = useIncrementalList(channels.size, '.page', 0, CARDS);
  const newest = useNewestKnown();
  const page = useRef<HTMLDivElement>(null);
  useRowWalkIn(page, '.conversation', 'inbox');
  if (direct.length === 0 && channels.size === 0)
    return <EmptyState title={t('inbox_empty_title')}>{t('inbox_empty')}</EmptyState>;
  const groups = inboxGroups([...channels.keys()], state, by_folder ? folders : []);
  const drawn_ids = new Set(groups.flatMap(({ channel_ids }) => channel_ids).slice(0, drawn.count));
  return (
    <div ref={page} className="page">
      <div className="page-column">
        {direct.length > 0 && (
          <Card section="direct" name={t('direct_messages')} list={direct} state={state} newest={newest}>
            <Icon name="person" size={16} />
            {t('direct_messages')}
          </Card>
        )}
        {groups.map(({ key, name, channel_ids }) => (
          <Fragment key={key}>
            {name !== null && (
              <h2 className="inbox-group" dir="auto">
                {name}
              </h2>
            )}
            {channel_ids
              .filter((channel_id) => drawn_ids.has(channel_id))
              .map((channel_id) => (
                <ChannelCard
                  key={channel_id}
                  channel_id={channel_id}
                  list={channels.get(channel_id)!}
                  state={state}
                  newest={newest}
                />
              ))}
          </Fragment>
        ))}
        {drawn.count < channels.size && <div key={drawn.count} ref={drawn.end} />}
      </div>
    </div>
  );
}

interface ListProps {
  readonly list: readonly UnreadConversation[];
  readonly state: State;
  readonly newest: ReadonlyMap<string, number>;
}

function ChannelCard({ channel_id, ...shown }: ListProps & { channel_id: number }) {
  const channel = findChannel(shown.state, channel_id);
  const name = channel?.name ?? t('unknown_channel');
  return (
    <Card
      section={`channel ${channel_id}`}
      name={name}
      menu={channel && <ChannelMenu channel={channel} className="icon-button heading-menu" />}
      {...shown}
    >
      <ChannelMark channel={channel} />
      <a href={hashOf({ kind: 'channel', channel_id })}>{name}</a>
    </Card>
  );
}

interface CardProps extends ListProps {
  readonly section: string;
  readonly name: string;
  readonly menu?: ReactNode;
  /** The heading. */
  readonly children: ReactNode;
}

/** Can be folded to its heading, which then has the count of what is in it. [WB1014] */
function Card({ section, name, menu, children, ...shown }: CardProps) {
  const key = `inbox ${section}`;
  const open = useIsOpen(key);
  return (
    <section className="card">
      <div className="card-heading">
        <button
          type="button"
          className="fold-button"
          aria-expanded={open}
          aria-label={name}
          onClick={() => toggleSection(key)}
        >
          <FoldSign />
        </button>
        <h2 dir="auto">{children}</h2>
        {!open && (
          <span className="folded">
            {shown.list.some(({ mentioned }) => mentioned) && <span className="tag strong">@</span>}
            <Count count={shown.list.reduce((sum, { count }) => sum + count, 0)} />
          </span>
        )}
        {menu}
      </div>
      {open && <Conversations {...shown} />}
    </section>
  );
}

function Conversations({ list, state, newest }: ListProps) {
  return (
    <ul className="conversations">
      {list.map((conversation) => (
        <Conversation
          key={keyOf(conversation.view)}
          address={hashOf(conversation.view)}
          name={
            conversation.view.kind === 'topic'
              ? topicName(conversation.view.topic)
              : peopleNames(state, conversation.view.user_ids)
          }
          whole_name={viewName(state, conversation.view)}
          conversation={conversation}
          newest_id={Math.max(conversation.newest, newest.get(keyOf(conversation.view)) ?? 0)}
        />
      ))}
    </ul>
  );
}

interface Row {
  /** Says all of the conversation's view. */
  readonly address: string;
  readonly name: string;
  readonly whole_name: string;
  readonly conversation: UnreadConversation;
  /** The last message that is known. */
  readonly newest_id: number;
}

/** Every message makes new counts; a row is redrawn only if its own changed. */
const isSame = (a: Row, b: Row) =>
  a.address === b.address &&
  a.name === b.name &&
  a.whole_name === b.whole_name &&
  a.conversation.count === b.conversation.count &&
  a.conversation.mentioned === b.conversation.mentioned &&
  a.newest_id === b.newest_id;

const Conversation = memo(function Conversation({ address, name, whole_name, conversation, newest_id }: Row) {
  const engine = useEngine();
  const { view, count, mentioned } = conversation;
  return (
    <li className="conversation">
      <a href={address} dir="auto">
        {view.kind === 'topic' && isResolvedTopic(view.topic) && <Icon name="check" size={15} />}
        {name}
      </a>
      <Snippet message_id={newest_id} />
      {mentioned && <span className="tag strong">@</span>}
      <button
        type="button"
        className="count as-button"
        title={t('mark_all_read')}
        aria-label={`${t('unread_count', { count })}. ${t('mark_conversation_read', { conversation: whole_name })}`}
        onClick={() => void markAll(engine, view, 'add')}
      >
        {numberName(count)}
      </button>
      <ConversationMenu view={view} />
    </li>
  );
}, isSame);
