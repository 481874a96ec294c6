// Changing settings: one's own, other people's, and the defaults of new accounts.
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from '@stoa/contract';
import { accountable } from '../../kit/actor.ts';
import { preparedWrite, type Route, write } from '../../kit/http/route.ts';
import type { SignUpConfig } from '../../kit/sign-up-config.ts';
import { checkOwnPassword } from '../auth/signing-in.queries.ts';
import { findNewPassword } from './password.queries.ts';
import { changeOwnOrTargets } from './request.actions.ts';
import { changeDefaults } from './settings.actions.ts';
import { settingsIn } from './settings.rules.ts';

const changeSettings = (endpoint: typeof updateSettings, sign_up_config: SignUpConfig): Route =>
  preparedWrite(
    endpoint,
    async ({ db, actor }, params) => {
      // A mail goes to the new address. [RL5]
      const logins = sign_up_config.limits?.login ?? null;
      if (params.email !== undefined) {
        sign_up_config.limits?.mail?.take(accountable(actor));
        // The address gives control of the account, by a password reset. [SS8]
        if (actor.session_id !== undefined) await checkOwnPassword(db, logins, actor, params.old_password ?? '');
      }
      return findNewPassword(db, actor, params, logins);
    },
    async (context, params, password) => {
      await changeOwnOrTargets(context, context.actor, params, password, sign_up_config);
      return {};
    },
  );

export const settingsRoutes = (sign_up_config: SignUpConfig): Route[] => [
  ...[updateSettings, updateDisplaySettings, updateNotificationSettings].map((endpoint) =>
    changeSettings(endpoint, sign_up_config),
  ),
  write(updateUserSettingsDefaults, async (context, params) => {
    await changeDefaults(context, context.realm.realm_id, settingsIn(params));
    return {};
  }),
];
