// A small handmade export of the reference server, with its oddities.
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** A red square of 2 by 2 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

const T = 1_600_000_000;
const PLACE = { ada: 101, ben: 102, cleo: 103, general: 201, board: 202, trio: 301, pair: 302 };

interface ZulipTables {
  realm: Record<string, unknown>;
  messages: Record<string, unknown>;
  attachment: Record<string, unknown>;
}

const message = (id: number, sender: number, recipient: number, subject: string, content: string, more = {}) => ({
  id,
  sender,
  recipient,
  realm: 1,
  subject,
  content,
  rendered_content: '<script>alert(1)</script>',
  date_sent: T + id * 10.5,
  edit_history: null,
  ...more,
});
const flags = (user_profile: number, of: number, flags_mask: number) => ({
  user_profile,
  message: of,
  flags_mask,
});
const subscription = (user_profile: number, recipient: number, active = true) => ({
  user_profile,
  recipient,
  active,
  is_muted: false,
  pin_to_top: recipient === PLACE.general,
  color: '#aabbcc',
});
const audit = (event_type: number, modified_user: number, modified_stream: number, event_last_message_id: number) => ({
  event_type,
  modified_user,
  modified_stream,
  event_last_message_id,
});
const person = (id: number, full_name: string, role: number, more = {}) => ({
  id,
  email: `user${id}@zulip.example`,
  delivery_email: `${full_name.split(' ')[0]!.toLowerCase()}@club.example`,
  full_name,
  role,
  is_active: true,
  is_bot: false,
  date_joined: T - 1000,
  timezone: '',
  ...more,
});

const realmTables = () => ({
  zerver_realm: [{ id: 1, name: 'Old Club', description: 'As it was', date_created: T - 5000.5 }],
  zerver_userprofile: [
    person(1, 'Ada Old', 100, { timezone: 'Europe/Berlin' }),
    person(2, 'Ben Old', 400),
    person(3, 'Cleo Old', 600, { delivery_email: '' }),
    person(4, 'Herald', 400, { is_bot: true, bot_owner: 1, delivery_email: 'herald@club.example' }),
  ],
  zerver_userprofile_mirrordummy: [],
  zerver_userprofile_crossrealm: [
    { id: 90, email: 'notification-bot@zulip.com' },
    { id: 91, email: 'welcome-bot@zulip.com' },
  ],
  zerver_stream: [
    stream(11, 'general', {}),
    stream(12, 'board', { invite_only: true, history_public_to_subscribers: false, creator: 1 }),
  ],
  zerver_defaultstream: [{ stream: 11 }],
  zerver_recipient: [
    { id: PLACE.ada, type: 1, type_id: 1 },
    { id: PLACE.ben, type: 1, type_id: 2 },
    { id: PLACE.cleo, type: 1, type_id: 3 },
    { id: PLACE.general, type: 2, type_id: 11 },
    { id: PLACE.board, type: 2, type_id: 12 },
    { id: PLACE.trio, type: 3, type_id: 1 },
    { id: PLACE.pair, type: 3, type_id: 2 },
  ],
  zerver_subscription: [
    subscription(1, PLACE.general),
    subscription(2, PLACE.general),
    subscription(1, PLACE.board),
    subscription(2, PLACE.board),
    ...[1, 2, 3].map((user) => subscription(user, PLACE.trio)),
    ...[1, 2].map((user) => subscription(user, PLACE.pair)),
  ],
  zerver_realmauditlog: [
    audit(301, 1, 11, 0),
    audit(301, 2, 11, 0),
    audit(301, 1, 12, 0),
    audit(301, 2, 12, 11),
    audit(303, 2, 12, 12),
    audit(302, 2, 12, 13),
  ],
  zerver_namedusergroup: [
    { usergroup_ptr: 31, name: 'role:administrators', is_system_group: true },
    { usergroup_ptr: 32, name: 'crew', description: 'Those who do it', is_system_group: false },
  ],
  zerver_usergroupmembership: [{ user_group: 32, user_profile: 2 }],
  zerver_groupgroupmembership: [],
  zerver_realmemoji: [
    { id: 41, author: 1, name: 'tick', file_name: 'old.png', deactivated: true },
    { id: 42, author: 1, name: 'tick', file_name: 'new.png', deactivated: false },
  ],
  zerver_reaction: [
    { user_profile: 2, message: 10, emoji_name: 'tick', emoji_code: '42', reaction_type: 'realm_emoji' },
    { user_profile: 1, message: 10, emoji_name: 'wave', emoji_code: '1f44b', reaction_type: 'unicode_emoji' },
  ],
  zerver_alertword: [{ id: 1, user_profile: 1, word: 'pumpkin' }],
});

