// The content of notifications before encryption, and the envelope of each platform. Pure.
import {
  EMPTY_TOPIC_DISPLAY_NAME,
  type MessageId,
  type TokenKind,
  UNKNOWN_USER_NAME,
  type UserId,
} from '@stoa/contract';
import { type Pictured, pictureUrl } from '../../identity/users/users.present.ts';
import { UNKNOWN_PICTURE } from '../../kit/images/generated-pictures.ts';
import type { Payload, Trigger } from '../notifications/notifications.rules.ts';
import type { PushRequest } from './bouncer.ts';
import { excerptOf } from './excerpt.rules.ts';
import type { NotifiedMessage, PushRealm } from './push.queries.ts';

const common = ({ name, url }: PushRealm, user_id: UserId) => ({ realm_name: name, realm_url: url, user_id });

/** The recipients of a direct message. */
export type People = readonly UserId[];

/** The payloads of one message. What is the same for all who are notified is made once, because thousands may be. [PU800] */
export function messagePayloads(
  realm: PushRealm,
  message: NotifiedMessage,
  people: People | null,
): (user_id: UserId, is_unseen: boolean) => Payload {
  const recipient =
    people === null
      ? {
          recipient_type: 'channel',
          channel_id: message.stream_id,
          channel_name: message.channel_name,
          topic: message.subject === '' ? EMPTY_TOPIC_DISPLAY_NAME : message.subject,
        }
      : { recipient_type: 'direct', recipient_user_ids: [...people].sort((a, b) => a - b) };
  const content = excerptOf(message.rendered_content);
  const unseen = { name: UNKNOWN_USER_NAME, picture: new URL(UNKNOWN_PICTURE, realm.url).href };
  const seen = { name: message.sender_full_name, picture: pictureOf(message, realm) };
  return (user_id, is_unseen) => {
    const sender = is_unseen ? unseen : seen;
    return {
      ...common(realm, user_id),
      ...recipient,
      type: 'message',
      message_id: message.id,
      sender_id: message.sender_id,
      sender_full_name: sender.name,
      sender_avatar_url: sender.picture,
      content,
      time: message.timestamp,
    };
  };
}

/** The URL must be absolute on phones. */
function pictureOf(message: NotifiedMessage, { url }: PushRealm): string {
  const sender: Pictured = {
    user_id: message.sender_id,
    email: message.sender_email,
    is_bot: message.sender_is_bot,
    settings: message.sender_settings,
    avatar_source: message.sender_avatar_source,
    avatar_version: message.sender_avatar_version,
    avatar_key: message.sender_avatar_key,
  };
  return new URL(pictureUrl(sender), url).href;
}

export function removalPayload(realm: PushRealm, user_id: UserId, message_ids: readonly MessageId[]): Payload {
  return { ...common(realm, user_id), type: 'remove', message_ids };
}

export function testPayload(realm: PushRealm, user_id: UserId, time: number): Payload {
  return { ...common(realm, user_id), type: 'test', time };
}

/** iOS shows this text unless the app replaces it with the decrypted content. */
const PLACEHOLDER = 'New notification';

export function envelope(
  token_id: string,
  token_kind: TokenKind,
  payload: Payload,
  encrypted: { push_key_id: number; encrypted_data: string },
): PushRequest {
  const is_silent = payload.type === 'remove';
  if (token_kind === 'fcm') return { token_id, payload: encrypted, fcm_priority: is_silent ? 'normal' : 'high' };
  const aps = is_silent
    ? { 'content-available': 1 }
    : { 'mutable-content': 1, alert: { title: PLACEHOLDER }, badge: 0, sound: 'default' };
  return {
    token_id,
    payload: { ...encrypted, aps },
    http_headers: { apns_priority: is_silent ? 5 : 10, apns_push_type: is_silent ? 'background' : 'alert' },
  };
}

const REASONS: Record<Trigger, string> = {
  direct_message: 'sent you a message',
  mentioned: 'mentioned you',
  topic_wildcard_mentioned_in_followed_topic: 'mentioned all topic participants',
  stream_wildcard_mentioned_in_followed_topic: 'mentioned everyone',
  topic_wildcard_mentioned: 'mentioned all topic participants',
  stream_wildcard_mentioned: 'mentioned everyone',
  followed_topic: 'wrote in a topic you follow',
  stream: 'wrote in a channel',
};
/** Shown in place of content that only encrypted notifications may carry. */
const WITHHELD = 'New message';

/** The request bodies for legacy phones, which the push service forwards unencrypted. [PU15] */
export function plainBodies(realm: PushRealm, payload: Payload, words: { trigger?: Trigger; withhold: boolean }) {
  const { hostname } = new URL(realm.url);
  const { type, realm_name, realm_url, user_id, ...details } = payload as Payload & Record<string, unknown>;
  const from = { server: hostname, realm_id: realm.realm_id, realm_uri: realm_url, realm_url, realm_name, user_id };
  if (type === 'remove') {
    const ids = { ...from, event: 'remove', zulip_message_ids: (details.message_ids as number[]).join(',') };
    return {
      gcm_payload: ids,
      gcm_options: { priority: 'normal' },
      apns_payload: { badge: 0, custom: { zulip: ids } },
    };
  }
  if (type === 'test') {
    const test = { ...from, event: 'test', time: details.time };
    return { gcm_payload: test, gcm_options: { priority: 'high' }, apns_payload: { custom: { zulip: test } } };
  }
  const is_direct = details.recipient_type === 'direct';
  const content = words.withhold ? WITHHELD : (details.content as string);
  const people = (details.recipient_user_ids ?? []) as number[];
  const where = is_direct
    ? { recipient_type: 'private', ...(people.length > 2 ? { pm_users: people.join(',') } : {}) }
    : { recipient_type: 'stream', stream_id: details.channel_id, stream: details.channel_name, topic: details.topic };
  const message = {
    ...from,
    ...where,
    event: 'message',
    zulip_message_id: details.message_id,
    sender_id: details.sender_id,
    sender_full_name: details.sender_full_name,
    sender_avatar_url: details.sender_avatar_url,
    content,
    time: details.time,
  };
  const title = is_direct ? (details.sender_full_name as string) : `#${details.channel_name} > ${details.topic}`;
  const subtitle = is_direct ? '' : `${details.sender_full_name} ${REASONS[words.trigger ?? 'stream']}:`;
  const { content: _content, time: _time, ...custom } = message;
  return {
    gcm_payload: message,
    gcm_options: { priority: 'high' },
    apns_payload: {
      alert: { title, subtitle, body: content },
      sound: 'default',
      badge: 0,
      custom: { zulip: { ...custom, message_ids: [details.message_id] } },
    },
  };
}
