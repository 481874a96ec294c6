// What rarer keys do; loaded when the first of them is pressed. Changes that may not be on the screen are said.
import { t } from '../../base/text/all-texts.ts';
import { dropNotice, notify, offer } from '../../base/ui/notices.ts';
import type { View } from '../../base/views/view.ts';
import { channelGroups } from '../../domain/channels/channel-groups.ts';
import { setTopicPolicy } from '../../domain/channels/topic-actions.ts';
import { placeOf } from '../../domain/focus/message-focus.ts';
import { markUnreadFrom } from '../../domain/messages/message-actions.ts';
import { openCard } from '../../domain/people/cards.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { policyOf } from '../../model/messages/topic-policy.ts';
import { viewName } from '../../model/state/names.ts';
import { sidebarOpen } from '../../model/state/screen.ts';
import { isTopicMuted } from '../../model/state/state.ts';
import type { KeyContext } from './key-context.ts';
import { channelOf } from './navigation-keys.ts';

type Policy = Parameters<typeof setTopicPolicy>[3];
const MUTED = 1;
const UNMUTED = 2;

let last_notice: number | null = null;

/** Offers to return to the policy that the topic had before. */
export async function switchMuted(engine: Engine, channel_id: number, topic: string): Promise<void> {
  const state = engine.state.get();
  const before = policyOf(state, channel_id, topic) as Policy;
  const muted = !isTopicMuted(state, channel_id, topic);
  if (!(await setTopicPolicy(engine, channel_id, topic, muted ? MUTED : UNMUTED))) return;
  const name = viewName(state, { kind: 'topic', channel_id, topic });
  if (last_notice !== null) dropNotice(last_notice);
  last_notice = offer(t(muted ? 'set_now_muted' : 'set_now_unmuted', { name }), t('undo'), () =>
    setTopicPolicy(engine, channel_id, topic, before),
  );
}

export async function markUnread(engine: Engine, message: StoredMessage, view: View): Promise<void> {
  if (await markUnreadFrom(engine, message, view)) notify(t('live_now_unread'), true);
}

/** The name of the author opens the card; later messages of a group have none. */
export function openAuthor({ id, sender_id }: StoredMessage): void {
  const row = document.querySelector<HTMLElement>(`article[data-message-id="${id}"]`);
  if (!row) return;
  const name = row.querySelector<HTMLElement>('.message-sender');
  name?.focus();
  openCard.set({ kind: 'person', id: sender_id, place: placeOf(name ?? row) });
}

/** The next channel in sidebar order. */
export function nextChannel({ engine, navigation: { route, go } }: KeyContext, step: 1 | -1): unknown {
  const channels = channelGroups(engine.state.get()).flatMap(({ active, inactive }) => [...active, ...inactive]);
  const { view } = route;
  const here = 'channel_id' in view ? channels.findIndex(({ stream_id }) => stream_id === view.channel_id) : -1;
  const first = step === 1 ? 0 : -1;
  const next = channels.at(here < 0 ? first : (here + step) % channels.length);
  return next ? go({ kind: 'channel', channel_id: next.stream_id }) : false;
}

export function topicsOfChannel(context: KeyContext): unknown {
  const channel = channelOf(context);
  return channel ? context.navigation.go({ kind: 'topics', channel_id: channel.channel_id }) : false;
}

export function openAccountMenu(): unknown {
  const button = document.querySelector<HTMLElement>('.account-button');
  if (!button) return false;
  sidebarOpen.set(true);
  button.focus();
  return button.click();
}
