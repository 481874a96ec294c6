// The notification of a pushed message, and the address it opens. Pure; runs in the service worker.
import { hashOf, keyOf, type View } from '../../base/views/view.ts';

/** As pushed by the server; validated before use. */
export interface PushedMessage {
  readonly type?: unknown;
  readonly message_id?: unknown;
  readonly user_id?: unknown;
  readonly recipient_type?: unknown;
  readonly recipient_user_ids?: unknown;
  readonly channel_id?: unknown;
  readonly channel_name?: unknown;
  readonly topic?: unknown;
  readonly sender_full_name?: unknown;
  readonly sender_avatar_url?: unknown;
  readonly content?: unknown;
  readonly realm_name?: unknown;
}

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  /** One notification per conversation; the newest replaces the previous one. */
  readonly tag: string;
  readonly icon: string | undefined;
  readonly data: { readonly hash: string; readonly message_id: number };
}

/** The server's name of the empty topic. */
const NO_TOPIC = 'general chat';
const text = (value: unknown) => (typeof value === 'string' ? value : '');

function viewOf(pushed: PushedMessage): View {
  const { recipient_type, recipient_user_ids: people, channel_id, topic } = pushed;
  if (recipient_type === 'channel' && typeof channel_id === 'number')
    return { kind: 'topic', channel_id, topic: topic === NO_TOPIC ? '' : text(topic) };
  if (recipient_type === 'direct' && Array.isArray(people))
    return { kind: 'direct', user_ids: people.filter((id) => typeof id === 'number' && id !== pushed.user_id) };
  return { kind: 'inbox' };
}

export function notificationOf(pushed: PushedMessage, origin: string): ShownNotification {
  const view = viewOf(pushed);
  const message_id = typeof pushed.message_id === 'number' ? pushed.message_id : 0;
  const [sender, content] = [text(pushed.sender_full_name), text(pushed.content)];
  const where = view.kind === 'topic' ? `#${text(pushed.channel_name)} › ${text(pushed.topic)}` : null;
  // Pictures of other sites are not loaded: they would learn who reads.
  const icon = URL.parse(text(pushed.sender_avatar_url), origin);
  return {
    title: (where ?? sender) || text(pushed.realm_name) || 'Stoa',
    body: where === null ? content : [sender, content].filter((part) => part !== '').join(': '),
    tag: keyOf(view),
    icon: pushed.sender_avatar_url && icon?.origin === origin ? icon.href : undefined,
    data: { hash: hashOf(view, message_id || null), message_id },
  };
}
