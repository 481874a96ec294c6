// Devices an account is signed in on, and the state of their push registration. Spec 4.12.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';

/** At most 200 devices per account. */
export const MAX_DEVICES = 200;

/** An unsigned 32-bit integer, chosen by the client. */
export const PushKeyId = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

export const Device = z.object({
  /** Identifies the key that encrypts notifications for the device. */
  push_key_id: z.int().nullable(),
  /** Base64 of the first 8 bytes of the token's SHA-256. Null until the push service has the token, and after it expires. */
  push_token_id: z.string().nullable(),
  /** The same digest, of the token whose registration is pending or failed. */
  pending_push_token_id: z.string().nullable(),
  /** When `pending_push_token_id` was last set. */
  push_token_last_updated_timestamp: Timestamp.nullable(),
  /** Why the last registration failed: INVALID_BOUNCER_PUBLIC_KEY, REQUEST_EXPIRED or another code. */
  push_registration_error_code: z.string().nullable(),
});
export type Device = z.output<typeof Device>;

export const deviceAdd = event({
  type: 'device',
  op: 'add',
  fields: () => z.object({ device_id: z.int() }),
  summary: 'A device was added to the user; none of its registration is set yet.',
});
export const deviceUpdate = event({
  type: 'device',
  op: 'update',
  fields: () => Device.partial().extend({ device_id: z.int() }),
  summary: 'The push registration of a device has changed; contains only what changed.',
});
export const deviceRemove = event({
  type: 'device',
  op: 'remove',
  fields: () => z.object({ device_id: z.int() }),
  summary: 'A device of the user was removed.',
});

export const registerClientDevice = endpoint({
  id: 'register-client-device',
  method: 'POST',
  path: '/register_client_device',
  access: 'user',
  scope: 'key',
  result: () => z.object({ device_id: z.int() }),
  emits: [deviceAdd],
  summary: 'Add the device you are signed in on',
  since: 468,
});

export const removeClientDevice = endpoint({
  id: 'remove-client-device',
  method: 'POST',
  path: '/remove_client_device',
  access: 'user',
  scope: 'key',
  params: () => z.object({ device_id: z.int() }),
  emits: [deviceRemove],
  summary: 'Remove a device and its push registration',
  since: 470,
});

export const devicesState = state({
  fetch: ['device'],
  fields: () =>
    z.object({
      /** Keyed by device id. */
      devices: z.record(z.string(), Device),
    }),
});

const NEW_DEVICE: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

export const reduceDevices: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'device' || !state.devices) return state;
  const { id: _id, type: _type, op, device_id, ...changes } = event;
  const { [String(device_id)]: before = NEW_DEVICE, ...others } = state.devices as Record<string, Device>;
  if (op === 'remove') return { ...state, devices: others };
  return { ...state, devices: { ...others, [String(device_id)]: { ...before, ...changes } } };
};

export const devicesContract = slice({
  name: 'devices',
  endpoints: { registerClientDevice, removeClientDevice },
  events: [deviceAdd, deviceUpdate, deviceRemove],
  state: { devices: devicesState },
  reduce: [reduceDevices],
});
