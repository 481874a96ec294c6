// A message in the log, and the event each queue gets of it: one text per variant, with the reader's own flags at its end.
import type { ChannelId, Message, MessageId, RecipientId, UserId } from '@stoa/contract';
import { z } from 'zod';
import { openEvent, type Presenter } from '../feed/present.ts';
import { isMeMessage } from './content.rules.ts';
import type { DirectPeople } from './messages.queries.ts';
import { queueNarrow } from './queue-narrow.ts';
import { displayTopic } from './topics.rules.ts';

/** What the log keeps of a new message: enough for every variant, frozen as it was sent. */
export interface LoggedMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly sender_email: string;
  readonly sender_full_name: string;
  readonly avatar_url: string;
  /** Some readers can't compute the avatar's address, because they may not know the sender's. */
  readonly hides_email: boolean;
  readonly client: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly recipient_id: RecipientId;
  readonly stream_id?: ChannelId;
  readonly display_recipient: string | DirectPeople;
  readonly subject: string;
  readonly timestamp: number;
}

interface LoggedBody {
  readonly message: LoggedMessage;
  readonly local: { readonly queue_id: string; readonly local_id: string } | null;
}

export const messageLogged = {
  type: 'message',
  op: null,
  fields: z.object({ message: z.custom<LoggedMessage>(), local: z.custom<LoggedBody['local']>() }),
  summary: 'A message as the log keeps it.',
};

interface Variant {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly empty_topic_name: boolean;
}

function messageOf(logged: LoggedMessage, variant: Variant): Message {
  const { hides_email, rendered_content, content, avatar_url, subject, display_recipient, ...same } = logged;
  return {
    ...same,
    type: same.stream_id === undefined ? 'private' : 'stream',
    sender_realm_str: '',
    display_recipient: display_recipient as Message['display_recipient'],
    avatar_url: variant.client_gravatar && !hides_email ? null : avatar_url,
    content: variant.apply_markdown ? rendered_content : content,
    content_type: variant.apply_markdown ? 'text/html' : 'text/x-markdown',
    subject: same.stream_id === undefined ? '' : displayTopic(subject, variant.empty_topic_name),
    is_me_message: isMeMessage(content),
    reactions: [],
    submessages: [],
    topic_links: [],
  };
}

export const presentMessage: Presenter = (entry, { queue_id, options }, reader) => {
  const { message, local } = entry.body as unknown as LoggedBody;
  if (options.narrow.length > 0 && !queueNarrow(options.narrow)(message)) return [];
  const variant: Variant = {
    apply_markdown: options.apply_markdown,
    client_gravatar: options.client_gravatar,
    empty_topic_name: options.capabilities.includes('empty_topic_name'),
  };
  const key = `${+variant.apply_markdown}${+variant.client_gravatar}${+variant.empty_topic_name}`;
  const text = entry.text(key, () => openEvent('message', null, { message: messageOf(message, variant) }));
  const flags = message.sender_id === reader.user_id ? ',"flags":["read"]' : ',"flags":[]';
  const own = local?.queue_id === queue_id ? `,"local_message_id":${JSON.stringify(local.local_id)}` : '';
  return [text + flags + own];
};
