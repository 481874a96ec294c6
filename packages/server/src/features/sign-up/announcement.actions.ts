// Announces new accounts in the channel that the organization chose. [SU9]
import type { ChannelId } from '@stoa/contract';
import { findChannel } from '../../conversation/channels/channels.queries.ts';
import { sendSystemMessage } from '../../conversation/messages/system-messages.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const TOPIC = 'signups';

export async function announceSignUp(context: WriteContext, realm: Realm, user: UserRow): Promise<void> {
  const { signup_announcements_stream_id } = await getRealmSettings(context.tx, realm.realm_id);
  const channel = await findChannel(context.tx, realm.realm_id, signup_announcements_stream_id as ChannelId);
  if (!channel || channel.is_archived) return;
  const content = `@_**${user.full_name}|${user.user_id}** joined this organization.`;
  await sendSystemMessage(context, realm, { channel, topic: TOPIC, content });
}
