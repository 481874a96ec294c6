// Shortcuts that navigate or press a button.

import { keyOf } from '../../base/views/view.ts';
import { channelGroups } from '../../domain/channels/channel-groups.ts';
import { setTopicPolicy } from '../../domain/channels/topic-actions.ts';
import { policyOf } from '../../model/messages/notification-reasons.ts';
import { selectedMessage, sidebarOpen } from '../../model/state/screen.ts';
import { isTopicMuted } from '../../model/state/state.ts';
import { type UnreadConversation, unreadCounts } from '../../model/state/unread.ts';
import type { KeyContext } from './keys.ts';

const MUTED = 1;
const UNMUTED = 2;
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

/** The next channel in sidebar order. */
export function nextChannel({ engine, navigation: { route, go } }: KeyContext, step: 1 | -1): unknown {
  const channels = channelGroups(engine.state.get()).flatMap(({ active, inactive }) => [...active, ...inactive]);
  const { view } = route;
  const here = 'channel_id' in view ? channels.findIndex(({ stream_id }) => stream_id === view.channel_id) : -1;
  const at = here < 0 ? (step === 1 ? 0 : channels.length - 1) : (here + step + channels.length) % channels.length;
  const next = channels[at];
  return next ? go({ kind: 'channel', channel_id: next.stream_id }) : false;
}

/** The channel of the view or the selected message. */
function channelOf({ engine, navigation }: KeyContext): { channel_id: number; topic: string | null } | null {
  const { view } = navigation.route;
  const id = selectedMessage.get();
  const message = id === null ? undefined : engine.messages.get(id);
  if (message?.stream_id !== undefined) return { channel_id: message.stream_id, topic: message.subject };
  if (view.kind === 'topic') return view;
  return 'channel_id' in view ? { channel_id: view.channel_id, topic: null } : null;
}

export function topicsOfChannel(context: KeyContext): unknown {
  const channel = channelOf(context);
  return channel ? context.navigation.go({ kind: 'topics', channel_id: channel.channel_id }) : false;
}

export function switchMuted(context: KeyContext): unknown {
  const { engine } = context;
  const { channel_id, topic } = channelOf(context) ?? { topic: null };
  if (channel_id === undefined || topic === null) return false;
  const muted = isTopicMuted(engine.state.get(), channel_id, topic);
  return setTopicPolicy(engine, channel_id, topic, muted ? UNMUTED : MUTED);
}

export function focusSidebar(): void {
  sidebarOpen.set(true);
  document.querySelector<HTMLElement>('#sidebar-filter')?.focus();
}

export function openAccountMenu(): unknown {
  const button = document.querySelector<HTMLElement>('.account-button');
  if (!button) return false;
  sidebarOpen.set(true);
  button.focus();
  return button.click();
}

/** Clicks a part of a message; the focus returns to it afterwards. */
export function pressIn(message_id: number, selector: string): unknown {
  const part = document.querySelector<HTMLElement>(`[data-message-id="${message_id}"] ${selector}`);
  if (!part) return false;
  part.focus();
  return part.click();
}
