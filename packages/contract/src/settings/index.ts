// Personal settings, and the defaults of new accounts.
import { slice } from '../kit/slice.ts';
import { displaySettingsState, notificationSettingsState, reduceLegacySettings } from './legacy-settings.state.ts';
import {
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettings,
  updateUserSettingsDefaults,
} from './settings.endpoints.ts';
import { realmUserSettingsDefaultsUpdate, userSettingsUpdate } from './settings.events.ts';
import { reduceSettings, settingsDefaultsState, settingsState } from './settings.state.ts';

export * from './languages.ts';
export * from './legacy-settings.state.ts';
export * from './settings.endpoints.ts';
export * from './settings.events.ts';
export * from './settings.state.ts';
export * from './user-settings.ts';

export const settingsContract = slice({
  name: 'settings',
  endpoints: { updateSettings, updateDisplaySettings, updateNotificationSettings, updateUserSettingsDefaults },
  events: [userSettingsUpdate, realmUserSettingsDefaultsUpdate],
  state: {
    settings: settingsState,
    settingsDefaults: settingsDefaultsState,
    displaySettings: displaySettingsState,
    notificationSettings: notificationSettingsState,
  },
  reduce: [reduceSettings, reduceLegacySettings],
});
