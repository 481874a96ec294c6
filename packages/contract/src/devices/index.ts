// The devices somebody is logged in on, and how far their registration for push notifications has come. Spec 4.12.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';

/** So many devices may one account have at a time. */
export const MAX_DEVICES = 200;

/** Unsigned, 32 bits; the client chooses it. */
export const PushKeyId = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

export const Device = z.object({
  /** Names the key that notifications for the device are encrypted with. */
  push_key_id: z.int().nullable(),
  /** Base64 of the first 8 bytes of the token's SHA-256; null until the push service has the token, and when it has expired. */
  push_token_id: z.string().nullable(),
  /** Likewise of the token whose registration is under way or has failed. */
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
  fields: z.object({ device_id: z.int() }),
  summary: 'The user has one more device; nothing of it is registered yet.',
});
export const deviceUpdate = event({
  type: 'device',
  op: 'update',
  fields: Device.partial().extend({ device_id: z.int() }),
  summary: 'The registration of a device for push notifications has changed; only what changed is named.',
});
export const deviceRemove = event({
  type: 'device',
  op: 'remove',
  fields: z.object({ device_id: z.int() }),
  summary: 'A device of the user is gone.',
});

export const registerClientDevice = endpoint({
  id: 'register-client-device',
  method: 'POST',
  path: '/register_client_device',
  access: 'user',
  params: z.object({}),
  result: z.object({ device_id: z.int() }),
  emits: [deviceAdd],
  summary: 'Make the device one is logged in on known',
  since: 468,
});

export const removeClientDevice = endpoint({
  id: 'remove-client-device',
  method: 'POST',
  path: '/remove_client_device',
  access: 'user',
  params: z.object({ device_id: z.int() }),
  result: z.object({}),
  emits: [deviceRemove],
  summary: 'Remove a device, with its registration for push notifications',
  since: 470,
});

export const devicesState = state({
  fetch: ['device'],
  fields: z.object({
    /** By device id. */
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
