// Test notifications. Sent while the caller waits, so that every failure is an error response. [PU12]
import {
  AdminActionRequired,
  type ApiError,
  FailedToConnectBouncer,
  InternalServerErrorOnBouncer,
  InvalidPushDeviceToken,
  InvalidRemotePushDeviceToken,
  NoActivePushDevice,
  PushServiceNotConfigured,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import { findActiveDevices, findTokens } from '../devices/devices.queries.ts';
import { type Bouncer, BouncerError } from './bouncer.ts';
import { plainBodies, testPayload } from './payloads.rules.ts';
import { forgetTokens, setEntitlement } from './push.actions.ts';
import { getPushRealm } from './push.queries.ts';
import { tokenDigest } from './push.rules.ts';
import { deliverEncrypted, openToken, ownerOf, type PushService } from './push-delivery.ts';

export interface TryOut {
  readonly service: PushService;
  readonly store: Store;
  readonly writer: Writer;
}

export function requireBouncer({ bouncer }: PushService): Bouncer {
  if (!bouncer) throw PushServiceNotConfigured('The server is not configured to use a push notification service.');
  return bouncer;
}

/** A device registered when a push service was configured: the operator has to look into it. */
function getBouncer({ bouncer }: PushService): Bouncer {
  if (!bouncer) throw AdminActionRequired('The server is not configured to use a push notification service.');
  return bouncer;
}

/** Notifies one of the caller's devices, or all. */
export async function tryDevices(
  { service, store, writer }: TryOut,
  { user_id, realm: { realm_id } }: Actor,
  now: number,
  device_id: number | undefined,
): Promise<void> {
  const active = await findActiveDevices(store.db, [user_id]);
  const devices = active.filter((device) => device_id === undefined || device.device_id === device_id);
  if (devices.length === 0) throw noDevice();
  const bouncer = getBouncer(service);
  const realm = await getPushRealm(store.db, realm_id);
  const notice = { user_id, payload: testPayload(realm, user_id, seconds(now)) };
  const { sent, record } = await asApiErrors(writer, realm_id, () =>
    deliverEncrypted(service, bouncer, realm, [notice], devices),
  );
  await writer.write(realm_id, record);
  if (sent === 0) throw noDevice();
}

const noDevice = () => NoActivePushDevice('No active registered push device');

/** Notifies one of the caller's legacy devices, or all. */
export async function tryTokens(
  { service, store, writer }: TryOut,
  { user_id, realm: { realm_id } }: Actor,
  now: number,
  token: string | undefined,
): Promise<void> {
  const rows = await findTokens(store.db, [user_id]);
  const selected = rows.filter(({ digest }) => token === undefined || digest === tokenDigest(token));
  if (selected.length === 0) {
    // All devices were meant and there are none: nothing to do.
    if (token === undefined) return;
    throw InvalidPushDeviceToken('Device not recognized');
  }
  const bouncer = getBouncer(service);
  const realm = await getPushRealm(store.db, realm_id);
  const payload = testPayload(realm, user_id, seconds(now));
  const { gcm_payload } = plainBodies(realm, payload, { withhold: false });
  for (const row of selected) {
    const opened = openToken(service.vault, row);
    await asApiErrors(writer, realm_id, () => bouncer.testPlain(ownerOf(realm, user_id), opened, gcm_payload)).catch(
      async (error: ApiError) => {
        if (error.code === InvalidRemotePushDeviceToken.code)
          await writer.write(realm_id, (context) => forgetTokens(context, user_id, [opened.token]));
        throw error;
      },
    );
  }
}

/** Converts failures of the push service into API errors. */
async function asApiErrors<T>(writer: Writer, realm_id: Actor['realm']['realm_id'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof BouncerError)) throw error;
    const { kind, code, message } = error;
    if (kind === 'unreachable') throw FailedToConnectBouncer('Network error while connecting to the push service.');
    if (kind === 'failed') throw InternalServerErrorOnBouncer('The push service failed; try again later.');
    if (code === InvalidRemotePushDeviceToken.code)
      throw InvalidRemotePushDeviceToken('Device not recognized by the push service');
    if (kind === 'refused')
      await writer.write(realm_id, (context) =>
        setEntitlement(context, realm_id, { can_push: false, end_timestamp: null }),
      );
    throw AdminActionRequired(`The push service refuses this organization; its administrators must act: ${message}`);
  }
}
