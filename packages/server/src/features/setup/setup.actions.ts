// Setting up a server from a browser: the one-time setup key, and what it creates.

import { timingSafeEqual } from 'node:crypto';
import { type ChannelId, type NewSession, Refused } from '@stoa/contract';
import { createChannel } from '../../conversation/channels/channels.actions.ts';
import { sendSystemMessage } from '../../conversation/messages/system-messages.actions.ts';
import { subscribeUsers } from '../../conversation/subscriptions/subscriptions.actions.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { hasOrganization } from '../../identity/realm/realm.queries.ts';
import { openSession } from '../../identity/sessions/sessions.actions.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { type LinkKeys, linkHash } from '../../kit/secrets/link-keys.ts';
import { WITHOUT_CREDENTIALS } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { createOrganization, type NewOrganization } from './organizations.actions.ts';
import { findSetupKeyRow } from './setup.queries.ts';

/** The setup key, the same after every start until it is used; null if an organization exists. [FR1] */
export function prepareSetup(writer: Writer, links: LinkKeys): Promise<string | null> {
  return writer.write(null, async ({ tx }) => {
    if (await hasOrganization(tx)) return null;
    const stored = await findSetupKeyRow(tx);
    if (stored && linkHash(links.keyOf('setup', stored.nonce)) === stored.key_hash)
      return links.keyOf('setup', stored.nonce);
    const { nonce, key_hash } = links.create('setup');
    // If several nodes start at once, the first one's key is valid. A key derived from a former secret is replaced.
    await tx.run(
      sql`insert into setup_keys (id, nonce, key_hash) values (1, ${nonce}, ${key_hash})
       on conflict (id) do update set nonce = excluded.nonce, key_hash = excluded.key_hash
       where setup_keys.nonce = ${stored?.nonce ?? ''}`,
    );
    return links.keyOf('setup', (await findSetupKeyRow(tx))!.nonce);
  });
}

const notTheSetupKey = () => Refused('setup_link');

/** Throws unless it is the setup key of a server without an organization. [FR2] */
export async function checkSetupKey(db: Connection, key: string): Promise<void> {
  const stored = await findSetupKeyRow(db);
  const provided = Buffer.from(linkHash(key));
  if (!stored || !timingSafeEqual(provided, Buffer.from(stored.key_hash)) || (await hasOrganization(db)))
    throw notTheSetupKey();
}

export interface FirstConversation {
  readonly channel_id: ChannelId;
  readonly topic: string;
}

/** Creates the organization with its owner, signed in on one device. Of two concurrent calls one succeeds. [FR3] */
export async function setUp(
  writer: Writer,
  key: string,
  organization: NewOrganization,
  device_name: string,
): Promise<NewSession & FirstConversation> {
  const { realm, owner } = await createOrganization(writer, organization, async ({ tx }) => {
    // Only one of two concurrent calls can delete the key's row.
    const taken = await tx.run(sql`delete from setup_keys where key_hash = ${linkHash(key)}`);
    if (taken === 0 || (await hasOrganization(tx))) throw notTheSetupKey();
  });
  const enter = async (context: WriteContext) => ({
    ...(await openSession(context, realm.realm_id, owner, device_name)),
    ...(await openConversation(context, realm, owner)),
  });
  return writer.write(realm.realm_id, enter, { origin: WITHOUT_CREDENTIALS });
}

const CHANNEL = {
  name: 'general',
  description: 'For everything that has no channel of its own yet.',
  is_default: true,
};
const TOPIC = 'welcome';

/** Creates a first channel with a message that explains the basics. [FR4] */
async function openConversation(context: WriteContext, realm: Realm, owner: UserRow): Promise<FirstConversation> {
  const channel = await createChannel(context, realm, await findActor(context.tx, realm, owner.user_id), CHANNEL);
  await subscribeUsers(context, realm, [channel], [owner]);
  const content = `Welcome to **${realm.name}**! 👋

You are in the channel #**${channel.name}**, in its topic “${TOPIC}”. A channel is for what people work on together, and a topic \
for one subject within it. Reply here, or start a new topic for something else.

Everybody who joins will be in this channel.`;
  await sendSystemMessage(context, realm, { channel, topic: TOPIC, content });
  return { channel_id: channel.stream_id, topic: TOPIC };
}
