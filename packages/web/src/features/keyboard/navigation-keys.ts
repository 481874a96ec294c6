// Shortcuts that navigate or press a button.

import { keyOf, type View } from '../../base/views/view.ts';
import { channelGroups } from '../../domain/channels/channel-groups.ts';
import { policyOf } from '../../model/messages/topic-policy.ts';
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
  const ranks = new Map<number, number>(channels.map(({ stream_id }, rank) => [stream_id, rank]));
  const rankOf = (view: View) => ('channel_id' in view ? ranks.get(view.channel_id) : undefined) ?? -1;
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
  const here = keyOf(route.view);
  const before = keys.includes(here) ? keys : walked;
  const at = before.indexOf(here);
  walked = keys;
  const later =
    at === -1
      ? waiting.findIndex(({ view }) => rankOf(view) >= rankOf(route.view))
      : keys.indexOf(before.slice(at + 1).find((key) => keys.includes(key)) ?? '');
  const next = waiting[Math.max(0, later)];
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
