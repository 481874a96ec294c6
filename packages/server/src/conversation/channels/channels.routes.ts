// Finding channels, changing and archiving them, and who is in them.
import {
  addDefaultStream,
  archiveStream,
  BadRequest,
  getStream,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultStream,
  updateStream,
} from '@stoa/contract';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import { type Route, read, write } from '../../kit/http/route.ts';
import { archiveChannel } from './archiving.actions.ts';
import { findAccess, findChannelByName, getVisibleChannel, presentChannels } from './channels.queries.ts';
import { addDefault, removeDefault } from './default-channels.actions.ts';
import { updateChannel } from './editing.actions.ts';
import { findListedChannels } from './listing.queries.ts';
import { findSubscriberIds } from './subscribers.queries.ts';

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
