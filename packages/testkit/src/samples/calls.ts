// A successful call for each endpoint of calls.
import type { callsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const callsSamples: Samples<typeof callsContract> = {
  createBigBlueButtonCall: () => ({ meeting_name: 'sample' }),
  createZoomCall: () => ({ is_video_call: true }),
  createNextcloudTalkCall: () => ({ room_name: 'sample' }),
};
