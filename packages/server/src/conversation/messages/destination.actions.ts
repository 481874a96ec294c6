// Resolves a new message's destination and checks whether the sender may send there. Spec 2.2.
import { BOT_TYPE, type RealmId, type RecipientId, Refused, type UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { followVisibleUsers } from '../../identity/users/user-access.actions.ts';
import { limitsGuests } from '../../identity/users/user-access.queries.ts';
import { apiEmail } from '../../identity/users/users.present.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type Address, addressedIds, getAddressedChannel, getAddressedPeople } from '../access/addressees.queries.ts';
import { checkDirect, checkTopicAllowed } from '../access/sending-permissions.queries.ts';
import { canSendTo } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { directRecipient } from '../recipients/recipients.actions.ts';
import { findDirectRecipient } from '../recipients/recipients.queries.ts';
import type { ChannelDestination, DirectDestination, Sender } from './destinations.ts';
import { directPerson } from './messages.queries.ts';

export async function destinationOf(
  context: WriteContext,
  actor: Actor,
  { type, to, topic }: Address,
): Promise<ChannelDestination | DirectDestination> {
  const { tx } = context;
  if (type === 'direct' || type === 'private') {
    const people = await getAddressedPeople(tx, actor, to);
    return directDestination(
      context,
      actor,
      people.map(({ user_id }) => user_id),
    );
  }
  const { channel, access } = await getAddressedChannel(tx, actor, to);
  if (!(await canSendTo(tx, actor, channel, access))) throw Refused('channel_post_forbidden');
  const normalized = normalizeTopic(topic ?? '');
  await checkTopicAllowed(tx, actor, channel, normalized);
  return {
    stream_id: channel.stream_id,
    recipient_id: channel.recipient_id,
    channel_name: channel.name,
    is_public: !channel.invite_only,
    topic: normalized,
  };
}

/** Looks up what a direct message needs. */
export async function lookUpDirect(db: Connection, actor: Actor, to: Address['to']): Promise<void> {
  const everybody = [...new Set([...addressedIds(to), actor.user_id])].sort((a, b) => a - b);
  const { realm_id } = actor.realm;
  await Promise.all([
    getAddressedPeople(db, actor, to),
    findUsersById(db, realm_id, everybody),
    findDirectRecipient(db, realm_id, everybody),
    getRealmSettings(db, realm_id),
    limitsGuests(db, realm_id),
  ]);
}

/** People who write to each other for the first time can see each other from then on. [UA6] */
async function beginConversation(
  context: WriteContext,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<RecipientId> {
  const existing = await findDirectRecipient(context.tx, realm_id, user_ids);
  return (
    existing ?? followVisibleUsers(context, realm_id, user_ids, () => directRecipient(context.tx, realm_id, user_ids))
  );
}

async function directDestination(
  context: WriteContext,
  actor: Actor,
  user_ids: readonly UserId[],
): Promise<DirectDestination> {
  const { tx } = context;
  const everybody = [...new Set([...user_ids, actor.user_id])].sort((a, b) => a - b);
  const recipient_id = await beginConversation(context, actor.realm.realm_id, everybody);
  const host = emailHost(actor.realm);
  const users = await findUsersById(tx, actor.realm.realm_id, everybody);
  await checkDirect(tx, actor, recipient_id, users);
  const people = users.map((user) => directPerson(user, host));
  const outgoing = users.filter((user) => user.bot_type === BOT_TYPE.outgoing_webhook && user.is_active);
  return { recipient_id, people, outgoing_bots: outgoing.map(({ user_id }) => user_id) };
}

/** The sender's public identity. */
export function senderOf(actor: Actor): Sender {
  return {
    ...actor,
    api_email: apiEmail(actor, emailHost(actor.realm)),
  };
}
