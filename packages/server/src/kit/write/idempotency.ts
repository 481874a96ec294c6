// Stores the response of a write with an `Idempotency-Key`, in the write's own transaction: a repeated request gets the stored response and
// nothing is done twice, even after a crash. Owns the table idempotency_keys; never knows what was written.

import { createHmac, type Hmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { BadRequest, IdempotencyKeyReused, type UserId } from '@stoa/contract';
import { type Actor, accountable } from '../access/actor.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { type Fragment, sql } from '../database/sql.ts';
import { addUse, findUse } from '../limits/account-use.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Clock } from '../time/clock.ts';
import type { Writer } from './write.ts';
import type { WriteContext } from './write-context.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
const KEPT_MS = 24 * 60 * 60_000;
const PRUNED_AT_ONCE = 500;
const MIB = 1024 * 1024;

/** A request with an idempotency key. */
export interface Attempt {
  readonly user_id: UserId;
  /** The account whose limits apply. [RL8] */
  readonly account_id: UserId;
  readonly key: string;
  readonly endpoint: string;
  /** Digest of the whole request. */
  readonly digest: string;
}

/** A stored response, and whether it was given before. */
export class RecordedResponse {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly is_repeated: boolean,
  ) {}
}

interface File {
  readonly path: string;
  readonly filename: string;
  readonly content_type: string;
}

/** The content of a request besides its key. */
export interface RequestContent {
  readonly endpoint: string;
  readonly path: Readonly<Record<string, string>>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly files: readonly File[];
}

interface Row {
  readonly endpoint: string;
  readonly digest: string;
  readonly status: number;
  readonly answer: string;
}

const sortByName = (entries: Iterable<[string, string]>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Responses contain keys and other secrets, so they are sealed. [IK7] */
const purposeOf = ({ user_id, key }: Attempt) => `idempotency ${user_id} ${key}`;

export class Idempotency {
  /** `secret`: keys the digests, because requests contain passwords. [IK7] */
  constructor(
    private readonly vault: Vault,
    private readonly secret: string,
  ) {}

  /** Throws if the key is malformed. */
  async attempt(actor: Actor | null, key: string, content: RequestContent): Promise<Attempt> {
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw BadRequest('The header Idempotency-Key must have 1 to 255 visible ASCII characters');
    if (actor === null) throw BadRequest('The header Idempotency-Key is only for requests of an account');
    const { endpoint, path, parameters, files } = content;
    const hmac = createHmac('sha256', this.secret);
    hmac.update(JSON.stringify([endpoint, sortByName(Object.entries(path)), sortByName(parameters)]));
    for (const file of files) await addFile(hmac, file);
    return { user_id: actor.user_id, account_id: accountable(actor), key, endpoint, digest: hmac.digest('base64') };
  }

  /** The response to the same request before; throws if the key was used for another request. */
  async find(db: Connection, now: number, attempt: Attempt): Promise<RecordedResponse | null> {
    const row = await db.get<Row>(
      sql`select endpoint, digest, status, answer from idempotency_keys
       where user_id = ${attempt.user_id} and idempotency_key = ${attempt.key} and created_at > ${now - KEPT_MS}`,
    );
    if (!row) return null;
    if (row.endpoint !== attempt.endpoint)
      throw IdempotencyKeyReused(`This Idempotency-Key was used for another endpoint (${row.endpoint})`);
    if (row.digest !== attempt.digest)
      throw IdempotencyKeyReused('This Idempotency-Key was used for a request with other parameters');
    return new RecordedResponse(row.status, this.vault.open(row.answer, purposeOf(attempt)), true);
  }

  /** Runs a write and records its response, unless it was done before; concurrent repetitions run one after another. [IK4] */
  async once(
    { tx, now, caps }: WriteContext,
    attempt: Attempt,
    write: () => Promise<RecordedResponse>,
  ): Promise<RecordedResponse> {
    const recorded = await this.find(tx, now, attempt);
    if (recorded) return recorded;
    const use = await findUse(tx, attempt.account_id);
    caps.check('idempotency-keys', use.idempotency_keys);
    // The size of one response is bounded by its request, so checking before is enough. [IK8]
    if (use.idempotency_bytes >= caps.of('idempotency-mib') * MIB) throw caps.refusal('idempotency-mib');
    const answer = await write();
    await this.record(tx, now, attempt, answer);
    return answer;
  }

  /** Replaces an expired record. */
  private async record(
    tx: Transaction,
    now: number,
    attempt: Attempt,
    { status, body }: RecordedResponse,
  ): Promise<void> {
    await forget(tx, sql`user_id = ${attempt.user_id} and idempotency_key = ${attempt.key}`);
    const sealed = this.vault.seal(body, purposeOf(attempt));
    await addUse(tx, attempt.user_id, { idempotency_keys: 1, idempotency_bytes: sealed.length });
    await tx.run(
      sql`insert into idempotency_keys (user_id, idempotency_key, endpoint, digest, status, answer, created_at)
       values (${attempt.user_id}, ${attempt.key}, ${attempt.endpoint}, ${attempt.digest}, ${status}, ${sealed}, ${now})
       on conflict (user_id, idempotency_key) do update set endpoint = excluded.endpoint, digest = excluded.digest,
         status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`,
    );
  }
}

async function addFile(hmac: Hmac, { path, filename, content_type }: File): Promise<void> {
  let size = 0;
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      hmac.update(chunk);
    }
  });
  // After the bytes, so that the boundary between two files can't be shifted.
  hmac.update(JSON.stringify([size, filename, content_type]));
}

/** Removes expired records, in batches that block nobody. */
export async function pruneIdempotencyKeys(writer: Writer, clock: Clock): Promise<void> {
  const outdated = clock.now() - KEPT_MS;
  let removed: number;
  do {
    removed = await writer.write(null, ({ tx }) =>
      forget(
        tx,
        sql`(user_id, idempotency_key) in
           (select user_id, idempotency_key from idempotency_keys where created_at <= ${outdated} limit ${PRUNED_AT_ONCE})`,
      ),
    );
  } while (removed === PRUNED_AT_ONCE);
}

/** Removes records and subtracts them from their account's use. */
async function forget(tx: Transaction, where: Fragment): Promise<number> {
  const expired = await tx.all<{ user_id: UserId; size: number }>(
    sql`delete from idempotency_keys where ${where} returning user_id, length(answer) as size`,
  );
  for (const { user_id, size } of expired)
    await addUse(tx, user_id, { idempotency_keys: -1, idempotency_bytes: -size });
  return expired.length;
}
