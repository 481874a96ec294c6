// A message in the event log, and its event for each queue: one text per variant, with the reader's own flags at its end.
import type { EventId, Message, UserId } from '@stoa/contract';
import { isMeMessage } from '@stoa/markdown';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { type Reader, wasSubscribed } from '../../feed/reader.ts';
import { isComputable } from '../../identity/users/users.present.ts';
import { generatedPictureUrl } from '../../kit/images/generated-pictures.ts';
import { flagNames, WILDCARD } from '../message-rules/flags.rules.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import type { LoggedBody, LoggedMessage } from './logged-message.ts';
import { wantsMessage } from './queue-narrow.ts';

interface Variant {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly empty_topic_name: boolean;
  /** The reader may not see the sender. */
  readonly is_unseen: boolean;
}

/** A number for each variant. */
function keyOf({ apply_markdown, client_gravatar, empty_topic_name, is_unseen }: Variant): number {
  return Number(apply_markdown) + 2 * Number(client_gravatar) + 4 * Number(empty_topic_name) + 8 * Number(is_unseen);
}

function pictureIn({ sender_id, avatar_url, hides_email }: LoggedMessage, { client_gravatar }: Variant): string | null {
  if (!isComputable(avatar_url)) return avatar_url;
  if (hides_email) return generatedPictureUrl(sender_id, 1);
  return client_gravatar ? null : avatar_url;
}

function messageOf(logged: LoggedMessage, variant: Variant): Message {
  const {
    hides_email: _h,
    avatar_url: _a,
    rendered_content,
    content,
    subject,
    display_recipient,
    unseen,
    ...rest
  } = logged;
  const { flags: _, wildcards: _w, unread_by_sender: _u, muted_by: _m, ...same } = rest;
  return {
    ...same,
    type: same.stream_id === undefined ? 'private' : 'stream',
    sender_realm_str: '',
    display_recipient: display_recipient as Message['display_recipient'],
    avatar_url: pictureIn(logged, variant),
    content: variant.apply_markdown ? rendered_content : content,
    content_type: variant.apply_markdown ? 'text/html' : 'text/x-markdown',
    subject: same.stream_id === undefined ? '' : displayTopic(subject, variant.empty_topic_name),
    is_me_message: isMeMessage(content, rendered_content),
    ...(variant.is_unseen ? unseen!.sender : {}),
    reactions: [],
    submessages: [...(same.submessages ?? [])],
    topic_links: same.topic_links ?? [],
  };
}

const flags_by_reader = new WeakMap<NonNullable<LoggedMessage['flags']>, ReadonlyMap<UserId, number>>();

/** The message's flags for one reader. Most messages are the same for all and need no lookup. */
function ownFlags(message: LoggedMessage, reader: Reader, at: EventId): string[] {
  const { flags, wildcards = 0, stream_id } = message;
  const is_own = message.sender_id === reader.user_id && !message.unread_by_sender;
  const is_read = is_own || (message.muted_by?.includes(reader.user_id) ?? false);
  const everyone = (wildcards & WILDCARD.everyone) !== 0;
  // Readers through all_public_streams are not mentioned by a wildcard.
  const is_everyone_mentioned = everyone && (stream_id === undefined || wasSubscribed(reader, stream_id, at));
  let bits = 0;
  if (flags) {
    if (!flags_by_reader.has(flags)) flags_by_reader.set(flags, new Map(flags));
    bits = flags_by_reader.get(flags)!.get(reader.user_id) ?? 0;
  }
  return flagNames({ is_read, flags: bits, is_everyone_mentioned });
}

export const presentMessage: Presenter = (entry, { queue_id, options }, reader) => {
  const { message, local } = entry.body as LoggedBody;
  const own_flags = ownFlags(message, reader, entry.id);
  const is_unseen = message.unseen?.by.includes(reader.user_id) ?? false;
  if (options.narrow.length > 0 && !wantsMessage(options.narrow, message, own_flags, is_unseen)) return [];
  const variant: Variant = {
    apply_markdown: options.apply_markdown,
    client_gravatar: options.client_gravatar,
    empty_topic_name: options.capabilities.includes('empty_topic_name'),
    is_unseen,
  };
  const key = keyOf(variant);
  const flagged = own_flags.length === 0 ? key : `${key} ${own_flags}`;
  const text = entry.text(flagged, () => {
    const unflagged = openEvent('message', null, { message: messageOf(message, variant) });
    return `${unflagged},"flags":${JSON.stringify(own_flags)}`;
  });
  if (local?.queue_id !== queue_id) return [text];
  return [`${text},"local_message_id":${JSON.stringify(local.local_id)}`];
};
