// The caller's own devices.
import { registerClientDevice, removeClientDevice } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { createDevice, removeDevice } from './devices.actions.ts';

export const devicesRoutes: Route[] = [
  write(registerClientDevice, async (context) => ({ device_id: await createDevice(context, context.actor) })),
  write(removeClientDevice, async (context, { device_id }) => {
    await removeDevice(context, context.actor, device_id);
    return {};
  }),
];