const messageTables = () => ({
  zerver_message: [
    message(10, 1, PLACE.general, 'Plans', 'Hello @**Ben Old|2**, see #**general** :tick:'),
    message(11, 1, PLACE.board, 'secret', 'before Ben'),
    // Dates need not rise with ids.
    message(12, 1, PLACE.board, 'secret', 'with Ben', { date_sent: T }),
    message(13, 1, PLACE.board, 'secret', 'after Ben'),
    message(14, 2, PLACE.general, 'plans', 'The picture: [one](/user_uploads/1/aa/random/picture.png)'),
    message(15, 2, PLACE.general, '', 'no topic, and [back](#narrow/channel/11-general/topic/Plans/near/10)', {
      edit_history: JSON.stringify([
        { user_id: 2, timestamp: T + 500, prev_topic: 'misc', topic: '' },
        { user_id: 2, timestamp: T + 400, prev_content: 'was this', prev_rendered_content: '<p>x</p>' },
      ]),
    }),
    message(16, 2, PLACE.ada, '', 'to Ada'),
    message(17, 1, PLACE.pair, '', 'back to Ben, in a group of two'),
    message(18, 3, PLACE.trio, '', 'the three of us'),
    message(19, 90, PLACE.general, 'Plans', '@_**Ada Old|1** has marked this topic as resolved.'),
    message(20, 77, PLACE.general, 'Plans', 'from elsewhere'),
    message(21, 2, PLACE.ben, '', 'note to self'),
  ],
  zerver_usermessage: [
    flags(1, 10, 1),
    flags(2, 10, 8),
    flags(1, 12, 1),
    flags(2, 12, 1 | 2),
    flags(1, 14, 0),
    flags(2, 14, 1),
    flags(1, 15, 1),
    flags(1, 16, 2048),
    flags(2, 17, 2048 | 1),
    flags(1, 18, 2048),
    flags(2, 18, 2048),
    flags(1, 19, 1),
    flags(2, 19, 0),
  ],
});

const attachmentTables = () => ({
  zerver_attachment: [
    {
      id: 51,
      file_name: 'picture.png',
      path_id: '1/aa/random/picture.png',
      owner: 2,
      create_time: T,
      content_type: 'image/png',
      messages: [14],
    },
  ],
});

/**
 * Ada owns it, Ben is a member, Cleo has no address. #general is public; #board is private and hides its history: Ben was
 * there for the message 12, and again after 13.
 */
export const zulipTables = (): ZulipTables => ({
  realm: realmTables(),
  messages: messageTables(),
  attachment: attachmentTables(),
});

function stream(id: number, name: string, more: Record<string, unknown>) {
  return {
    id,
    name,
    description: `About ${name}`,
    date_created: T - 900,
    creator: null,
    deactivated: false,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    can_send_message_group: 35,
    ...more,
  };
}

/** The files of an archive, by path below one folder. */
export function zulipFiles({ realm, messages, attachment }: ZulipTables): [string, Buffer | string][] {
  const json = (value: unknown) => JSON.stringify(value, null, 4);
  return [
    ['export/realm.json', json(realm)],
    ['export/messages-000001.json', json(messages)],
    ['export/attachment.json', json(attachment)],
    ['export/uploads/1/aa/random/picture.png', PICTURE],
    ['export/avatars/records.json', json([{ user_profile_id: 1, path: '1/abc.original' }])],
    ['export/avatars/1/abc.original', PICTURE],
    [
      'export/emoji/records.json',
      json(['old.png', 'new.png'].map((name) => ({ path: `1/emoji/images/${name}`, name: 'tick', file_name: name }))),
    ],
    ['export/emoji/1/emoji/images/old.png', PICTURE],
    ['export/emoji/1/emoji/images/new.png', PICTURE],
  ];
}

export async function tarOf(files: readonly (readonly [string, Buffer | string])[]): Promise<Buffer> {
  return Buffer.from(
    await packTar(
      files.map(([name, body]) => ({
        header: { name, type: 'file' as const, size: Buffer.byteLength(body) },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })),
    ),
  );
}

export const zulipArchive = async (tables = zulipTables()): Promise<Buffer> =>
  gzipSync(await tarOf(zulipFiles(tables)));
