// A successful call for each endpoint of reports.
import type { reportsContract } from '@stoa/contract';
import type { Person } from '../cast.ts';
import type { Samples } from './stage.ts';

/** Sets the organization's channel for reports. */
async function moderate(ada: Person): Promise<void> {
  await ada.subscribe({ subscriptions: [{ name: 'reports' }], invite_only: true });
  const { stream_id } = await ada.getStreamId({ stream: 'reports' });
  await ada.updateRealm({ moderation_request_channel_id: stream_id });
}

export const reportsSamples: Samples<typeof reportsContract> = {
  reportMessage: async ({ cast, channel }) => {
    const { id } = await cast.ada.sendMessage({ type: 'channel', to: channel, topic: 'sample', content: 'sample' });
    await moderate(cast.ada);
    return { message_id: id, report_type: 'spam' };
  },
};
