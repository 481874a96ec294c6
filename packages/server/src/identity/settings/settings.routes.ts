// Changing settings: one's own, other people's, and the defaults of new accounts.
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from '@stoa/contract';
import { accountable } from '../../kit/access/actor.ts';
import { preparedWrite, type Route, write } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { PasskeyProofs } from '../../kit/sign-in/passkey-proofs.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { checkHasOwnPassword, checkOwnProof } from '../auth/own-proof.queries.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { findNewPassword, findPasswordAfterProof } from './password.queries.ts';
import { changeOwnOrTargets } from './request.actions.ts';
import { changeDefaults } from './settings.actions.ts';
import { settingsIn } from './settings.rules.ts';

interface SettingsServices {
  readonly directory: PasswordDirectory | null;
  readonly passkey_proofs: PasskeyProofs;
  readonly sign_up_config: SignUpConfig;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

const changeSettings = (
  endpoint: typeof updateSettings,
  { sign_up_config, facts, directory, passkey_proofs }: SettingsServices,
): Route =>
  preparedWrite(
    endpoint,
    async ({ db, actor, now }, params) => {
      if (params.new_password) {
        checkTakesPasswords(facts);
        await checkHasOwnPassword(db, directory, actor);
      }
      // A mail goes to the new address. [RL5]
      const logins = sign_up_config.limits?.login ?? null;
      if (params.email !== undefined) sign_up_config.limits?.mail?.take(accountable(actor));
      const { passkey, old_password, new_password = '' } = params;
      // The address gives control of the account, by a password reset. [SS8]
      const needs_proof = params.email !== undefined && actor.session_id !== undefined;
      const services = { logins, directory, passkey_proofs, ...facts };
      const brought = { password: old_password, passkey };
      const spend = needs_proof || passkey ? await checkOwnProof(db, services, actor, brought, now) : null;
      const password =
        spend && new_password !== ''
          ? await findPasswordAfterProof(db, actor, new_password)
          : await findNewPassword(db, actor, params, logins);
      return { spend, password };
    },
    async (context, params, { spend, password }) => {
      await spend?.(context);
      await changeOwnOrTargets(context, context.actor, params, password, sign_up_config);
      return {};
    },
  );

export const settingsRoutes = (services: SettingsServices): Route[] => [
  ...[updateSettings, updateDisplaySettings, updateNotificationSettings].map((endpoint) =>
    changeSettings(endpoint, services),
  ),
  write(updateUserSettingsDefaults, async (context, params) => {
    await changeDefaults(context, context.realm.realm_id, settingsIn(params));
    return {};
  }),
];
