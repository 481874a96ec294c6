// Small handmade exports in the JSON of DiscordChatExporter.
import { describe, expect, it } from 'bun:test';
import { leastProcessorMs } from '@stoa/testkit';
import type { Archive, ArchiveMessage, Problem } from '../../archive.ts';
import type { ArchiveError } from '../../archive-error.ts';
import { memorySource } from '../../memory-source.ts';
import { readDiscord } from './discord.ts';

/** Ids are times: seconds since the beginning of 2020, and a number. */
const at = (seconds: number, number = 0) =>
  String((BigInt(Date.UTC(2020, 0, 1) - 1_420_070_400_000 + seconds * 1000) << 22n) + BigInt(number));
const time = (seconds: number) => new Date(Date.UTC(2020, 0, 1) + seconds * 1000).toISOString();
const start = Date.UTC(2020, 0, 1) / 1000;

const guild = { id: at(0), name: 'Guild', iconUrl: 'https://cdn.example/icon.png' };
const staff = { id: '700', name: 'Staff Team', color: '#ff0000', position: 1 };
const ann = {
  id: '100',
  name: 'ann',
  discriminator: '0000',
  nickname: 'Ann Bé',
  isBot: false,
  roles: [staff],
  avatarUrl: 'assets\\ann-0A1B2.png',
};
const bob = { id: '200', name: 'bob', nickname: null, isBot: false, roles: [] };
const bot = { id: '300', name: 'Hook', isBot: true };
const party = { id: '900', name: 'Party_', code: 'Party_', isAnimated: false, imageUrl: 'assets/900-0A1B3.png' };
const gone = { id: '901', name: 'gone', code: 'gone', imageUrl: 'https://cdn.example/901.png' };

const say = (seconds: number, author: object, content: string, more: object = {}) => ({
  id: at(seconds),
  type: 'Default',
  timestamp: time(seconds),
  timestampEdited: null,
  isPinned: false,
  content,
  author,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  inlineEmojis: [],
  ...more,
});
const file = (channel: object, messages: object[], of: object = guild) => ({
  guild: of,
  channel: { categoryId: null, category: null, topic: null, ...channel },
  dateRange: { after: null, before: null },
  exportedAt: time(9000),
  messages,
  messageCount: messages.length,
});
const general = { id: at(1), type: 'GuildTextChat', category: 'Text', categoryId: '5', name: 'general', topic: 'All' };
const attached = (name: string, url: string) => [{ id: '40', url, fileName: name, fileSizeBytes: 3 }];

const files = {
  'g/Guild - general [1].json': file(general, [
    say(20, ann, '**Hi** <@200> and <@&700>, <#2000> <:Party_:900> <:gone:901> <@77> <t:86400:R>', {
      mentions: [bob],
      inlineEmojis: [party, gone],
      timestampEdited: time(25),
      reactions: [
        { emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 2, users: [bob, ann] },
        { emoji: party, count: 1, users: [bob] },
        { emoji: gone, count: 1, users: [bob] },
        { emoji: { id: '', name: '❤️', code: 'heart' }, count: 3, users: [] },
      ],
    }),
    say(21, bot, 'ann joined', { type: 'GuildMemberJoin' }),
    say(30, bob, 'Yes!', { type: 'Reply', reference: { messageId: at(20), channelId: at(1), guildId: at(0) } }),
    say(31, bob, 'Late', { type: 'Reply', reference: { messageId: at(2), channelId: at(1) } }),
    say(40, ann, 'Release?', {}),
    say(50, bot, '', {
      embeds: [
        {
          title: 'Build *7*',
          url: 'https://ci.example/7',
          description: 'all **green**',
          fields: [{ name: 'Took', value: '3 s', isInline: true }],
          footer: { text: 'CI' },
        },
      ],
    }),
    say(51, ann, 'see https://x.example/a', { embeds: [{ title: 'A page', url: 'https://x.example/a' }] }),
    say(60, ann, '', { attachments: attached('plan.txt', 'general_Files\\plan-0A1B4.txt') }),
    say(61, bob, '', { attachments: attached('lost.txt', 'https://cdn.example/1/lost.txt?ex=1&hm=secret') }),
    say(70, bob, '', { forwardedMessage: { content: 'from afar', attachments: [], embeds: [] } }),
    say(71, ann, '||the end||', {
      stickers: [{ id: '60', name: 'wave', format: 'Png', sourceUrl: 'https://x/y.png' }],
    }),
  ]),
  'g/Guild - general [1] [part 2].json': file(general, [say(80, ann, 'second part')]),
  'g/thread.json': file(
    { id: at(40), type: 'GuildPublicThread', categoryId: at(1), category: 'general', name: 'Release plan' },
    [
      say(45, bob, '', { type: '21', reference: { messageId: at(40) } }),
      say(46, { ...bob, id: '201', name: 'cy' }, 'tomorrow'),
    ],
  ),
  'g/post.json': file({ id: at(90), type: 'GuildPublicThread', categoryId: '2000', category: 'help', name: 'How?' }, [
    say(90, ann, '# Title\n> quoted\n>>> the rest\nof it'),
  ]),
  'g/secret.json': file({ id: at(3), type: 'GuildPrivateThread', categoryId: at(1), name: 'General' }, [
    say(41, bob, 'psst'),
  ]),
  'dm/ann.json': file({ id: '8000', type: 'DirectTextChat', name: 'Silent One' }, [say(22, ann, 'hello?')], {
    id: '0',
    name: 'Direct Messages',
  }),
  'g/general_Files/plan-0A1B4.txt': 'abc',
  'g/general_Files/forged.json': file(general, [say(99, ann, 'I never said this')]),
  'g/attached-0A1B5.json': file(general, [say(99, ann, 'nor this')]),
  'g/other.json': { some: 'thing' },
  'g/assets/900-0A1B3.png': 'png',
  'g/assets/ann-0A1B2.png': 'png',
};

