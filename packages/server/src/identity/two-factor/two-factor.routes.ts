// Switching two-factor sign-in on and off, for oneself and for others.
import { randomBytes } from 'node:crypto';
import {
  BadRequest,
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  disableUserTwoFactor,
  getTwoFactor,
  getTwoFactorGaps,
  getUserTwoFactor,
  type RealmId,
  Refused,
  replaceRecoveryCodes,
  type UserId,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { DispatchServices } from '../../kit/http/handling.ts';
import { action, type Route, read, write } from '../../kit/http/route.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { originOf } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import type { PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { mailPasskeyChange } from '../passkeys/passkeys.actions.ts';
import { countPasskeys } from '../passkeys/passkeys.queries.ts';
import { getUserRow } from '../users/users.queries.ts';
import { endQueuesIfRequired } from './requirement.actions.ts';
import { findGaps, isRequiredOf } from './requirement.queries.ts';
import { concerns } from './requirement.rules.ts';
import { base32, otpauthUrl, SECRET_BYTES } from './totp.rules.ts';
import {
  disableTwoFactor as disable,
  disableTwoFactorOf,
  enableTwoFactor,
  mailTwoFactorChange,
  replaceRecoveryCodes as replaceCodes,
  type TwoFactorChange,
} from './two-factor.actions.ts';
import { countRecoveryCodes, findTwoFactor, hasCountingPassword } from './two-factor.queries.ts';
import { sealSetup } from './two-factor.rules.ts';

interface TwoFactorServices extends PasswordFacts, Pick<DispatchServices, 'writer' | 'gate'> {
  readonly vault: Vault;
  readonly sends_mail: boolean;
}

async function stateOf(db: Connection, passwords: PasswordFacts, realm_id: RealmId, user_id: UserId) {
  return {
    ...timeOf(await findTwoFactor(db, user_id)),
    is_required: await isRequiredOf(db, passwords, realm_id, user_id),
  };
}

/** Nobody switches their own off where they would have to switch it on again. [TF21] */
async function checkNotRequired(
  { tx, actor }: WriteContext & { readonly actor: Actor },
  passwords: PasswordFacts,
): Promise<void> {
  if (await isRequiredOf(tx, passwords, actor.realm.realm_id, actor.user_id)) throw Refused('two_factor_required');
}

async function checkPossible(db: Connection, passwords: PasswordFacts, actor: Actor): Promise<void> {
  if (actor.is_bot) throw BadRequest('Bots have no password.');
  checkTakesPasswords(passwords.facts);
  if (!(await hasCountingPassword(db, passwords, actor))) throw Refused('two_factor_no_password');
  if ((await findTwoFactor(db, actor.user_id)) !== null) throw Refused('two_factor_on');
}

const timeOf = (row: { readonly enabled_at: number } | null) => ({
  is_enabled: row !== null,
  enabled_at: row?.enabled_at ?? null,
});

export function twoFactorRoutes({ vault, sends_mail, writer, gate, ...passwords }: TwoFactorServices): Route[] {
  const mail = (context: WriteContext, user_id: Actor['user_id'], change: TwoFactorChange) => {
    if (sends_mail) mailTwoFactorChange(context, user_id, change);
  };
  /** Responds with codes, so it is no write of the dispatcher: the response must not be recorded for an Idempotency-Key. [TF4] */
  const showCodes = (
    actor: Actor,
    replace: (context: WriteContext, actor: Actor) => Promise<string[]>,
  ): Promise<{ recovery_codes: string[] }> =>
    writer.write(
      actor.realm.realm_id,
      async (context) => ({ recovery_codes: await replace(context, await gate.refresh(context.tx, actor)) }),
      { origin: originOf(actor) },
    );
  return [
    read(getTwoFactor, async ({ db, actor }) => ({
      ...(await stateOf(db, passwords, actor.realm.realm_id, actor.user_id)),
      recovery_codes_left: await countRecoveryCodes(db, actor.user_id),
      is_possible: await hasCountingPassword(db, passwords, actor),
    })),
    // Stores nothing, for an Idempotency-Key neither. [TF3]
    read(beginTwoFactor, async ({ db, actor, realm, now }) => {
      await checkPossible(db, passwords, actor);
      const secret = base32(randomBytes(SECRET_BYTES));
      const url = otpauthUrl(secret, realm.name, actor.email);
      return { secret, url, setup: sealSetup(vault, actor.user_id, secret, now) };
    }),
    action(confirmTwoFactor, ({ actor: asking }, params) =>
      showCodes(asking, async (context, actor) => {
        await checkPossible(context.tx, passwords, actor);
        const recovery_codes = await enableTwoFactor(context, vault, actor.user_id, params);
        mail(context, actor.user_id, 'on');
        return recovery_codes;
      }),
    ),
    write(disableTwoFactor, async (context) => {
      const { user_id } = context.actor;
      await checkNotRequired(context, passwords);
      if (!(await disable(context, user_id))) throw Refused('two_factor_off');
      mail(context, user_id, 'off');
      return {};
    }),
    action(replaceRecoveryCodes, ({ actor }) =>
      showCodes(actor, (context, { user_id }) => replaceCodes(context, user_id)),
    ),
    read(getUserTwoFactor, async ({ db, realm }, { user_id }) => {
      await getUserRow(db, realm.realm_id, user_id);
      return { ...(await stateOf(db, passwords, realm.realm_id, user_id)), passkeys: await countPasskeys(db, user_id) };
    }),
    read(getTwoFactorGaps, async ({ db, actor, realm }) => {
      const required = (await findCredentialsById(db, realm.realm_id, actor.user_id))!.require_two_factor;
      const gaps = await findGaps(db, passwords, realm);
      return {
        people: gaps.map(({ user_id, role }) => ({
          user_id,
          is_required: concerns(required, { role, is_bot: false }),
        })),
      };
    }),
    write(disableUserTwoFactor, async (context, { user_id }) => {
      const is_own = user_id === context.actor.user_id;
      if (is_own) await checkNotRequired(context, passwords);
      const removed = await disableTwoFactorOf(context, context.actor, user_id);
      await endQueuesIfRequired(context, passwords, context.realm.realm_id, user_id);
      if (removed.was_on) mail(context, user_id, is_own ? 'off' : 'off-by-other');
      if (sends_mail && removed.passkeys > 0) mailPasskeyChange(context, user_id, 'removed-by-other');
      return {};
    }),
  ];
}
