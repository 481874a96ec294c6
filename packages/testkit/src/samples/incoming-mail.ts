// A successful call for each endpoint of incoming mail.
import type { incomingMailContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const incomingMailSamples: Samples<typeof incomingMailContract> = {
  getStreamEmailAddress: ({ stream_id }) => ({ stream_id }),
};
