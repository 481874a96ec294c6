// Server-wide constants: limits, intervals and lists that clients offer.
import { z } from 'zod';
import { MAX_REMINDER_NOTE_LENGTH } from '../reminders/index.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 100;
export const PASSWORD_MIN_GUESSES = 10_000;

const MINUTE_SECONDS = 60;
export const LIMITS = {
  max_avatar_file_size_mib: 5,
  max_file_upload_size_mib: 25,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  /** When more people than this are subscribed at once, they receive no message about it. */
  max_bulk_new_subscription_messages: 250,
  max_reminder_note_length: MAX_REMINDER_NOTE_LENGTH,
  password_min_length: PASSWORD_MIN_LENGTH,
  password_max_length: PASSWORD_MAX_LENGTH,
  /** The minimum strength of passwords, as an estimated number of guesses. */
  password_min_guesses: PASSWORD_MIN_GUESSES,
  server_presence_ping_interval_seconds: MINUTE_SECONDS,
  server_presence_offline_threshold_seconds: 140,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_typing_stopped_wait_period_milliseconds: 5000,
} as const;

const Named = z.record(z.string(), z.object({ id: z.int(), name: z.string() }));

export const lists = {
  gif_rating_policy_options: Named,
  realm_default_external_accounts: z.record(
    z.string(),
    z.object({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }),
  ),
  server_report_message_types: z.array(z.object({ key: z.string(), name: z.string() })),
  server_thumbnail_formats: z.array(
    z.object({
      name: z.string(),
      max_width: z.int(),
      max_height: z.int(),
      format: z.string(),
      animated: z.boolean(),
    }),
  ),
};

/**
 * An account at an external site. A pattern that is only the user name accepts whole URLs; an empty pattern makes no link.
 */
const account = (text: string, kind: string, url_pattern: string, hint = '') => ({
  name: `${text} ${kind}`,
  text,
  hint,
  url_pattern,
});

/** Built-in external account types, for profile fields without a custom URL pattern. */
export const DEFAULT_EXTERNAL_ACCOUNTS = {
  behance: account('Behance', 'username', 'https://www.behance.net/%(username)s'),
  bitbucket: account('Bitbucket', 'username', 'https://bitbucket.org/%(username)s'),
  bluesky: account('Bluesky', 'handle', 'https://bsky.app/profile/%(username)s'),
  codeberg: account('Codeberg', 'username', 'https://codeberg.org/%(username)s'),
  discord: account('Discord', 'tag', ''),
  dribbble: account('Dribbble', 'username', 'https://dribbble.com/%(username)s'),
  facebook: account('Facebook', 'username', 'https://www.facebook.com/%(username)s'),
  github: account('GitHub', 'username', 'https://github.com/%(username)s'),
  gitlab: account('GitLab', 'username', 'https://gitlab.com/%(username)s'),
  instagram: account('Instagram', 'username', 'https://www.instagram.com/%(username)s'),
  linkedin: account('LinkedIn', 'profile name', 'https://www.linkedin.com/in/%(username)s'),
  mastodon: account('Mastodon', 'profile', '%(username)s', 'The full URL to your profile'),
  medium: account('Medium', 'username', 'https://%(username)s.medium.com'),
  pinterest: account('Pinterest', 'username', 'https://www.pinterest.com/%(username)s'),
  reddit: account('Reddit', 'username', 'https://www.reddit.com/user/%(username)s'),
  snapchat: account('Snapchat', 'username', 'https://www.snapchat.com/@%(username)s'),
  threads: account('Threads', 'username', 'https://www.threads.com/@%(username)s'),
  tiktok: account('TikTok', 'username', 'https://www.tiktok.com/@%(username)s'),
  twitch: account('Twitch', 'username', 'https://www.twitch.tv/%(username)s'),
  x: account('X', 'username', 'https://x.com/%(username)s'),
  youtube: account('YouTube', 'handle', 'https://www.youtube.com/%(username)s'),
};

export const REPORT_MESSAGE_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
];

export const LISTS: { [Name in keyof typeof lists]: z.output<(typeof lists)[Name]> } = {
  gif_rating_policy_options: {
    disabled: { id: 0, name: 'GIFs disabled' },
    y: { id: 1, name: 'Rated Y or better' },
    g: { id: 2, name: 'Rated G or better' },
    pg: { id: 3, name: 'Rated PG or better' },
    'pg-13': { id: 4, name: 'Rated PG-13 or better' },
    r: { id: 5, name: 'Rated R or better' },
  },
  realm_default_external_accounts: DEFAULT_EXTERNAL_ACCOUNTS,
  server_report_message_types: REPORT_MESSAGE_TYPES,
  server_thumbnail_formats: [
    { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
    { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  ],
};
