// Shortcuts that navigate or press a button.

import { keyOf } from '../../base/views/view.ts';
import { policyOf } from '../../model/messages/notification-reasons.ts';
import { selectedMessage, sidebarOpen } from '../../model/state/screen.ts';
import { type UnreadConversation, unreadCounts } from '../../model/state/unread.ts';
import type { KeyContext } from './key-context.ts';

const FOLLOWED = 3;

/** The next conversation of a kind with unread messages, in sidebar order, wrapping around. */
export function nextUnread(
  { engine, navigation: { route, go } }: KeyContext,
  wanted: (conversation: UnreadConversation) => boolean,
  followed = false,
): unknown {
  const state = engine.state.get();
  const waiting = unreadCounts(state).conversations.filter(
    (conversation) =>
      !conversation.muted &&
      wanted(conversation) &&
      (!followed ||
        (conversation.view.kind === 'topic' &&
          policyOf(state, conversation.view.channel_id, conversation.view.topic) === FOLLOWED)),
  );
  const here = waiting.findIndex(({ view }) => keyOf(view) === keyOf(route.view));
  const next = waiting[(here + 1) % waiting.length];
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
