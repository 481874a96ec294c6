// What the parameters of all endpoints name, for tests that put other things in their place.
import { type Endpoint, endpoints, pathParameters } from '@stoa/contract';
import type { z } from 'zod';

export type Value = number | string;

export type KindName =
  | 'access token'
  | 'attachment'
  | 'bot'
  | 'channel'
  | 'channel name'
  | 'device'
  | 'domain'
  | 'draft'
  | 'email'
  | 'emoji'
  | 'export'
  | 'field'
  | 'file'
  | 'folder'
  | 'fragment'
  | 'group'
  | 'invite'
  | 'linkifier'
  | 'link'
  | 'message'
  | 'offer'
  | 'personal export'
  | 'playground'
  | 'queue'
  | 'reminder'
  | 'scheduled message'
  | 'session'
  | 'snippet'
  | 'token'
  | 'user';

export interface NamedUse {
  readonly kinds: readonly KindName[];
  /** The parameter that names it; the value itself or a list of it by default, as the schema has it. */
  readonly form?: (value: Value) => unknown;
  /** Other parameters of the call that differ from the sample. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const of = (...kinds: KindName[]): NamedUse => ({ kinds });
const asDraft = (to: Partial<Record<'type' | 'to' | 'topic', unknown>>) => ({ topic: '', content: 'x', ...to });
const narrowBy = (operator: string, ...kinds: KindName[]): NamedUse => ({
  kinds,
  form: (operand) => [{ operator, operand }],
});
const NARROWS: readonly NamedUse[] = [
  narrowBy('channel', 'channel', 'channel name'),
  narrowBy('id', 'message'),
  narrowBy('near', 'message'),
  narrowBy('with', 'message'),
  narrowBy('sender', 'user', 'email'),
  narrowBy('mentions', 'user'),
  narrowBy('dm', 'user', 'email'),
  narrowBy('dm-including', 'user', 'email'),
];

const RECIPIENTS: readonly NamedUse[] = [
  { kinds: ['channel', 'channel name'], beside: { type: 'channel', topic: 'x' } },
  { kinds: ['user', 'email'], form: (value) => [value], beside: { type: 'direct' } },
];

/** What each parameter names, by its name or by `endpoint.parameter`, which is preferred. */
const NAMES: Readonly<Record<string, readonly NamedUse[]>> = {
  acting_user_id: [of('user')],
  attachment_id: [of('attachment')],
  bot_id: [of('bot')],
  'acceptBotOffer.bot_id': [of('bot', 'offer')],
  'declineBotOffer.bot_id': [of('bot', 'offer')],
  bot_owner_id: [of('user')],
  default_sending_stream: [of('channel name')],
  default_events_register_stream: [of('channel name')],
  channel_folder_id: [of('folder')],
  folder_id: [of('folder')],
  'reorderChannelFolders.order': [of('folder')],
  'reorderProfileFields.order': [of('field')],
  ordered_linkifier_ids: [of('linkifier')],
  filter_id: [of('linkifier')],
  field_id: [of('field')],
  'updateProfileData.data': [{ kinds: ['field'], form: (id) => [{ id, value: 'x' }] }],
  'removeProfileData.data': [of('field')],
  profile_data: [{ kinds: ['field'], form: (id) => [{ id, value: 'x' }] }],
  device_id: [of('device')],
  draft_id: [of('draft')],
  draft: [
    { kinds: ['channel'], form: (id) => asDraft({ type: 'stream', to: [id], topic: 'x' }) },
    { kinds: ['user'], form: (id) => asDraft({ type: 'private', to: [id] }) },
  ],
  drafts: [
    { kinds: ['channel'], form: (id) => [asDraft({ type: 'stream', to: [id], topic: 'x' })] },
    { kinds: ['user'], form: (id) => [asDraft({ type: 'private', to: [id] })] },
  ],
  email: [of('email')],
  user_id_or_email: [of('user', 'email')],
  export_id: [of('export')],
  'deletePersonalExport.export_id': [of('personal export')],
  filename: [of('file')],
  fragment: [of('fragment')],
  domain: [of('domain')],
  emoji_name: [of('emoji')],
  emoji_code: [of('emoji')],
  group_ids: [of('group')],
  user_group_id: [of('group')],
  members: [of('user')],
  subgroups: [of('group')],
  add_subgroups: [of('group')],
  delete_subgroups: [of('group')],
  'updateUserGroupMembers.add': [of('user')],
  'updateUserGroupMembers.delete': [of('user')],
  'updateUserGroupSubgroups.add': [of('group')],
  'updateUserGroupSubgroups.delete': [of('group')],
  'updateSubscriptions.delete': [of('channel name')],
  'unsubscribe.subscriptions': [of('channel name')],
  invite_id: [of('invite')],
  'revokeMultiuseInvite.invite_id': [of('link')],
  message_id: [of('message')],
  message_ids: [of('message')],
  msg_ids: [of('message')],
  'updateMessageFlags.messages': [of('message')],
  muted_user_id: [of('user')],
  narrow: NARROWS,
  playground_id: [of('playground')],
  principals: [of('user', 'email')],
  subscribers: [of('user')],
  queue_id: [of('queue')],
  reminder_id: [of('reminder')],
  saved_snippet_id: [of('snippet')],
  scheduled_message_id: [of('scheduled message')],
  sender_id: [of('user')],
  session_id: [of('session')],
  stream: [of('channel name')],
  stream_id: [of('channel')],
  stream_ids: [of('channel')],
  subscription_data: [
    { kinds: ['channel'], form: (stream_id) => [{ stream_id, property: 'pin_to_top', value: true }] },
  ],
  target_users: [{ kinds: ['user'], form: (id) => ({ user_ids: [id] }) }],
  to: RECIPIENTS,
  'setTypingStatus.to': [{ kinds: ['user', 'email'], form: (value) => [value], beside: { type: 'direct' } }],
  'setTypingStatus.stream_id': [{ kinds: ['channel'], beside: { type: 'channel', topic: 'x', to: undefined } }],
  token: [of('token')],
  token_id: [of('access token')],
  group_id: [of('group')],
  user_id: [of('user')],
  user_ids: [of('user')],
  username: [of('email')],

  'updateSettings.email': [of('email')],
};

/** The same, for those that name nothing hidden. */
const NOTHING_HIDDEN: ReadonlySet<string> = new Set([
  // What the call makes; a name that is taken is refused.
  'createUser.email',
  'updateUser.new_email',
  'updateUserByEmail.new_email',
  'addNavigationView.fragment',
  'createRealmDomain.domain',
  'uploadCustomEmoji.emoji_name',
  'addFcmToken.token',
  'addApnsToken.token',
  'subscribe.subscriptions',
  'updateSubscriptions.add',
  // A place among the messages.
  'anchor',
  'anchor_date',
  // On development servers everybody may sign in as anybody.
  'devFetchApiKey.username',
  // No names of things.
  'default_avatar_source',
  'email_address_visibility',
  'email_notifications_batching_period_seconds',
  'idle_queue_timeout',
  'jwtFetchApiKey.token',
  'last_event_id',
  'last_update_id',
  'left_side_userlist',
  'local_id',
  'move_messages_within_stream_limit_seconds',
  'new_user_input',
  'passkey_id',
  'push_key_id',
  'realm_id_str',
  'realm_name_in_email_notifications_policy',
  'removeApnsToken.token',
  'sendMessage.queue_id',
  'string_id',
  'token_kind',
  'use_for_user_matching',
  'user_list_style',
  'web_stream_unreads_count_display_policy',
]);

/** What parameters that name something are called, and settings that are groups of people or a channel. */
const NAMING =
  /(^|_)(ids?|stream|token|user|users|email|principals|subscribers|subscriptions|members|subgroups|anchor|narrow|fragment|domain|filename|drafts?|to)(_|$)/;
const GROUP_SETTING = /_group$|^can_create_groups$|^can_manage_all_groups$/;
const CHANNEL_SETTING = /_(stream|channel)_id$/;

const isFlag = (schema: z.ZodType) => schema.safeParse(true).success;

function groupUses({ method }: Endpoint): NamedUse[] {
  const form = (value: unknown) => (method === 'PATCH' ? { new: value } : value);
  return [
    { kinds: ['group'], form },
    { kinds: ['group'], form: (id) => form({ direct_members: [], direct_subgroups: [id] }) },
    { kinds: ['user'], form: (id) => form({ direct_members: [id], direct_subgroups: [] }) },
  ];
}

function usesOf(name: string, endpoint: Endpoint, parameter: string, schema: z.ZodType): readonly NamedUse[] | null {
  const full = `${name}.${parameter}`;
  if (NOTHING_HIDDEN.has(full)) return [];
  const named = NAMES[full] ?? NAMES[parameter];
  if (named !== undefined) return named;
  if (NOTHING_HIDDEN.has(parameter)) return [];
  if (GROUP_SETTING.test(parameter)) return groupUses(endpoint);
  if (CHANNEL_SETTING.test(parameter)) return [of('channel')];
  const naming = NAMING.test(parameter) || pathParameters(endpoint.path).includes(parameter);
  return naming && !isFlag(schema) ? null : [];
}

export interface NamingParameter {
  readonly name: keyof typeof endpoints;
  readonly endpoint: Endpoint;
  readonly parameter: string;
  readonly schema: z.ZodType;
  /** Empty if it names nothing hidden, null if nobody said what it names. */
  readonly uses: readonly NamedUse[] | null;
}

/** All parameters of all endpoints. */
export function namingParameters(): NamingParameter[] {
  return (Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]).flatMap(([name, endpoint]) =>
    Object.entries(endpoint.params.shape as Record<string, z.ZodType>).map(([parameter, schema]) => ({
      name,
      endpoint,
      parameter,
      schema,
      uses: usesOf(name, endpoint, parameter, schema),
    })),
  );
}

/** Parameters classified here that no endpoint has. */
export function unknownNames(): string[] {
  const known = new Set(namingParameters().flatMap(({ name, parameter }) => [parameter, `${name}.${parameter}`]));
  return [...Object.keys(NAMES), ...NOTHING_HIDDEN].filter((name) => !known.has(name));
}
