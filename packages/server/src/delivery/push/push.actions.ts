// Every write of push registrations. Calls to the push service are jobs.

import {
  BadRequest,
  type ParamsOf,
  type RealmId,
  realmUpdateDict,
  type registerPushDevice,
  type TokenKind,
  type UserId,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { changeDevice, type DeviceChanges } from '../devices/devices.actions.ts';
import { findDevicesOfTokens, findToken, findTokens, getDevice } from '../devices/devices.queries.ts';
import type { PushEntitlement } from './bouncer.ts';
import { getPushRealm } from './push.queries.ts';
import { checkAppId, checkPlainToken, isIdOf, registrationOf, type SealedToken, tokenDigest } from './push.rules.ts';

/** The vault's purpose for push keys. */
export const keyPurpose = (device_id: number) => `push key of device ${device_id}`;
export const tokenPurpose = (user_id: UserId, kind: TokenKind) => `${kind} token of user ${user_id}`;

export const REGISTER_JOB = 'push.register';
export const ADD_TOKEN_JOB = 'push.add-token';
export const DROP_TOKEN_JOB = 'push.drop-token';

export type RegisterBody = { readonly device_id: number; readonly user_id: UserId } & SealedToken;
/** The token is sealed, because jobs are stored too. */
export type TokenBody = {
  readonly user_id: UserId;
  readonly kind: TokenKind;
  readonly token_sealed: string;
  readonly app_id: string | null;
};

/** Stores a key, a token or both; a job registers the token with the push service. [PU3] [PU5] */
export async function registerDevice(
  context: WriteContext,
  vault: Vault,
  { user_id }: Actor,
  params: ParamsOf<typeof registerPushDevice>,
): Promise<void> {
  const { tx, now, enqueue } = context;
  const device = await getDevice(tx, user_id, params.device_id);
  const { device_id } = device;
  const { key, token } = registrationOf(params);
  if (!token && device.push_token_id === null && device.pending_push_token_id === null)
    throw BadRequest('A device without a token needs the token fields too');
  if (!key && device.push_key_id === null)
    throw BadRequest('A device without a push key needs the push key fields too');
  const changes: DeviceChanges = {
    ...(key && { push_key_id: key.push_key_id, push_key_sealed: vault.seal(key.push_key, keyPurpose(device_id)) }),
    ...(token && {
      pending_push_token_id: token.token_id,
      pending_token_kind: token.token_kind,
      push_token_last_updated_timestamp: seconds(now),
      push_registration_error_code: null,
    }),
  };
  await changeDevice(context, device, changes);
  if (!token) return;
  const body: RegisterBody = { device_id, user_id, ...token };
  enqueue({ kind: REGISTER_JOB, body: { ...body } });
  await dropTokens(
    context,
    vault,
    user_id,
    (kind, plain) => kind === token.token_kind && isIdOf(token.token_id, kind, plain),
  );
}

/**
 * The push service has accepted the token: notifications go there from now on. No change if the device has changed
 * meanwhile. [PU5]
 */
export async function finishRegistration(context: WriteContext, body: RegisterBody): Promise<void> {
  const { tx } = context;
  const device = await getDevice(tx, body.user_id, body.device_id).catch(() => null);
  if (device?.pending_push_token_id !== body.token_id) return;
  // A reinstalled app has the same token on a new device: the old device would duplicate every notification.
  const before = await findDevicesOfTokens(tx, [body.user_id], [body.token_id]);
  for (const other of before.filter(({ device_id }) => device_id !== body.device_id))
    await changeDevice(context, other, { push_token_id: null, token_kind: null });
  await changeDevice(context, device, {
    push_token_id: body.token_id,
    token_kind: body.token_kind,
    pending_push_token_id: null,
    pending_token_kind: null,
    push_registration_error_code: null,
  });
}

export async function failRegistration(context: WriteContext, body: RegisterBody, code: string): Promise<void> {
  const device = await getDevice(context.tx, body.user_id, body.device_id).catch(() => null);
  if (device?.pending_push_token_id === body.token_id)
    await changeDevice(context, device, { push_registration_error_code: code });
}

/** Clears tokens that the push service no longer knows. [PU9] */
export async function expireTokens(
  context: WriteContext,
  user_ids: readonly UserId[],
  token_ids: readonly string[],
): Promise<void> {
  if (token_ids.length === 0) return;
  for (const device of await findDevicesOfTokens(context.tx, user_ids, token_ids))
    await changeDevice(context, device, { push_token_id: null, token_kind: null });
}

/** Adds a legacy token; a known one changes nothing. [PU13] */
export async function addToken(
  { tx, enqueue, caps }: WriteContext,
  vault: Vault,
  { user_id }: Actor,
  { token, kind, app_id }: { token: string; kind: TokenKind; app_id: string | null },
): Promise<void> {
  checkPlainToken(kind, token);
  if (app_id !== null) checkAppId(app_id);
  const digest = tokenDigest(token);
  if (await findToken(tx, user_id, kind, digest)) return;
  caps.check('push-tokens', (await findTokens(tx, [user_id])).length);
  const token_sealed = vault.seal(token, tokenPurpose(user_id, kind));
  await tx.run(
    sql`insert into push_tokens (user_id, kind, digest, token_sealed, app_id) values (${user_id}, ${kind}, ${digest}, ${token_sealed}, ${app_id})`,
  );
  const body: TokenBody = { user_id, kind, token_sealed, app_id };
  enqueue({ kind: ADD_TOKEN_JOB, body: { ...body } });
}

export async function removeToken(
  context: WriteContext,
  vault: Vault,
  { user_id }: Actor,
  { token, kind }: { token: string; kind: TokenKind },
): Promise<void> {
  checkPlainToken(kind, token);
  if (!(await findToken(context.tx, user_id, kind, tokenDigest(token)))) throw BadRequest('Token does not exist');
  await dropTokens(context, vault, user_id, (other_kind, other) => other_kind === kind && other === token);
}

/** Removes matching tokens of an account, here and at the push service. */
async function dropTokens(
  { tx, enqueue }: WriteContext,
  vault: Vault,
  user_id: UserId,
  fits: (kind: TokenKind, token: string) => boolean,
): Promise<void> {
  for (const { id, kind, token_sealed, app_id } of await findTokens(tx, [user_id])) {
    if (!fits(kind, vault.open(token_sealed, tokenPurpose(user_id, kind)))) continue;
    await tx.run(sql`delete from push_tokens where id = ${id}`);
    const body: TokenBody = { user_id, kind, token_sealed, app_id };
    enqueue({ kind: DROP_TOKEN_JOB, body: { ...body } });
  }
}

/** Removes tokens that the push service reported as unused, so no request to it is needed. */
export async function forgetTokens({ tx }: WriteContext, user_id: UserId, tokens: readonly string[]): Promise<void> {
  for (const token of tokens)
    await tx.run(sql`delete from push_tokens where user_id = ${user_id} and digest = ${tokenDigest(token)}`);
}

/** Stores the organization's entitlement at the push service, and announces a change to everybody. [PU18] */
export async function setEntitlement(
  { tx, emit }: WriteContext,
  realm_id: RealmId,
  entitlement: PushEntitlement,
): Promise<void> {
  const before = await getPushRealm(tx, realm_id);
  const refused = !entitlement.can_push;
  const end_timestamp = refused ? null : entitlement.end_timestamp;
  if (before.push_notifications_refused === refused && before.push_notifications_end_timestamp === end_timestamp)
    return;
  await tx.run(
    sql`update realms set push_notifications_refused = ${refused}, push_notifications_end_timestamp = ${end_timestamp} where realm_id = ${realm_id}`,
  );
  const data = { push_notifications_enabled: !refused, push_notifications_enabled_end_timestamp: end_timestamp };
  emit(realmUpdateDict, { property: 'default', data }, { everyone: true });
}
