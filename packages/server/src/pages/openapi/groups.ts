// The groups of the API reference, and of the tags in the OpenAPI document: an endpoint belongs to the group with the longest
// matching path. A path without an entry starts a group of its own, without a summary: a new slice adds its entry here.
import { type Endpoint, endpoints } from '@stoa/contract';

export interface EndpointGroup {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly endpoints: readonly NamedEndpoint[];
}

export interface NamedEndpoint {
  /** The name of the call in the SDK. */
  readonly name: string;
  readonly endpoint: Endpoint;
}

const NAMED: readonly (readonly [title: string, summary: string, paths: readonly string[]])[] = [
  [
    'Messages',
    'Send, read, search, edit, move and delete messages, and react to them.',
    ['/messages', '/submessage', '/streams/{stream_id}/delete_topic'],
  ],
  [
    'Read state',
    'Mark messages as read or starred, and see who has read them.',
    ['/messages/flags', '/messages/{message_id}/read_receipts', '/mark_'],
  ],
  [
    'Channels',
    'Create, change and archive channels, subscribe to them, and sort them into folders.',
    [
      '/streams',
      '/channels',
      '/get_stream_id',
      '/default_streams',
      '/channel_folders',
      '/users/me/subscriptions',
      '/users/{user_id}/subscriptions',
      '/users/{user_id}/channels',
    ],
  ],
  [
    'Topics',
    'List the topics of a channel, and follow or mute them.',
    ['/users/me/{stream_id}/topics', '/user_topics', '/users/me/subscriptions/muted_topics'],
  ],
  [
    'Drafts and scheduled messages',
    'Keep drafts and snippets, send messages later, and set reminders.',
    ['/drafts', '/saved_snippets', '/scheduled_messages', '/reminders'],
  ],
  ['Events', 'Get the current state, and then every change to it.', ['/register', '/events']],
  [
    'People',
    'Accounts and their profiles.',
    ['/users', '/realm/profile_fields', '/users/me/profile_data', '/personal_exports', '/erasures'],
  ],
  [
    'Presence and status',
    'Who is here, who is typing, and what they say about themselves.',
    [
      '/users/me/presence',
      '/users/{user_id_or_email}/presence',
      '/realm/presence',
      '/users/me/status',
      '/users/{user_id}/status',
      '/typing',
      '/messages/{message_id}/typing',
    ],
  ],
  ['User groups', 'Groups of people, which permissions and mentions refer to.', ['/user_groups']],
  ['Bots', 'Create bots, hand them over, and let them store data.', ['/bots', '/bot_storage', '/zcommand']],
  [
    'Own settings',
    'Preferences, alert words, muted people and views of the calling account.',
    ['/settings', '/users/me/alert_words', '/users/me/muted_users', '/users/me/onboarding_steps', '/navigation_views'],
  ],
  ['Files', 'Upload files and read them.', ['/user_uploads', '/attachments', '/thumbnail']],
  [
    'Authentication',
    'Exchange credentials for an API key, and manage sessions, access tokens, two-factor sign-in and passkeys.',
    [
      '/fetch_api_key',
      '/dev_fetch_api_key',
      '/jwt',
      '/sessions',
      '/users/me/api_key',
      '/access_tokens',
      '/users/me/two_factor',
      '/passkeys',
      '/realm/two_factor',
    ],
  ],
  [
    'Devices and notifications',
    'Register devices and browsers for push notifications.',
    [
      '/mobile_push',
      '/register_client_device',
      '/remove_client_device',
      '/users/me/apns_device_token',
      '/users/me/android_gcm_reg_id',
      '/web_push',
      '/remotes',
    ],
  ],
  [
    'Organization',
    'Settings, permissions, domains, icons, exports and the audit log.',
    ['/realm', '/server_settings', '/export', '/import', '/audit_log'],
  ],
  ['Invitations', 'Invite people by mail or by link.', ['/invites']],
  [
    'Emoji, linkifiers and playgrounds',
    'What an organization adds to the Markdown of messages.',
    ['/realm/emoji', '/realm/linkifiers', '/realm/filters', '/realm/playgrounds'],
  ],
  ['Video calls', 'Start a call at a configured provider.', ['/calls']],
];

function titleOf(path: string): string {
  let found = { title: '', length: 0 };
  for (const [title, , paths] of NAMED)
    for (const prefix of paths)
      if (path.startsWith(prefix) && prefix.length > found.length) found = { title, length: prefix.length };
  const [, first = ''] = path.split('/');
  return found.title || first.charAt(0).toUpperCase() + first.slice(1).replaceAll('_', ' ');
}

export const groupTitleOf = ({ path }: Endpoint): string => titleOf(path);

const all = Object.entries<Endpoint>(endpoints).map(([name, endpoint]): NamedEndpoint => ({ name, endpoint }));
const by_title = Map.groupBy(all, ({ endpoint }) => groupTitleOf(endpoint));
const summaries = new Map(NAMED.map(([title, summary]) => [title, summary]));

/** The named groups in their order, then those that start with a path nobody named. */
export const groups: readonly EndpointGroup[] = [...new Set([...summaries.keys(), ...by_title.keys()])]
  .filter((title) => by_title.has(title))
  .map((title) => ({
    id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    title,
    summary: summaries.get(title) ?? '',
    endpoints: by_title.get(title)!,
  }));
