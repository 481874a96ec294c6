// One small archive of every other chat, for tests: its records have all fields that are read.

import { zulipFiles, zulipTables } from './zulip-archive.ts';

/** A file of records; `encode` writes it again after they have been changed. */
export interface ChatFile {
  readonly path: string;
  readonly records: readonly unknown[];
  readonly encode: (records: readonly unknown[]) => string | Uint8Array | object;
}

export interface ChatArchive {
  readonly files: readonly ChatFile[];
  readonly others: Readonly<Record<string, string | Uint8Array>>;
}

const json = (path: string, ...records: unknown[]): ChatFile => ({
  path,
  records,
  encode: (all) => JSON.stringify(all),
});

const profile = { real_name: 'Ada', display_name: 'ada', email: 'ada@chat.example', bot_id: 'B1' };
const slack: ChatArchive = {
  files: [
    json('users.json', {
      ...{ id: 'U1', name: 'ada', real_name: 'Ada', tz: 'UTC', deleted: false, is_bot: false, profile },
      ...{ is_owner: true, is_primary_owner: true, is_admin: true, is_restricted: false, is_ultra_restricted: false },
    }),
    json('channels.json', {
      ...{ id: 'C1', name: 'general', created: 1_500_000_000, creator: 'U1', members: ['U1'], is_archived: false },
      ...{ is_general: true, purpose: { value: 'x' }, topic: { value: 'y' } },
    }),
    json(
      'general/2020-01-01.json',
      {
        ...{ type: 'message', subtype: 'me_message', hidden: false, ts: '1577836800.000100', user: 'U1' },
        ...{ thread_ts: '1577836800.000100', reply_count: 1, text: 'hello <@U1>', blocks: [] },
        edited: { user: 'U1', ts: '1577836801.000000' },
        reactions: [{ name: 'tada', users: ['U1'] }],
        files: [
          {
            ...{ id: 'F12345', name: 'a.txt', title: 'a', mimetype: 'text/plain', user: 'U1', created: 1_577_836_800 },
            ...{
              mode: 'hosted',
              url_private: 'https://x.example/a.txt',
              permalink: 'https://x.example/a',
              preview: 'a',
            },
          },
        ],
        attachments: [
          {
            ...{
              fallback: 'f',
              pretext: 'p',
              title: 't',
              title_link: 'https://x.example',
              author_name: 'n',
              text: 'y',
            },
            ...{ footer: 'z', image_url: 'https://x.example/i', from_url: '', original_url: '', is_msg_unfurl: false },
            fields: [{ title: 'a', value: 'b' }],
          },
        ],
      },
      {
        ...{
          type: 'message',
          subtype: 'bot_message',
          ts: '1577836802.000100',
          bot_id: 'B9',
          username: 'Hook',
          text: 'built',
        },
        bot_profile: { name: 'Hook' },
        user_profile: { real_name: 'Hook', display_name: 'hook', name: 'hook' },
      },
      {
        ...{ type: 'message', subtype: 'file_comment', ts: '1577836803.000100' },
        comment: { user: 'U1', comment: 'seen' },
        file: { id: 'F12345', name: 'a.txt' },
      },
    ),
    {
      path: 'emoji.json',
      records: [{ party: 'https://x.example/p.png', celebrate: 'alias:party' }],
      encode: ([all]) => JSON.stringify(all),
    },
  ],
  others: { '__uploads/F12345/a.txt': 'abc', 'emoji/party.png': 'png' },
};

const mattermost_post = {
  ...{ user: 'ada', message: 'hello', type: '', create_at: 1_577_836_800_000, edit_at: 1_577_836_900_000 },
  ...{ flagged_by: ['ada'], reactions: [{ user: 'ada', emoji_name: 'tick' }], attachments: [{ path: '2020/a.txt' }] },
};
const posted = {
  ...{ fallback: 'f', pretext: 'p', author_name: 'n', title: 't', title_link: 'https://x.example', text: 'y' },
  ...{ footer: 'z', image_url: 'https://x.example/i', fields: [{ title: 'a', value: 'b' }] },
};
const line = (type: string, value: unknown) => ({ type, [type]: value });
const mattermost: ChatArchive = {
  files: [
    {
      path: 'import.jsonl',
      records: [
        line('version', 1),
        line('team', { name: 't', display_name: 'Team', description: 'd' }),
        line('channel', {
          ...{ team: 't', name: 'town', display_name: 'Town', type: 'O', header: 'h', purpose: 'p', deleted_at: 0 },
        }),
        line('user', {
          ...{ username: 'ada', email: 'ada@chat.example', nickname: 'a', first_name: 'Ada', last_name: 'B' },
          ...{ roles: 'system_admin', delete_at: 0, profile_image: 'a.png' },
          timezone: { automaticTimezone: 'UTC', manualTimezone: 'UTC', useAutomaticTimezone: 'true' },
          teams: [{ name: 't', channels: [{ name: 'town', roles: 'channel_user' }] }],
        }),
        line('bot', { username: 'robot', display_name: 'Robot', owner: 'ada', delete_at: 0 }),
        line('emoji', { name: 'tick', image: 'emoji.png' }),
        line('direct_channel', { members: ['ada'], participants: [{ username: 'robot' }] }),
        line('post', {
          ...mattermost_post,
          ...{ team: 't', channel: 'town', props: { attachments: [posted] } },
          replies: [mattermost_post],
        }),
        line('direct_post', { ...mattermost_post, channel_members: ['ada', 'robot'], replies: [] }),
      ],
      encode: (all) => all.map((each) => JSON.stringify(each)).join('\n'),
    },
  ],
  others: { 'data/2020/a.txt': 'abc', 'data/emoji.png': 'png', 'data/a.png': 'png' },
};

