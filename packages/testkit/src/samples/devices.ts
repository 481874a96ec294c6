// A successful call for each endpoint of devices.
import type { devicesContract } from '@stoa/contract';
import { forgetDevices, type Samples } from './stage.ts';

export const devicesSamples: Samples<typeof devicesContract> = {
  registerClientDevice: async ({ cast }) => {
    await forgetDevices(cast.ada);
    return {};
  },
  removeClientDevice: async ({ cast }) => ({ device_id: (await cast.ada.registerClientDevice()).device_id }),
};
