// Finding channels, changing and archiving them, and who is in them.
import {
  addDefaultStream,
  archiveStream,
  BadRequest,
  getStream,
  getStreamEmailAddress,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultStream,
  type UserId,
  updateStream,
} from '@stoa/contract';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Route, read, write } from '../../kit/http/route.ts';
import { archiveChannel } from './archiving.actions.ts';
import {
  canSendTo,
  findAccess,
  findChannelByName,
  getReadableChannel,
  getVisibleChannel,
  presentChannels,
} from './channels.queries.ts';
import { addDefault, removeDefault } from './default-channels.actions.ts';
import { updateChannel } from './editing.actions.ts';
import { findListedChannels } from './listing.queries.ts';
import { findSubscriberIds } from './subscribers.queries.ts';

/** The sender of mail may be the caller, a bot of the caller or the server's bot. [CH29] */
async function checkMailSender(db: Connection, actor: Actor, sender_id: UserId): Promise<void> {
  const [sender] = await findUsersById(db, actor.realm.realm_id, [sender_id]);
  const may = sender && (sender_id === actor.user_id || sender.bot_owner_id === actor.user_id || sender.is_system_bot);
  if (!may) throw BadRequest('Invalid user ID');
}

export const channelsRoutes: Route[] = [
  read(getStreams, async ({ db, realm, actor, now }, params) => {
    if (!actor && !params.include_web_public) throw loginNeeded();
    const channels = await findListedChannels(db, realm, actor, params);
    const streams = await presentChannels(db, realm.realm_id, channels, now);
    if (!params.include_default) return { streams };
    return { streams: streams.map((stream, at) => ({ ...stream, is_default: channels[at]!.is_default })) };
  }),
  read(getStream, async ({ db, realm, actor, now }, { stream_id }) => {
    const channel = await getVisibleChannel(db, realm, actor, stream_id);
    const [stream] = await presentChannels(db, realm.realm_id, [channel], now);
    return { stream: stream! };
  }),
  read(getStreamId, async ({ db, realm, actor }, { stream }) => {
    const channel = await findChannelByName(db, realm.realm_id, stream);
    if (!channel || !(await findAccess(db, actor, channel)).metadata)
      throw BadRequest(`Invalid channel name '${stream}'`);
    return { stream_id: channel.stream_id };
  }),
  read(getStreamEmailAddress, async ({ db, realm, actor }, { stream_id, sender_id }) => {
    const channel = await getReadableChannel(db, realm, actor, stream_id);
    if (!(await canSendTo(db, actor, channel, await findAccess(db, actor, channel))))
      throw BadRequest('Not authorized to send to this channel');
    if (sender_id !== undefined) await checkMailSender(db, actor, sender_id);
    return { email: '' };
  }),
  read(getSubscribers, async ({ db, actor }, { stream_id }) => {
    await getVisibleChannel(db, actor.realm, actor, stream_id);
    return { subscribers: await findSubscriberIds(db, stream_id) };
  }),
  write(updateStream, async (context, params) => {
    await updateChannel(context, context.actor, params);
    return {};
  }),
  write(archiveStream, async (context, { stream_id }) => {
    await archiveChannel(context, context.actor, stream_id);
    return {};
  }),
  write(addDefaultStream, async (context, { stream_id }) => {
    await addDefault(context, context.actor, stream_id);
    return {};
  }),
  write(removeDefaultStream, async (context, { stream_id }) => {
    await removeDefault(context, context.actor, stream_id);
    return {};
  }),
];