/** A document as BSON. */
export type Serialize = (document: object) => Uint8Array;
const at = (seconds: number) => new Date(seconds * 1000);
const ada = { _id: 'A', username: 'ada', name: 'Ada' };
function rocketchat(serialize: Serialize): ChatArchive {
  const bson = (path: string, ...records: object[]): ChatFile => ({
    path,
    records,
    encode: (all) => Buffer.concat(all.map((each) => serialize(each as object))),
  });
  return {
    files: [
      bson('users.bson', {
        ...{ ...ada, type: 'user', active: true, roles: ['admin'], emails: [{ address: 'ada@chat.example' }] },
        ...{ createdAt: at(1), services: { password: { bcrypt: '$2b$10$hash' } }, __rooms: ['R'] },
      }),
      bson(
        'rocketchat_room.bson',
        {
          ...{ _id: 'R', t: 'c', name: 'general', fname: 'General', description: 'd', topic: 't', prid: '', ts: at(1) },
          ...{ archived: false, ro: false, default: true, u: ada, uids: ['A'], usernames: ['ada'] },
        },
        { _id: 'D', t: 'd', uids: ['A'], usernames: ['ada'] },
      ),
      bson('rocketchat_subscription.bson', { _id: 's', rid: 'R', u: ada }),
      bson('rocketchat_custom_emoji.bson', { _id: 'e', name: 'tick', aliases: ['tock'], extension: 'png' }),
      bson('rocketchat_uploads.bson', {
        ...{ _id: 'F', name: 'a.txt', type: 'text/plain', userId: 'A', store: 'GridFS:Uploads', uploadedAt: at(5) },
      }),
      bson('rocketchat_uploads.chunks.bson', { _id: 1, files_id: 'F', n: 0, data: Buffer.from('abc') }),
      bson('custom_emoji.chunks.bson', { _id: 1, files_id: 'tick.png', n: 0, data: Buffer.from('png') }),
      bson('rocketchat_avatars.bson', { _id: 'V', userId: 'A', name: 'a.png' }),
      bson('rocketchat_avatars.chunks.bson', { _id: 1, files_id: 'V', n: 0, data: Buffer.from('png') }),
      bson('rocketchat_message.bson', {
        ...{
          _id: 'm',
          rid: 'R',
          ts: at(10),
          msg: 'hello #general',
          t: '',
          _hidden: false,
          tmid: '',
          tcount: 1,
          u: ada,
        },
        ...{ editedAt: at(12), editedBy: { _id: 'A' }, starred: [{ _id: 'A' }] },
        reactions: { ':tick:': { usernames: ['ada'] } },
        ...{ file: { _id: 'F', name: 'a.txt' }, files: [{ _id: 'F', name: 'a.txt' }] },
        attachments: [
          {
            ...{
              title: 'a',
              description: 'b',
              text: 'c',
              author_name: 'ada',
              message_link: '',
              title_link: 'https://x',
            },
            image_url: 'https://x.example/i',
          },
        ],
        mentions: [ada],
        channels: [{ _id: 'R', name: 'general' }],
      }),
    ],
    others: {},
  };
}

