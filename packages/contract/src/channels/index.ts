// Channels: their properties, their permissions, and the defaults of new accounts.
import { slice } from '../kit/slice.ts';
import {
  addDefaultStream,
  archiveStream,
  getStream,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultStream,
  updateStream,
} from './channels.endpoints.ts';
import { defaultStreams, streamCreate, streamDelete, streamUpdate } from './channels.events.ts';
import {
  channelsState,
  defaultChannelGroupsState,
  defaultChannelsState,
  reduceChannels,
  reduceDefaultChannels,
} from './channels.state.ts';

export * from './channels.endpoints.ts';
export * from './channels.events.ts';
export * from './channels.state.ts';

export const channelsContract = slice({
  name: 'channels',
  endpoints: {
    getStreams,
    getStream,
    getStreamId,
    updateStream,
    archiveStream,
    addDefaultStream,
    removeDefaultStream,
    getSubscribers,
  },
  events: [streamCreate, streamDelete, streamUpdate, defaultStreams],
  state: {
    channels: channelsState,
    default_channels: defaultChannelsState,
    default_channel_groups: defaultChannelGroupsState,
  },
  reduce: [reduceChannels, reduceDefaultChannels],
});
