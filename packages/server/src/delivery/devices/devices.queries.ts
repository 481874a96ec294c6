// Every read of devices, and of tokens registered the legacy way.

import { type Device, type InitialState, Refused, type TokenKind, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { ANY_WEB_PUSH, hasWebPush } from '../web-push/web-push.queries.ts';
import type { DeviceRow } from './devices.tables.ts';

const COLUMNS = `push_key_id, push_token_id, pending_push_token_id, push_token_last_updated_timestamp,
  push_registration_error_code`;

export async function findDevicesState(db: Connection, user_id: UserId): Promise<Partial<InitialState>> {
  const rows = await db.all<Device & { device_id: number }>(
    sql`select device_id, ${sql.raw(COLUMNS)} from devices where user_id = ${user_id} order by device_id`,
  );
  return { devices: Object.fromEntries(rows.map(({ device_id, ...device }) => [String(device_id), device])) };
}

/** A device of this account; a device of another account is reported as missing. [PU2] */
export async function getDevice(db: Connection, user_id: UserId, device_id: number): Promise<DeviceRow> {
  const device = await db.get<DeviceRow>(
    sql`select * from devices where user_id = ${user_id} and device_id = ${device_id}`,
  );
  if (!device) throw Refused('device_unknown');
  return device;
}

/** A device registered the legacy way: its notifications are not encrypted. */
export interface TokenRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly kind: TokenKind;
  /** SHA-256 of the token, in hexadecimal. */
  readonly digest: string;
  readonly token_sealed: string;
  /** For iOS apps only. */
  readonly app_id: string | null;
}

/** A device that notifications can be sent to: it has a key, and the push service has its token. */
export type ActiveDevice = DeviceRow & { push_key_id: number; push_key_sealed: string; push_token_id: string };

export function findActiveDevices(db: Connection, user_ids: readonly UserId[]): Promise<ActiveDevice[]> {
  return db.all<ActiveDevice>(
    sql`select * from devices where user_id in ${sql.each(user_ids)} and push_token_id is not null
     and push_key_id is not null and push_key_sealed is not null order by device_id`,
  );
}

/** The devices of these accounts that use these tokens. */
export async function findDevicesOfTokens(
  db: Connection,
  user_ids: readonly UserId[],
  token_ids: readonly string[],
): Promise<DeviceRow[]> {
  const devices = await findActiveDevices(db, user_ids);
  return devices.filter(({ push_token_id }) => token_ids.includes(push_token_id));
}

export function findTokens(db: Connection, user_ids: readonly UserId[]): Promise<TokenRow[]> {
  return db.all<TokenRow>(sql`select * from push_tokens where user_id in ${sql.each(user_ids)} order by id`);
}

export async function findToken(
  db: Connection,
  user_id: UserId,
  kind: TokenKind,
  digest: string,
): Promise<TokenRow | null> {
  return db.get<TokenRow>(
    sql`select * from push_tokens where user_id = ${user_id} and kind = ${kind} and digest = ${digest}`,
  );
}

/** Whether any account of any organization can receive push notifications. If none can, a send checks nothing more. */
export async function isAnybodyReachable(db: Connection): Promise<boolean> {
  const found = await getOnce(
    db,
    sql`select 1 as found where exists (select 1 from devices where push_token_id is not null)
       or exists (select 1 from push_tokens) or ${ANY_WEB_PUSH}`,
  );
  return found !== null;
}

/** A condition on a column of user ids: the account has a device that notifications can be sent to. */
export function reachableByPush(user_id: Fragment): Fragment {
  return sql`(exists (select 1 from devices where devices.user_id = ${user_id} and push_token_id is not null)
    or exists (select 1 from push_tokens where push_tokens.user_id = ${user_id}) or ${hasWebPush(user_id)})`;
}
