// Devices that receive push notifications.

import { devicesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findDevicesState } from './devices.queries.ts';
import { devicesRoutes } from './devices.routes.ts';

export const devicesSlice = defineSlice({
  contract: devicesContract,
  routes: devicesRoutes,
  state: { devices: (db, { actor }) => findDevicesState(db, actor.user_id) },
  tables: {
    devices: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'device_id', without: ['push_key_sealed'] },
      on_erasure: 'rows',
    },
  },
});
