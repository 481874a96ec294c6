// Shortcuts that navigate or press a button.

import { keyOf, type View } from '../../base/views/view.ts';
import { channelGroups } from '../../domain/channels/channel-groups.ts';
import { policyOf } from '../../model/messages/notification-reasons.ts';
import { selectedMessage, sidebarOpen } from '../../model/state/screen.ts';
import { type UnreadConversation, unreadCounts } from '../../model/state/unread.ts';
import type { KeyContext } from './key-context.ts';

const FOLLOWED = 3;

/** The keys of the conversations that the last call chose from: the one it led to may have been read meanwhile. */
let walked: readonly string[] = [];

/** The next conversation of a kind with unread messages, in the order of the sidebar, wrapping around. [WB1008] */
export function nextUnread(
  { engine, navigation: { route, go } }: KeyContext,
  wanted: (conversation: UnreadConversation) => boolean,
  followed = false,
): unknown {
  const state = engine.state.get();
  const channels = channelGroups(state).flatMap(({ active, inactive }) => [...active, ...inactive]);
  const rankOf = (view: View) =>
    'channel_id' in view ? channels.findIndex(({ stream_id }) => stream_id === view.channel_id) : -1;
  const waiting = unreadCounts(state)
    .conversations.filter(
      (conversation) =>
        !conversation.muted &&
        wanted(conversation) &&
        (!followed ||
          (conversation.view.kind === 'topic' &&
            policyOf(state, conversation.view.channel_id, conversation.view.topic) === FOLLOWED)),
    )
    .toSorted((a, b) => rankOf(a.view) - rankOf(b.view) || b.newest - a.newest);
  const keys = waiting.map(({ view }) => keyOf(view));
  const before = keys.includes(keyOf(route.view)) ? keys : walked;
  const later = before.slice(before.indexOf(keyOf(route.view)) + 1).find((key) => keys.includes(key));
  const is_walk = before.includes(keyOf(route.view));
  walked = keys;
  const next =
    (is_walk && waiting.find(({ view }) => keyOf(view) === later)) ||
    (!is_walk && waiting.find(({ view }) => rankOf(view) >= rankOf(route.view))) ||
    waiting[0];
  return next ? go(next.view) : false;
}

/** The channel of the view or the selected message. */
export function channelOf({ engine, navigation }: KeyContext): { channel_id: number; topic: string | null } | null {
  const { view } = navigation.route;
  const id = selectedMessage.get();
  const message = id === null ? undefined : engine.messages.get(id);
  if (message?.stream_id !== undefined) return { channel_id: message.stream_id, topic: message.subject };
  if (view.kind === 'topic') return view;
  return 'channel_id' in view ? { channel_id: view.channel_id, topic: null } : null;
}

export function focusSidebar(): void {
  sidebarOpen.set(true);
  document.querySelector<HTMLElement>('#sidebar-filter')?.focus();
}

/** Clicks a part of a message; the focus returns to it afterwards. */
export function pressIn(message_id: number, selector: string): unknown {
  const part = document.querySelector<HTMLElement>(`[data-message-id="${message_id}"] ${selector}`);
  if (!part) return false;
  part.focus();
  return part.click();
}
