// Typing notifications. Nothing is written: they are signals to clients that are polling.
import {
  BadRequest,
  type ChannelId,
  type MessageId,
  Refused,
  setTypingStatus,
  setTypingStatusForEdit,
  type UserId,
} from '@stoa/contract';
import type { Feed } from '../../feed/feed.ts';
import type { NewSignal } from '../../feed/signals.ts';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findUnseeing } from '../../identity/users/user-access.queries.ts';
import { completeSettings } from '../../identity/users/user-settings.queries.ts';
import { apiEmail } from '../../identity/users/users.present.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { action, type Route } from '../../kit/http/route.ts';
import { getAddressedPeople, type To } from '../access/addressees.queries.ts';
import { findAccess, getVisibleChannel } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { audienceOfMessage, findPeople } from '../recipients/audience.queries.ts';
import { checkSendsTyping } from './typing.rules.ts';

type Op = 'start' | 'stop';

async function typingInChannel(
  db: Connection,
  actor: Actor,
  op: Op,
  stream_id: ChannelId,
  topic: string,
): Promise<NewSignal> {
  checkSendsTyping(completeSettings(actor.settings), 'channel');
  const channel = await getVisibleChannel(db, actor.realm, actor, stream_id);
  if (!(await findAccess(db, actor, channel)).content) throw Refused('channel_unknown');
  const sender = { user_id: actor.user_id, email: apiEmail(actor, emailHost(actor.realm)) };
  return {
    type: 'typing',
    op,
    body: { message_type: 'stream', sender, stream_id, topic: normalizeTopic(topic) },
    // Nobody learns that somebody hidden from them is typing.
    audience: {
      stream_id,
      except: [actor.user_id, ...(await findUnseeing(db, actor.realm.realm_id, actor, stream_id))],
    },
  };
}

async function typingToPeople(db: Connection, actor: Actor, op: Op, to: To): Promise<NewSignal> {
  checkSendsTyping(completeSettings(actor.settings), 'direct');
  const named = await getAddressedPeople(db, actor, to);
  const own = await getUserRow(db, actor.realm.realm_id, actor.user_id);
  const everybody = new Map([own, ...named].map((user) => [user.user_id, user]));
  const host = emailHost(actor.realm);
  const recipients = [...everybody.values()]
    .map((user) => ({ user_id: user.user_id, email: apiEmail(user, host) }))
    .sort((a, b) => a.user_id - b.user_id);
  const sender = recipients.find(({ user_id }) => user_id === actor.user_id)!;
  return {
    type: 'typing',
    op,
    body: { message_type: 'direct', sender, recipients },
    audience: { users: recipients.map(({ user_id }) => user_id) },
  };
}

/** Editing is announced only by the author, and only for a message they can still read. [TY3] */
async function editing(db: Connection, actor: Actor, op: Op, message_id: MessageId): Promise<NewSignal> {
  const message = await getAccessibleMessage(db, actor, message_id);
  if (message.sender_id !== actor.user_id) throw Refused('message_edit_forbidden');
  checkSendsTyping(completeSettings(actor.settings), message.stream_id === null ? 'direct' : 'channel');
  const recipient =
    message.stream_id === null
      ? { type: 'direct', user_ids: await findPeople(db, message.recipient_id) }
      : { type: 'channel', channel_id: message.stream_id, topic: message.subject };
  const unseeing =
    message.stream_id === null ? [] : await findUnseeing(db, actor.realm.realm_id, actor, message.stream_id);
  return {
    type: 'typing_edit_message',
    op,
    body: { sender_id: actor.user_id, message_id, recipient },
    audience: { ...(await audienceOfMessage(db, message)), except: [actor.user_id, ...unseeing] },
  };
}

export function typingRoutes(feed: Feed, db: Connection): Route[] {
  return [
    action(setTypingStatus, async ({ actor, realm }, { type, op, to, stream_id, topic }) => {
      const in_channel = type === 'stream' || type === 'channel';
      if (in_channel) {
        const id = stream_id ?? (typeof to?.[0] === 'number' ? (to[0] as number as ChannelId) : undefined);
        if (id === undefined) throw BadRequest("Missing 'stream_id' argument");
        if (topic === undefined) throw BadRequest("Missing 'topic' argument");
        await feed.signal(realm.realm_id, await typingInChannel(db, actor, op, id, topic));
      } else {
        if (to === undefined) throw BadRequest("Missing 'to' argument");
        await feed.signal(realm.realm_id, await typingToPeople(db, actor, op, to as readonly UserId[]));
      }
      return {};
    }),
    action(setTypingStatusForEdit, async ({ actor, realm }, { message_id, op }) => {
      await feed.signal(realm.realm_id, await editing(db, actor, op, message_id));
      return {};
    }),
  ];
}
