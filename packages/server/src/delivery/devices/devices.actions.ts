// Every write of devices. Announced only to the owner's clients.

import { type Device, deviceAdd, deviceRemove, deviceUpdate, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { countOwn } from '../../kit/limits/caps.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getDevice } from './devices.queries.ts';
import type { DeviceRow } from './devices.tables.ts';

export async function createDevice({ tx, emit, caps }: WriteContext, { user_id }: Actor): Promise<number> {
  caps.check('devices', await countOwn(tx, 'devices', user_id));
  const created = await tx.get<{ device_id: number }>(
    sql`insert into devices (user_id) values (${user_id}) returning device_id`,
  );
  const { device_id } = created!;
  emit(deviceAdd, { device_id }, { users: [user_id] });
  return device_id;
}

export async function removeDevice(context: WriteContext, { user_id }: Actor, device_id: number): Promise<void> {
  await dropDevice(context, await getDevice(context.tx, user_id, device_id));
}

async function dropDevice({ tx, emit }: WriteContext, { device_id, user_id }: DeviceRow): Promise<void> {
  await tx.run(sql`delete from devices where device_id = ${device_id}`);
  emit(deviceRemove, { device_id }, { users: [user_id] });
}

/**
 * Removes all devices of an account that was deactivated, or of a bot that changed owner: they must show nothing any more.
 * [PU17]
 */
export async function removeDevices({ tx }: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  for (const table of ['devices', 'push_tokens', 'push_notified', 'web_push_subscriptions'])
    await tx.run(sql`delete from ${sql.raw(table)} where user_id = ${user_id}`);
}

/** Ends every phone of an account whose API key was replaced: whoever knew the key may have registered theirs. [AU891] */
export async function removePhones({ tx, emit }: WriteContext, { user_id }: { user_id: UserId }): Promise<void> {
  await tx.run(sql`delete from push_tokens where user_id = ${user_id}`);
  const removed = await tx.all<{ device_id: number }>(
    sql`delete from devices where user_id = ${user_id} returning device_id`,
  );
  for (const { device_id } of removed) emit(deviceRemove, { device_id }, { users: [user_id] });
}

/** Ends the phones and browsers of all accounts, whose keys nobody can open any more. No node serves them yet. [AU893] */
export async function removeAllDevices({ tx }: WriteContext): Promise<void> {
  for (const table of ['devices', 'push_tokens', 'web_push_subscriptions'])
    await tx.run(sql`delete from ${sql.raw(table)}`);
}

/** A change of a device's row. Wire fields are announced, the others are not. */
export type DeviceChanges = Partial<Device & Pick<DeviceRow, 'push_key_sealed' | 'token_kind' | 'pending_token_kind'>>;

/** Announces only fields that changed. */
export async function changeDevice(
  { tx, emit }: WriteContext,
  device: DeviceRow,
  changes: DeviceChanges,
): Promise<void> {
  const changed = Object.entries(changes).filter(([name, value]) => device[name as keyof DeviceRow] !== value);
  if (changed.length === 0) return;
  await tx.run(
    sql`update devices set ${sql.set(Object.fromEntries(changed) as DeviceChanges)} where device_id = ${device.device_id}`,
  );
  const {
    push_key_sealed: _key,
    token_kind: _kind,
    pending_token_kind: _pending,
    ...fields
  } = Object.fromEntries(changed);
  if (Object.keys(fields).length > 0)
    emit(deviceUpdate, { device_id: device.device_id, ...fields }, { users: [device.user_id] });
}
