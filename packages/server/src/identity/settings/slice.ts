// Personal settings, defaults of new accounts, and changes of one's own address.

import { displaySettingsState, notificationSettingsState, settingsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { emailChangeComposers } from './email-change.emails.ts';
import { emailChangePages } from './email-change.pages.ts';
import { findDefaultsState, findLegacySettings, findSettingsState } from './settings.queries.ts';
import { settingsRoutes } from './settings.routes.ts';

export const settingsSlice = defineSlice({
  contract: settingsContract,
  state: {
    settings: (db, { actor }) => findSettingsState(db, actor.user_id),
    // Only for clients that request these types; others have `user_settings`. [ST13]
    displaySettings: (db, { actor }) => findLegacySettings(db, actor.user_id, displaySettingsState),
    notificationSettings: (db, { actor }) => findLegacySettings(db, actor.user_id, notificationSettingsState),
    settingsDefaults: (db, { realm }) => findDefaultsState(db, realm.realm_id),
  },
  emails: ({ links }) => emailChangeComposers(links),
  open: (services: Services) => ({
    routes: settingsRoutes({ ...services, sign_up_config: services }),
    forms: emailChangePages(services),
  }),
});
