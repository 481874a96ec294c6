// Settings at the top level of the initial state, where clients older than `user_settings` look. Present only when fetched
// by the legacy types. No legacy events are sent; the current event announces changes.
import { z } from 'zod';
import type { ReceivedEvent } from '../kit/event.ts';
import { type Reducer, state } from '../kit/state.ts';
import { settingChoices, UserSettings } from './user-settings.ts';

const WholeSettings = UserSettings.extend({ timezone: z.string(), ...settingChoices });

export const displaySettingsState = state({
  fetch: ['update_display_settings'],
  named_only: true,
  fields: () =>
    WholeSettings.pick({
      color_scheme: true,
      default_language: true,
      demote_inactive_streams: true,
      emojiset: true,
      emojiset_choices: true,
      enable_drafts_synchronization: true,
      enter_sends: true,
      fluid_layout_width: true,
      high_contrast_mode: true,
      left_side_userlist: true,
      starred_message_counts: true,
      timezone: true,
      translate_emoticons: true,
      twenty_four_hour_time: true,
      web_home_view: true,
    }),
});

export const notificationSettingsState = state({
  fetch: ['update_global_notifications'],
  named_only: true,
  fields: () =>
    WholeSettings.pick({
      available_notification_sounds: true,
      desktop_icon_count_display: true,
      email_notifications_batching_period_seconds: true,
      enable_desktop_notifications: true,
      enable_digest_emails: true,
      enable_login_emails: true,
      enable_marketing_emails: true,
      enable_offline_email_notifications: true,
      enable_offline_push_notifications: true,
      enable_online_push_notifications: true,
      enable_sounds: true,
      enable_stream_audible_notifications: true,
      enable_stream_desktop_notifications: true,
      enable_stream_email_notifications: true,
      enable_stream_push_notifications: true,
      message_content_in_email_notifications: true,
      notification_sound: true,
      pm_content_in_desktop_notifications: true,
      presence_enabled: true,
      realm_name_in_email_notifications_policy: true,
      wildcard_mentions_notify: true,
    }),
});

/** The names alone: clients have no schemas. */
export const LEGACY_SETTING_NAMES: readonly string[] = [displaySettingsState, notificationSettingsState].flatMap(
  ({ fields }) => Object.keys(fields.shape),
);

export const reduceLegacySettings: Reducer = (state, event) => {
  const { type, op, property, value } = event as ReceivedEvent & {
    op: string;
    property: string;
    value: unknown;
  };
  if (type !== 'user_settings' || op !== 'update' || !LEGACY_SETTING_NAMES.includes(property) || !(property in state))
    return state;
  return { ...state, [property]: value };
};
