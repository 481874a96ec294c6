// Every write of access tokens: making one, ending one or all of an account, noting their use.
import { randomBytes } from 'node:crypto';
import { BadRequest, type RealmId, Refused, type TokenScope, type UserId } from '@stoa/contract';
import { removeQueuesOfTokens } from '../../feed/queue.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import { LastUseRecorder } from '../../kit/sign-in/last-use-recorder.ts';
import { seconds } from '../../kit/time/clock.ts';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findUsersById } from '../users/users.queries.ts';
import { countTokens, findHolder } from './access-tokens.queries.ts';
import { checkTokenName, TOKEN_BYTES, TOKEN_PREFIX } from './access-tokens.rules.ts';

const DAY_SECS = 24 * 60 * 60;
/** How long an expired token is listed, so that its owner sees why a program stopped. */
const KEPT_SECS = 30 * DAY_SECS;
const NOTED_EVERY_SECS = 5 * 60;

interface Wanted {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expires_in_days: number;
  readonly bot_id?: UserId | undefined;
}

interface EndedToken {
  readonly token_id: number;
  readonly name: string;
}

interface Holder {
  readonly user_id: UserId;
  readonly email: string;
}

/** The account that a token is wanted for: the caller's, or that of a bot they own. */
async function findWantedHolder({ tx }: WriteContext, actor: Actor, bot_id: UserId | undefined): Promise<Holder> {
  // Only their owners give bots keys.
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  if (bot_id === undefined) return actor;
  const [bot] = await findUsersById(tx, actor.realm.realm_id, [bot_id]);
  if (!bot?.is_bot || !bot.is_active || bot.bot_owner_id !== actor.user_id) throw Refused('bot_unknown');
  return bot;
}

/** Returns the token, which nothing stored leads back to. [TK1] */
export async function createToken(context: WriteContext, actor: Actor, { bot_id, ...wanted }: Wanted) {
  const { tx, now, caps, record } = context;
  const name = checkTokenName(wanted.name);
  const { user_id, email } = await findWantedHolder(context, actor, bot_id);
  const at = seconds(now);
  await tx.run(sql`delete from access_tokens where user_id = ${user_id} and expires_at < ${at - KEPT_SECS}`);
  caps.check('access-tokens', await countTokens(tx, user_id));
  const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('hex');
  const scopes = JSON.stringify([...new Set(wanted.scopes)]);
  const expires_at = at + wanted.expires_in_days * DAY_SECS;
  const row = await tx.get<{ token_id: number }>(
    sql`insert into access_tokens (realm_id, user_id, name, token_digest, scopes, created_at, expires_at)
     values (${actor.realm.realm_id}, ${user_id}, ${name}, ${linkHash(token)}, ${scopes}, ${at}, ${expires_at}) returning token_id`,
  );
  record({
    kind: 'access_token_created',
    user_id,
    name,
    changes: initialValues({ scopes: wanted.scopes, expires_at }),
  });
  return { token_id: row!.token_id, token, email, expires_at };
}

/** Ends a token of the caller or of one of their bots; others are reported as missing. [TK9] */
export async function revokeOwnToken(context: WriteContext, owner_id: UserId, token_id: number): Promise<void> {
  const user_id = await findHolder(context.tx, owner_id, token_id);
  if (user_id === null) throw Refused('token_unknown');
  await endToken(context, user_id, token_id);
}

/** For the operator; false if the organization has no such token. */
export async function revokeToken(context: WriteContext, realm_id: RealmId, token_id: number): Promise<boolean> {
  const row = await context.tx.get<{ user_id: UserId }>(
    sql`select user_id from access_tokens where token_id = ${token_id} and realm_id = ${realm_id}`,
  );
  if (!row) return false;
  await endToken(context, row.user_id, token_id);
  return true;
}

/** Ends all tokens of an account that was deactivated, or whose key was replaced: whoever knew the key may have made some. [TK10] */
export async function endTokens(context: WriteContext, { user_id }: { readonly user_id: UserId }): Promise<void> {
  await endTokensWhere(context, user_id, sql`true`);
}

async function endToken(context: WriteContext, user_id: UserId, token_id: number): Promise<void> {
  const ended = await endTokensWhere(context, user_id, sql`token_id = ${token_id}`);
  for (const { name } of ended) context.record({ kind: 'access_token_revoked', user_id, name });
}

/** Ends the tokens of every account: whoever knew the server's secret knew every key. No node serves them yet. [TK10] */
export async function endAllTokens({ tx }: WriteContext): Promise<void> {
  await tx.run(sql`delete from access_tokens`);
  await tx.run(sql`delete from event_queues where token_id is not null`);
}

async function endTokensWhere(context: WriteContext, user_id: UserId, which: Fragment): Promise<EndedToken[]> {
  const { tx, invalidateAccess } = context;
  const ended = await tx.all<EndedToken>(
    sql`delete from access_tokens where user_id = ${user_id} and ${which} returning token_id, name`,
  );
  if (ended.length === 0) return ended;
  const token_ids = ended.map(({ token_id }) => token_id);
  await removeQueuesOfTokens(tx, token_ids);
  // Nodes look at the queues of its waiting polls again.
  invalidateAccess([user_id]);
  return ended;
}

export const tokenUses = (writer: Writer) =>
  new LastUseRecorder(writer, NOTED_EVERY_SECS, (tx, token_id, now_secs) =>
    tx.run(
      sql`update access_tokens set last_used_at = ${now_secs} where token_id = ${token_id} and coalesce(last_used_at, 0) < ${now_secs}`,
    ),
  );
