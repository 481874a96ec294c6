// A successful call for each endpoint of channels.
import type { ChannelId, channelsContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

/** A new channel for calls that change it. */
async function someChannel({ cast: { ada }, unique }: Stage): Promise<ChannelId> {
  const name = `changing ${unique()}`;
  await ada.subscribe({ subscriptions: [{ name }] });
  return (await ada.getStreamId({ stream: name })).stream_id;
}

export const channelsSamples: Samples<typeof channelsContract> = {
  getStreams: () => ({}),
  getStream: ({ stream_id }) => ({ stream_id }),
  getStreamId: ({ channel }) => ({ stream: channel }),
  updateStream: async (stage) => ({ stream_id: await someChannel(stage), description: `sample ${stage.unique()}` }),
  archiveStream: async (stage) => ({ stream_id: await someChannel(stage) }),
  addDefaultStream: async (stage) => ({ stream_id: await someChannel(stage) }),
  removeDefaultStream: async (stage) => {
    const stream_id = await someChannel(stage);
    await stage.cast.ada.addDefaultStream({ stream_id });
    return { stream_id };
  },
  getSubscribers: ({ stream_id }) => ({ stream_id }),
};
