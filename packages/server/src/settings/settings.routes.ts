// Changing settings: one's own, other people's, and what new accounts start with.
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from '@stoa/contract';
import { preparedWrite, type Route, write } from '../kit/http/route.ts';
import { findNewPassword } from './password.queries.ts';
import { changeOwnOrTargets } from './request.actions.ts';
import { changeDefaults } from './settings.actions.ts';
import { settingsIn } from './settings.rules.ts';

const changeSettings = (endpoint: typeof updateSettings): Route =>
  preparedWrite(
    endpoint,
    ({ db, actor }, asked) => findNewPassword(db, actor, asked),
    async (context, asked, password) => {
      await changeOwnOrTargets(context, context.actor, asked, password);
      return {};
    },
  );

export const settingsRoutes: Route[] = [
  ...[updateSettings, updateDisplaySettings, updateNotificationSettings].map(changeSettings),
  write(updateUserSettingsDefaults, async (context, asked) => {
    await changeDefaults(context, context.realm.realm_id, settingsIn(asked));
    return {};
  }),
];
