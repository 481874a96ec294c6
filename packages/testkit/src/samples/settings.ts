// A successful call for each endpoint of settings.
import type { settingsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const settingsSamples: Samples<typeof settingsContract> = {
  updateSettings: ({ unique }) => ({ web_font_size_px: 10 + (unique() % 10), starred_message_counts: false }),
  updateDisplaySettings: () => ({ default_language: 'de' }),
  updateNotificationSettings: () => ({ notification_sound: 'ding' }),
  updateUserSettingsDefaults: () => ({ enter_sends: true }),
};
