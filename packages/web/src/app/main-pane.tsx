// The main pane: the current view and the compose box below it. New kinds of views are added here.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { t } from '../base/text/text.ts';
import { lazyComponent } from '../base/ui/lazy-component.tsx';
import { useThrottled } from '../base/ui/use-throttled.ts';
import type { Visit } from '../base/views/history-entry.ts';
import { isConversation, keyOf, type View } from '../base/views/view.ts';
import { keepMessageFocus } from '../domain/focus/message-focus.ts';
import { Waiting } from '../domain/messages/waiting.tsx';
import { ChannelBanner } from '../features/channels/channel-banner.tsx';
import { ChannelDialogsOutlet } from '../features/channels/channel-dialogs-outlet.tsx';
import { ClosedCompose } from '../features/compose/closed-compose.tsx';
import { DeferredOutlet } from '../features/deferred/deferred-outlet.tsx';
import { Inbox } from '../features/inbox/inbox.tsx';
import { badgeCount } from '../features/notifications/badge-count.ts';
import { useAppState, useEngine, useNavigation } from '../model/engine/context.ts';
import type { MessageList } from '../model/messages/message-list.ts';
import { loadSession } from '../model/session/stored-session.ts';
import { personName, viewName } from '../model/state/names.ts';
import { composeRequest, editingMessage, selectedMessage } from '../model/state/screen.ts';
import { findChannel } from '../model/state/state.ts';
import { useFollowMoves } from './follow-moves.ts';
import { PageOutlet } from './page-outlet.tsx';
import { ViewHeader } from './view-header.tsx';

/** The page title shows the number of unread messages and changes at most this often. */
const TITLE_PAUSE_MS = 1000;

const MessageView = lazyComponent(
  async () => (await import('../domain/messages/message-view.tsx')).MessageView,
  Waiting,
);
const Recent = lazyComponent(async () => (await import('../features/inbox/recent.tsx')).Recent, Waiting);
const TopicList = lazyComponent(async () => (await import('../features/inbox/topic-list.tsx')).TopicList, Waiting);
const NoChannel = lazyComponent(async () => (await import('../features/channels/no-channel.tsx')).NoChannel, Waiting);
const Compose = lazyComponent(
  async () => (await import('../features/compose/compose.tsx')).Compose,
  ClosedCompose,
  ClosedCompose,
);

/** How long the code of the conversation view waits: data that the first view shows is fetched before it. */
const AFTER_FIRST_VIEW_MS = 1500;

/** Loads the conversation view at once if the address names a conversation, otherwise some time after the first view. */
function fetchConversation(): void {
  MessageView.fetch();
  Compose.fetch();
  Recent.fetch();
}
if (location.hash.startsWith('#narrow') && loadSession()) fetchConversation();

/** Whether the compose box is needed: in a conversation, on request, or some time after the first view. */
function useComposeSoon(view: View): boolean {
  const engine = useEngine();
  const [is_later, setLater] = useState(false);
  const is_asked_for = useCell(composeRequest) !== null;
  const is_needed = is_later || is_asked_for || isConversation(view);
  useEffect(() => {
    const start = () => {
      setLater(true);
      fetchConversation();
      void import('../domain/writing/keep-drafts.ts').then(({ keepDrafts }) => keepDrafts(engine)).catch(() => {});
      void import('../domain/writing/unsent-notices.ts').then(({ watchUnsent }) => watchUnsent(engine)).catch(() => {});
    };
    if (is_needed) return start();
    const timer = setTimeout(start, AFTER_FIRST_VIEW_MS);
    return () => clearTimeout(timer);
  }, [engine, is_needed]);
  return is_needed;
}

export function MainPane() {
  const engine = useEngine();
  const { route } = useNavigation();
  const { view } = route;
  const key = keyOf(view);
  const visit = useFollowMoves(view);
  const pane = useRef<HTMLElement>(null);
  const Writing = useComposeSoon(view) ? Compose : ClosedCompose;
  const is_missing = useAppState((state) => 'channel_id' in view && !findChannel(state, view.channel_id));
  const list = useMemo(() => (is_missing ? null : engine.listOf(route)), [engine, route, is_missing]);
  const shown = useRef(list);
  shown.current = list;
  // No list: the reader went elsewhere.
  useEffect(() => keepMessageFocus(pane.current!, (id) => shown.current?.cell.get().ids.includes(id) ?? true), []);
  const name = useAppState((state) => viewName(state, view));
  const unread = useThrottled(useAppState(badgeCount), TITLE_PAUSE_MS);
  const realm = useAppState(({ realm_name }) => realm_name);
  // Clears the text selection of the previous view.
  useEffect(() => {
    selectedMessage.set(route.near);
  }, [route]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each visit
  useEffect(() => editingMessage.set(null), [visit]);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${name} · ${realm}`;
  }, [name, unread, realm]);
  return (
    <main ref={pane} id="main" className="main" tabIndex={-1}>
      <ViewHeader view={view} is_missing={is_missing} />
      {is_missing ? (
        <NoChannel route={route} />
      ) : (
        <>
          <Content key={view.kind === 'page' ? view.page : key} route={route} list={list} />
          {view.kind !== 'page' && (
            <>
              <Typing view={view} />
              {'channel_id' in view ? (
                <ChannelBanner view={view} list={list}>
                  <Writing view={view} visit={visit} />
                </ChannelBanner>
              ) : (
                <Writing view={view} visit={visit} />
              )}
            </>
          )}
        </>
      )}
      <ChannelDialogsOutlet />
    </main>
  );
}

function Content({ route, list }: { route: Visit; list: MessageList | null }) {
  const { view } = route;
  if (list) return <MessageView route={route} list={list} />;
  switch (view.kind) {
    case 'inbox':
      return <Inbox />;
    case 'recent':
      return <Recent />;
    case 'drafts':
    case 'scheduled':
    case 'reminders':
      return <DeferredOutlet kind={view.kind} />;
    case 'topics':
      return <TopicList channel_id={view.channel_id} />;
    case 'page':
      return <PageOutlet page={view.page} path={view.path} />;
    default:
      return null;
  }
}

function typingText([name, other, ...more]: readonly string[]): string {
  if (name === undefined) return '';
  if (other === undefined) return t('typing_one', { name });
  return more.length === 0 ? t('typing_two', { name, other }) : t('typing_many');
}

function Typing({ view }: { view: View }) {
  const engine = useEngine();
  const key = keyOf(view);
  const wanted = useAppState(({ user_settings }) => user_settings.receives_typing_notifications);
  const typing = useCell(engine.typing.cell, (all) => (wanted ? all.get(key) : undefined)) ?? [];
  const names = typing.map((id) => personName(engine.state.get(), id));
  return (
    <p className="typing quiet" aria-live="polite">
      {typingText(names)}
    </p>
  );
}
