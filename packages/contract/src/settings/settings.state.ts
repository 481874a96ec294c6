// The settings after register, and how events change them.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import { settingChoices, UserSettings } from './user-settings.ts';

export const settingsState = state({
  fetch: ['user_settings'],
  fields: () => z.object({ user_settings: UserSettings.extend({ timezone: z.string(), ...settingChoices }) }),
});

export const settingsDefaultsState = state({
  fetch: ['realm_user_settings_defaults'],
  fields: () => z.object({ realm_user_settings_defaults: UserSettings.extend(settingChoices) }),
});

export const reduceSettings: Reducer = (state, event) => {
  if (event.op !== 'update') return state;
  const change = { [event.property as string]: event.value };
  if (event.type === 'realm_user_settings_defaults' && state.realm_user_settings_defaults)
    return { ...state, realm_user_settings_defaults: { ...state.realm_user_settings_defaults, ...change } };
  if (event.type !== 'user_settings') return state;
  const next = state.user_settings ? { ...state, user_settings: { ...state.user_settings, ...change } } : state;
  // The value is repeated in the user list.
  const repeated = event.property === 'receives_typing_notifications' && 'receives_typing_notifications' in state;
  return repeated ? { ...next, ...change } : next;
};