const person = {
  ...{ id: '100', name: 'ada', nickname: 'Ada', isBot: false, avatarUrl: 'assets/a.png' },
  roles: [{ id: '700', name: 'Staff' }],
};
const party = { id: '900', name: 'party', code: 'party', imageUrl: 'assets/p.png' };
const attachment = { id: '40', url: 'assets/plan.txt', fileName: 'plan.txt' };
const sticker = { id: '60', name: 'wave', sourceUrl: 'assets/wave.png' };
const embed = {
  ...{ title: 't', url: 'https://x.example', description: 'd', author: { name: 'n' }, footer: { text: 'f' } },
  ...{ image: { url: 'https://x.example/i' }, fields: [{ name: 'a', value: 'b' }], inlineEmojis: [party] },
};
const parts = { content: 'hello', attachments: [attachment], embeds: [embed], stickers: [sticker] };
const discord: ChatArchive = {
  files: [
    {
      path: 'general.json',
      records: [
        {
          guild: { id: '100000000000000000', name: 'Guild', iconUrl: 'assets/i.png' },
          channel: {
            ...{ id: '100000000000000001', type: 'GuildTextChat', categoryId: '5', category: 'Text' },
            ...{ name: 'general', topic: 'All' },
          },
          messages: [
            {
              ...parts,
              ...{ id: '662000000000000000', type: 'Default', author: person, mentions: [person] },
              ...{ timestamp: '2020-01-01T00:00:00Z', timestampEdited: '2020-01-01T00:01:00Z' },
              ...{ reactions: [{ emoji: party, users: [person] }], inlineEmojis: [party] },
              ...{ reference: { messageId: '661000000000000000' }, forwardedMessage: parts },
            },
          ],
        },
      ],
      encode: ([all]) => JSON.stringify(all),
    },
  ],
  others: Object.fromEntries(
    ['a.png', 'p.png', 'i.png', 'plan.txt', 'wave.png'].map((name) => [`assets/${name}`, 'abc']),
  ),
};

/** Fields that the archive of the testkit leaves out, and tables that it doesn't have. */
const ZULIP_FIELDS: Readonly<Record<string, object>> = {
  zerver_userprofile: { bot_owner: null, password: 'x', is_mirror_dummy: false },
  zerver_stream: {
    ...{ creator: 1, deactivated: false, is_web_public: false, message_retention_days: 30, stream_post_policy: 1 },
    ...{ date_created: 1_500_000_000, can_administer_channel_group: 1 },
  },
  zerver_subscription: { email_notifications: true },
  zerver_namedusergroup: { id: 31, description: 'd' },
};
const ZULIP_TABLES: Readonly<Record<string, object[]>> = {
  zerver_savedsnippet: [{ user_profile: 1, title: 't', content: 'c', date_created: 1_500_000_000 }],
  zerver_usertopic: [
    { user_profile: 1, stream: 11, topic_name: 't', visibility_policy: 1, last_updated: 1_500_000_000 },
  ],
  zerver_muteduser: [{ user_profile: 1, muted_user: 2, date_muted: 1_500_000_000 }],
  zerver_realmfilter: [
    {
      ...{ pattern: '#(?P<id>[0-9]+)', url_template: 'https://x.example/{id}', order: 1, example_input: '#1' },
      ...{ reverse_template: null, alternative_url_templates: ['https://y.example/{id}'] },
    },
  ],
  zerver_realmplayground: [{ name: 'p', pygments_language: 'Python', url_template: 'https://x.example/{code}' }],
  zerver_customprofilefield: [
    {
      ...{ id: 1, name: 'Phone', hint: 'h', field_type: 1, field_data: '', order: 1, required: false },
      ...{ display_in_profile_summary: false, editable_by_user: true, use_for_user_matching: false },
    },
  ],
  zerver_customprofilefieldvalue: [{ user_profile: 1, field: 1, value: '7' }],
};

function zulip(): ChatArchive {
  const { realm, messages, attachment: attachments } = zulipTables();
  const more = Object.fromEntries(
    Object.entries(ZULIP_FIELDS).map(([table, fields]) => {
      const [first, ...others] = realm[table] as object[];
      return [table, [{ ...fields, ...first }, ...others]];
    }),
  );
  const tables = { realm: { ...realm, ...more, ...ZULIP_TABLES }, messages, attachment: attachments };
  const files = [
    ['export/realm.json', tables.realm],
    ['export/messages-000001.json', messages],
    ['export/attachment.json', attachments],
    [
      'export/avatars/records.json',
      [{ user_profile_id: 1, path: '1/abc.original', s3_path: 's', name: 'a', file_name: 'a' }],
    ],
  ] as const;
  const own = new Set<string>(files.map(([path]) => path));
  return {
    files: files.map(([path, value]) => ({ path, records: [value], encode: ([all]) => JSON.stringify(all) })),
    others: Object.fromEntries(
      zulipFiles({ realm, messages, attachment: attachments }).filter(([path]) => !own.has(path)),
    ),
  };
}

export const chatArchives = (serialize: Serialize): Readonly<Record<string, ChatArchive>> => ({
  zulip: zulip(),
  slack,
  mattermost,
  rocketchat: rocketchat(serialize),
  discord,
});

/** The files of an archive; `changed` replaces the records of one. */
export const chatFiles = (
  { files, others }: ChatArchive,
  changed?: { file: ChatFile; records: readonly unknown[] },
) => ({
  ...others,
  ...Object.fromEntries(
    files.map((file) => [file.path, file.encode(changed?.file === file ? changed.records : file.records)]),
  ),
});
