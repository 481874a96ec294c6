// Deletion of expired messages.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { Retention } from './retention.actions.ts';

/** How often expired messages are deleted. */
const RETENTION_MS = 60 * 60_000;

export const retentionSlice = defineSlice({
  name: 'retention',
  open({ store, writer, clock }: Services) {
    const retention = new Retention(store, writer);
    const run = () => retention.run(clock.now());
    const stop = () => retention.stop();
    return { periodic: [{ name: 'retention', every_ms: RETENTION_MS, at_start: true, run, stop }] };
  },
});