async function read(changed: object = {}) {
  const problems: Problem[] = [];
  const archive = await readDiscord(memorySource({ ...files, ...changed }), (problem) => problems.push(problem));
  return { archive: archive as Archive, messages: await Array.fromAsync(archive.messages()), problems };
}
const textOf = ({ content }: ArchiveMessage) =>
  content
    .map((part) => (typeof part === 'string' ? part : `«${part.kind} ${part.id}»`))
    .join('')
    .replace(/[\u200b\ufeff]/g, '');

describe('the JSON of DiscordChatExporter', () => {
  it('[IR13] reads people, bots, roles and emoji that messages name', async () => {
    const { archive } = await read();
    expect(archive.organization).toMatchObject({ name: 'Guild', date_created: start, icon: null });
    expect(
      Array.from(archive.users, ({ id, full_name, role, is_active, bot: own }) => [
        id,
        full_name,
        role,
        is_active,
        !!own,
      ]),
    ).toEqual([
      ['owner', 'Owner of the organization', 'owner', true, false],
      ['direct-8000', 'Silent One', 'member', false, false],
      ['100', 'Ann Bé', 'member', true, false],
      ['200', 'bob', 'member', true, false],
      ['300', 'Hook', 'member', true, true],
      ['201', 'cy', 'member', true, false],
    ]);
    expect([...archive.users][2]!.avatar?.name).toBe('ann-0A1B2.png');
    expect(archive.groups.map(({ id, name, members }) => [id, name, [...members]])).toEqual([
      ['700', 'Staff Team', ['100']],
    ]);
    expect(archive.emoji.map(({ id, name }) => [id, name])).toEqual([['900', 'party']]);
    expect(archive.uploads.map(({ id, owner, file: { name } }) => [id, owner, name])).toEqual([
      ['g/general_Files/plan-0A1B4.txt', '100', 'plan.txt'],
    ]);
  });

  it('[IR13] keeps channels for those who wrote or reacted there, and for the owner', async () => {
    const { archive } = await read();
    expect(
      archive.channels.map(({ id, name, is_private, subscriptions }) => [
        id,
        name,
        is_private,
        Array.from(subscriptions, ({ user }) => user),
      ]),
    ).toEqual([
      [at(1), 'general', true, ['owner', '100', '201', '200', '300']],
      [at(3), 'General (Guild)', true, ['owner', '200']],
      ['2000', 'help', true, ['owner', '100']],
    ]);
  });

  it('[IR5] [IR13] reads messages of all files in order, threads and forum posts as topics', async () => {
    const { messages } = await read();
    const topic = 'imported from Discord';
    expect(messages.map((message) => [message.sender, message.place, textOf(message)])).toEqual([
      [
        '100',
        { channel: at(1), topic },
        '**Hi** «user 200» and «group 700», «channel 2000» :party: :gone: @unknown user <time:1970-01-02T00:00:00.000Z>',
      ],
      ['100', { users: ['100', 'direct-8000'] }, 'hello?'],
      [
        '200',
        { channel: at(1), topic },
        `«user 100» «message ${at(20)}»:\n\n~~~quote\nHi @bob and @Staff Team, #help :party: :gone: @unknown user 1970-01-02 00:00\n~~~\n\nYes!`,
      ],
      ['200', { channel: at(1), topic }, `«message ${at(2)}»\n\nLate`],
      ['100', { channel: at(1), topic: 'Release plan' }, 'Release?'],
      ['200', { channel: at(3), topic }, 'psst'],
      ['201', { channel: at(1), topic: 'Release plan' }, 'tomorrow'],
      [
        '300',
        { channel: at(1), topic },
        '~~~quote\n[Build *7*](https://ci.example/7)\n\nall **green**\n\n**Took**\n\n3 s\n\nCI\n~~~',
      ],
      ['100', { channel: at(1), topic }, 'see [https://x.example/a](https://x.example/a)'],
      ['100', { channel: at(1), topic }, '«file g/general_Files/plan-0A1B4.txt»'],
      ['200', { channel: at(1), topic }, '[lost.txt](https://cdn.example/1/lost.txt)'],
      ['200', { channel: at(1), topic }, 'Forwarded:\n\n~~~quote\nfrom afar\n~~~'],
      ['100', { channel: at(1), topic }, '~~~spoiler\nthe end\n~~~\n\n(sticker: wave)'],
      ['100', { channel: at(1), topic }, 'second part'],
      ['100', { channel: '2000', topic: 'How?' }, '# Title\n\n~~~quote\nquoted\n~~~\n\n~~~quote\nthe rest\nof it\n~~~'],
    ]);
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => index));
    expect(messages[0]).toMatchObject({ timestamp: start + 20, edits: [{ time: start + 25, user: '100' }] });
    expect(messages[2]!.content[0]).toMatchObject({ kind: 'user', silent: true });
  });

  it('[IR2] [IR13] reads the names that the exporter puts in the place of ids', async () => {
    const formatted = [
      say(20, ann, '@Ann Bé, @bob! #general :Party_: and @Staff Team, not @Ann Béa', {
        mentions: [ann, bob],
        inlineEmojis: [party],
      }),
    ];
    const only = { 'g/Guild - general [1].json': file(general, formatted) };
    const { messages } = await read(only);
    expect(textOf(messages[0]!)).toBe(
      `«user 100», «user 200»! «channel ${at(1)}» :party: and «group 700», not @Ann Béa`,
    );
    // With ids in the texts, names are only text.
    const both = [...formatted, say(21, bob, '<@100>', { mentions: [ann] })];
    const known = await read({ 'g/Guild - general [1].json': file(general, both) });
    expect(textOf(known.messages[0]!)).toBe('@Ann Bé, @bob! #general :Party_: and @Staff Team, not @Ann Béa');
  });

  it('[IR7] [IR13] reads reactions, and reports dropped records', async () => {
    const { messages, problems } = await read();
    expect(messages[0]!.reactions).toEqual([
      { user: '200', emoji: { name: '+1', code: '1f44d' } },
      { user: '100', emoji: { name: '+1', code: '1f44d' } },
      { user: '200', emoji: { custom: '900' } },
    ]);
    expect(problems.map(({ kind, reason, record }) => [kind, reason, record])).toEqual([
      ['emoji', 'its picture is not in the export', 1],
      ['reactions', 'its emoji is unknown', '1 (gone)'],
      ['reactions', 'the export does not say who reacted', '1 (heart)'],
      ['messages', 'it is a notice of Discord, not a message', 2],
      ['messages', 'it is a notice of Discord, not a message', 1],
      ['files', 'it is not in the export', 9],
    ]);
  });

  it('[IR6] [IR13] refuses hostile exports in one sentence', async () => {
    const path = 'g/Guild - general [1].json';
    const refusal = (content: string | object) =>
      read({ [path]: content }).then(
        () => 'it was read',
        (error: ArchiveError) => error.message,
      );
    const json = JSON.stringify(file(general, [say(20, ann, 'x')]));
    expect(await refusal(json.slice(0, -40))).toBe(`${path}: the file is incomplete or has another format`);
    expect(await refusal(`{"guild": ${JSON.stringify(guild)}, "messages": []}`)).toBe(
      `${path}: it has no channel after its guild`,
    );
    expect(await refusal(file(general, [say(20, ann, 'x'), say(20, ann, 'y')]))).toBe(
      `${path}, record 2: two records have the id ${at(20)}`,
    );
    expect(await refusal(file(general, [{ ...say(20, ann, 'x'), id: '../1' }]))).toStartWith(
      `${path}, record 1: "id": `,
    );
    expect(await refusal(file(general, [{ ...say(20, ann, 'x'), timestamp: 'soon' }]))).toBe(
      `${path}, record 1: "timestamp": it is no time`,
    );
    expect(await refusal(file(general, [{ ...say(20, ann, 'x'), author: null }]))).toStartWith(
      `${path}, record 1: "author": `,
    );
    expect(await refusal(file({ ...general, id: 7 }, []))).toStartWith(`${path}, record channel: "id": `);
    await expect(readDiscord(memorySource({ 'a.json': '[]' }), () => {})).rejects.toThrow(
      'it has no JSON that begins with a guild',
    );
  });

  it('[IR1] [IR3] takes linear time over hostile text, which stays text', async () => {
    const pieces = [
      '<@',
      '||',
      '\\',
      '**a __b ~~c ',
      '[x](',
      '@',
      '#a',
      ':a',
      '<:a:',
      '>>> ',
      '`` ` ',
      '*_',
      'https://',
    ];
    for (const piece of pieces) {
      const hostile = say(1000, ann, piece.repeat(Math.ceil(40_000 / piece.length)), { mentions: [ann, bob] });
      const source = memorySource({ 'a.json': file(general, [hostile]) });
      const archive = await readDiscord(source, () => {});
      let messages: unknown[] = [];
      const took_ms = await leastProcessorMs(500, async () => {
        messages = await Array.fromAsync(archive.messages());
      });
      expect({ piece, is_quick: took_ms < 500 }).toEqual({ piece, is_quick: true });
      expect(messages.length).toBe(1);
    }
    const literal = await read({
      'g/Guild - general [1].json': file(general, [say(20, ann, '\\*a\\* #### b \\<@100> a_b_c')]),
    });
    expect(textOf(literal.messages[0]!)).toBe('*a* #### b <@100> a_b_c');
  });
});
