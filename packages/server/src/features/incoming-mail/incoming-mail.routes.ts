// The address of a channel.
import { BadRequest, getStreamEmailAddress, type UserId } from '@stoa/contract';
import { canSendTo, findAccess, getReadableChannel } from '../../conversation/channels/channels.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Route, read } from '../../kit/http/route.ts';
import type { AddressTokens } from './address-tokens.ts';
import type { IncomingMailSettings } from './incoming-mail-settings.ts';
import { mailDomain } from './recipients.queries.ts';

/** The sender may be the caller, a bot of the caller or the server's bot, for which null stands. [CH29] */
async function getMailSender(db: Connection, actor: Actor, sender_id: UserId | undefined): Promise<UserId | null> {
  if (sender_id === undefined) return null;
  const [sender] = await findUsersById(db, actor.realm.realm_id, [sender_id]);
  if (sender?.is_system_bot) return null;
  if (sender && (sender_id === actor.user_id || sender.bot_owner_id === actor.user_id)) return sender_id;
  throw BadRequest('Invalid user ID');
}

export function incomingMailRoutes(tokens: AddressTokens, settings: IncomingMailSettings | null): Route[] {
  return [
    read(getStreamEmailAddress, async ({ db, realm, actor }, { stream_id, sender_id: asked }) => {
      const channel = await getReadableChannel(db, realm, actor, stream_id);
      if (!(await canSendTo(db, actor, channel, await findAccess(db, actor, channel))))
        throw BadRequest('Not authorized to send to this channel');
      const sender_id = await getMailSender(db, actor, asked);
      if (settings === null) return { email: '' };
      const { realm_id } = realm;
      const sealed = { realm_id, stream_id, creator_id: actor.user_id, sender_id };
      const local = tokens.localPart(channel.name, sealed, actor.api_key_generation);
      return { email: `${local}@${mailDomain(realm, settings.domain)}` };
    }),
  ];
}
