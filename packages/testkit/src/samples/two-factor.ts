// A successful call for each endpoint of two-factor sign-in.
import type { RealmId, twoFactorContract, UserId } from '@stoa/contract';
import { codeOfStep, stepAt } from '../../../server/src/identity/two-factor/totp.rules.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  type Setup,
} from '../../../server/src/identity/two-factor/two-factor.actions.ts';
import { sealSetup } from '../../../server/src/identity/two-factor/two-factor.rules.ts';
import { sql } from '../../../server/src/kit/database/sql.ts';
import { type Samples, type Stage, someAccount } from './stage.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** What an account could confirm now, if it is off. */
function setupOf({ app }: Stage, user_id: UserId): Setup {
  const now = app.clock.now();
  return { setup: sealSetup(app.vault, user_id, SECRET, now), code: codeOfStep(SECRET, stepAt(now)) };
}

async function switched(stage: Stage, user_id: UserId, is_on: boolean): Promise<void> {
  const { app } = stage;
  const { realm_id } = (await app.store.db.get<{ realm_id: RealmId }>(
    sql`select realm_id from users where user_id = ${user_id}`,
  ))!;
  await app.writer.write(realm_id, async (context) => {
    await disableTwoFactor(context, user_id);
    if (is_on) await enableTwoFactor(context, app.vault, user_id, setupOf(stage, user_id));
  });
}

async function ownAccount(stage: Stage, is_on: boolean): Promise<UserId> {
  const { user_id } = await someAccount(stage);
  await switched(stage, user_id, is_on);
  return user_id;
}

export const twoFactorSamples: Samples<typeof twoFactorContract> = {
  getTwoFactor: () => ({}),
  beginTwoFactor: async (stage) => {
    await ownAccount(stage, false);
    return {};
  },
  confirmTwoFactor: async (stage) => ({ ...setupOf(stage, await ownAccount(stage, false)) }),
  disableTwoFactor: async (stage) => {
    await ownAccount(stage, true);
    return {};
  },
  replaceRecoveryCodes: async (stage) => {
    await ownAccount(stage, true);
    return {};
  },
  getUserTwoFactor: async (stage) => {
    const { user_id } = stage.cast.dara;
    await switched(stage, user_id, true);
    return { user_id };
  },
  getTwoFactorGaps: () => ({}),
  disableUserTwoFactor: async (stage) => ({ user_id: await ownAccount(stage, true) }),
};
