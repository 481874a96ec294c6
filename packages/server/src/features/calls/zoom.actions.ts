// Every write of Zoom connections, announced to the account's clients.

import { hasZoomToken, type UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findZoomToken } from './zoom.queries.ts';

/** `token` is sealed. */
export async function keepZoomToken({ tx, emit }: WriteContext, user_id: UserId, token: string): Promise<void> {
  const had = await findZoomToken(tx, user_id);
  await tx.run(
    sql`insert into zoom_tokens (user_id, token) values (${user_id}, ${token}) on conflict (user_id) do update set token = excluded.token`,
  );
  if (had === null) emit(hasZoomToken, { value: true }, { users: [user_id] });
}

/** Drops only the refused token: another may have arrived meanwhile. */
export async function dropZoomToken({ tx, emit }: WriteContext, user_id: UserId, token: string): Promise<void> {
  const dropped = await tx.run(sql`delete from zoom_tokens where user_id = ${user_id} and token = ${token}`);
  if (dropped > 0) emit(hasZoomToken, { value: false }, { users: [user_id] });
}
