// Sends notifications to people's devices: encrypts each for its device and calls the push service. Reads and sends only;
// the jobs write the results.

import { createHash } from 'node:crypto';
import type { TokenKind, UserId } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ActiveDevice, findTokens, type TokenRow } from '../devices/devices.queries.ts';
import type { Payload, Trigger } from '../notifications/notifications.rules.ts';
import type { Bouncer, PushEntitlement, PushRequest } from './bouncer.ts';
import { envelope, plainBodies } from './payloads.rules.ts';
import { expireTokens, forgetTokens, keyPurpose, setEntitlement, tokenPurpose } from './push.actions.ts';
import type { PushRealm } from './push.queries.ts';
import { keyOf } from './push.rules.ts';
import { encryptFor } from './secretbox.ts';

export interface PushService {
  /** Null when no push service is configured. */
  readonly bouncer: Bouncer | null;
  readonly vault: Vault;
}

/** A notification for all devices of one account. */
export interface Notice {
  readonly user_id: UserId;
  readonly payload: Payload;
  readonly trigger?: Trigger;
  /** The reader wants no message content in browsers. */
  readonly is_wordless_in_browsers?: boolean;
}

export interface Delivered {
  /** Number of notifications that the push service forwarded. */
  readonly sent: number;
  /** Stores what was learned about tokens and the organization. */
  record(context: WriteContext): Promise<void>;
}

const DEVICES_PER_REQUEST = 200;
const REQUESTS_AT_ONCE = 8;

/** Notifies devices registered for encrypted notifications. Throws {@link BouncerError}. */
export async function deliverEncrypted(
  { vault }: PushService,
  bouncer: Bouncer,
  realm: PushRealm,
  notices: readonly Notice[],
  devices: readonly ActiveDevice[],
): Promise<Delivered> {
  const requests = notices.flatMap(({ user_id, payload }) =>
    devices.filter((device) => device.user_id === user_id).map((device) => requestTo(vault, device, payload)),
  );
  const expired: string[] = [];
  let sent = 0;
  let entitlement: PushEntitlement | null = null;
  for (const batches of batchesOf([...batchesOf(requests, DEVICES_PER_REQUEST)], REQUESTS_AT_ONCE))
    for (const answer of await Promise.all(batches.map((batch) => bouncer.notify(realm.uuid, batch)))) {
      sent += answer.sent;
      expired.push(...answer.expired_token_ids);
      entitlement = answer.entitlement;
    }
  const user_ids = [...new Set(devices.map(({ user_id }) => user_id))];
  return {
    sent,
    async record(context) {
      await expireTokens(context, user_ids, expired);
      if (entitlement) await setEntitlement(context, realm.realm_id, entitlement);
    },
  };
}

function requestTo(vault: Vault, device: ActiveDevice, payload: Payload): PushRequest {
  const { device_id, push_key_id, push_token_id } = device;
  const key = keyOf(vault.open(device.push_key_sealed, keyPurpose(device_id)));
  const encrypted_data = encryptFor(key, JSON.stringify(payload));
  return envelope(push_token_id, device.token_kind as TokenKind, payload, { push_key_id, encrypted_data });
}

/** Identifies the owner of a legacy token to the push service, by a name that means nothing elsewhere. */
export function ownerOf(realm: PushRealm, user_id: UserId) {
  const digest = createHash('sha256').update(`${realm.uuid}:${user_id}`).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  const user_uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { user_uuid, realm_uuid: realm.uuid };
}

export function openToken(vault: Vault, { user_id, kind, token_sealed, app_id }: Omit<TokenRow, 'id' | 'digest'>) {
  return { token: vault.open(token_sealed, tokenPurpose(user_id, kind)), kind, app_id };
}

/** Notifies the old-style devices of one account. Throws {@link BouncerError}. */
export async function deliverPlain(
  { vault }: PushService,
  bouncer: Bouncer,
  db: Connection,
  realm: PushRealm,
  { user_id, payload, trigger }: Notice,
): Promise<Delivered['record']> {
  const opened = (await findTokens(db, [user_id])).map((row) => openToken(vault, row));
  if (opened.length === 0) return async () => {};
  const { require_e2ee_push_notifications: withhold } = await getRealmSettings(db, realm.realm_id);
  const of = (kind: TokenKind) => opened.filter((device) => device.kind === kind).map(({ token }) => token);
  const { expired, entitlement } = await bouncer.notifyPlain({
    ...ownerOf(realm, user_id),
    user_id,
    ...plainBodies(realm, payload, { trigger, withhold }),
    android_devices: of('fcm'),
    apple_devices: of('apns'),
  });
  return async (context) => {
    await forgetTokens(context, user_id, expired);
    await setEntitlement(context, realm.realm_id, entitlement);
  };
}
