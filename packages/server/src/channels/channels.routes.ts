// Finding channels.
import { BadRequest, getStream, getStreamId, getStreams } from '@stoa/contract';
import { type Route, read } from '../kit/http/route.ts';
import { findAccess, findChannelByName, getVisibleChannel, presentChannels } from './channels.queries.ts';
import { findListedChannels } from './listing.queries.ts';

export const channelsRoutes: Route[] = [
  read(getStreams, async ({ db, realm, actor, now }, params) => {
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
];
