// Links to channels, topics and messages by name. Unknown channels stay text.
import type { StateInline, Token } from 'markdown-it';
import { stateOf } from '../render-state.ts';
import { textToken } from './tokens.ts';

export interface ChannelLinkSource {
  channel: string;
  /** null: the link is to the channel itself. */
  topic: string | null;
  message_id: number | null;
  end: number;
}

/** Allowed before such a link: what may precede a mention, a comma or a colon. */
const BEFORE = /[\s'"({[/<,:]/;
const CHANNEL_LINK = /#\*\*([^*>]+)(?:>([^*]*))?\*\*/y;

export function channelLinkAt(source: string, at: number): ChannelLinkSource | null {
  if (at > 0 && !BEFORE.test(source[at - 1] as string)) return null;
  CHANNEL_LINK.lastIndex = at;
  const match = CHANNEL_LINK.exec(source);
  if (!match) return null;
  const end = CHANNEL_LINK.lastIndex;
  const channel = match[1] as string;
  if (match[2] === undefined) return { channel, topic: null, message_id: null, end };
  const message = /^(.*)@(\d{1,15})$/s.exec(match[2]);
  if (!message) return { channel, topic: match[2], message_id: null, end };
  return { channel, topic: message[1] as string, message_id: Number(message[2]), end };
}

/** [MD47] Encodes names in addresses: percent encoding with dots instead of percent signs. */
export function encodeHash(text: string): string {
  let encoded: string;
  try {
    encoded = encodeURIComponent(text);
  } catch {
    encoded = encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd'));
  }
  return encoded
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}

export function channelPath(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${channel.id}-${encodeHash(channel.name.replaceAll(' ', '-'))}`;
}

function link(state: StateInline, attributes: [string, string][], children: Token[]): void {
  const token = state.push('element', 'a', 0);
  token.attrs = attributes;
  token.children = children;
}

/** [MD48] `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. */
export function channelLink(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23) return false;
  const source = channelLinkAt(state.src, state.pos);
  if (!source) return false;
  const { context } = stateOf(state);
  const channel = context.findChannel?.(source.channel);
  if (!channel) return false;
  state.pos = source.end;
  const path = channelPath(channel);
  const id: [string, string] = ['data-stream-id', String(channel.id)];
  if (source.topic === null) {
    link(state, [['class', 'stream'], id, ['href', path]], [textToken(state, `#${channel.name}`)]);
    return true;
  }
  const topicPath = `${path}/topic/${encodeHash(source.topic)}`;
  const children = [textToken(state, `#${channel.name} > ${source.topic}`)];
  if (source.topic === '') {
    const emphasis = new state.Token('element', 'em', 0);
    emphasis.content = context.empty_topic_name ?? 'general chat';
    children.push(emphasis);
  }
  if (source.message_id !== null) {
    children.push(textToken(state, ' @ 💬'));
    link(
      state,
      [
        ['class', 'message-link'],
        ['href', `${topicPath}/near/${source.message_id}`],
      ],
      children,
    );
    return true;
  }
  const newest = context.findTopic?.(channel.id, source.topic);
  const href = newest ? `${topicPath}/with/${newest.message_id}` : topicPath;
  link(state, [['class', 'stream-topic'], id, ['href', href]], children);
  return true;
}
