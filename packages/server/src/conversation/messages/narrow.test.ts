// Narrows through HTTP, operator by operator; narrow-model.test.ts covers combinations.
import { beforeAll, describe, expect, it } from 'bun:test';
import { ApiError, type ChannelId, type MessageId, type NarrowTerm } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';

/** Of `email_address_visibility`. */
const EVERYONE = 1;
const NOBODY = 4;

const { server, cast } = await serveTests();
let garden: ChannelId;

beforeAll(async () => {
  const { dara, eli, bela } = cast;
  const principals = [dara.user_id, eli.user_id, bela.user_id];
  await dara.subscribe({ subscriptions: [{ name: 'garden' }], principals });
  await dara.subscribe({ subscriptions: [{ name: 'shed' }], invite_only: true });
  garden = (await dara.getStreamId({ stream: 'garden' })).stream_id;
});

async function write(content: string, topic = 'paths', sender = cast.dara, to = 'garden'): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'channel', to, topic, content })).id;
}

type Pair = [string, string];
async function find(narrow: (NarrowTerm | Pair)[], reader: Person = cast.eli): Promise<MessageId[]> {
  const request = { anchor: 'oldest', num_before: 0, num_after: 500, narrow: narrow as NarrowTerm[] } as const;
  return (await reader.getMessages(request)).messages.map(({ id }) => id);
}
const term = (operator: string, operand: NarrowTerm['operand'], negated = false) => ({ operator, operand, negated });

async function refusal(narrow: (NarrowTerm | Pair)[], reader: Person = cast.eli): Promise<string> {
  const error = await find(narrow, reader).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  const { code, message, fields } = error as ApiError;
  expect([code, message]).toEqual(['BAD_NARROW', `Invalid narrow operator: ${fields.desc}`]);
  return fields.desc as string;
}

describe('terms', () => {
  it('[NA1] [NA2] [NA6] accept both forms, older names, ids and names, and negation in both', async () => {
    const { dara, eli } = cast;
    const id = await write('one', 'forms', eli);
    const same: (NarrowTerm | Pair)[][] = [
      [term('channel', garden), term('topic', 'FORMS')],
      [term('stream', 'Garden'), term('subject', 'forms')],
      [
        ['stream', 'garden'],
        ['topic', 'forms'],
      ],
      [
        ['channel', String(garden)],
        ['from', eli.email],
        ['subject', 'forms'],
      ],
      [term('topic', 'forms'), term('sender', eli.user_id)],
      [term('topic', 'forms'), ['-sender', dara.email]],
      [term('topic', 'forms'), term('sender', dara.user_id, true), term('near', id)],
      [term('id', id)],
      [
        ['id', String(id)],
        ['-topic', 'other'],
      ],
    ];
    for (const narrow of same) expect([narrow, await find(narrow)]).toEqual([narrow, [id]]);
    expect(await find([term('topic', 'forms'), ['-sender', eli.email]])).toEqual([]);
  });

  it('[NA3] use the empty topic for channels only', async () => {
    const { dara, eli } = cast;
    const id = await write('no topic', '');
    const direct = (await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'no topic' })).id;
    expect(await find([term('topic', '')])).toEqual([id]);
    expect(await find([term('topic', 'general chat')])).toEqual([id]);
    expect(await find([term('topic', '', true), term('search', '"no topic"')])).toEqual([direct]);
  });

  it('[NA5] match direct messages with exactly, among others, and in groups', async () => {
    const { ada, bela, dara, eli } = cast;
    const send = async (...people: Person[]) =>
      (await dara.sendMessage({ type: 'direct', to: people.map(({ user_id }) => user_id), content: 'x' })).id;
    const [direct, group, self, other] = [await send(bela), await send(bela, eli), await send(dara), await send(ada)];
    const cases: [NarrowTerm | Pair, MessageId[]][] = [
      [term('dm', [bela.user_id]), [direct]],
      [['pm-with', bela.email], [direct]],
      [['dm', `${bela.email}, ${eli.email},${dara.email}`], [group]],
      [term('dm', [bela.user_id, eli.user_id]), [group]],
      [term('dm', [dara.user_id]), [self]],
      [term('dm-including', bela.user_id), [direct, group]],
      [
        ['dm-including', bela.email],
        [direct, group],
      ],
      [term('group-pm-with', bela.user_id), [group]],
      [term('group_pm_with', bela.email), [group]],
      [['group_pm_with', String(bela.user_id)], [group]],
      [term('pm_with', [bela.user_id]), [direct]],
      [['pm_with', bela.email], [direct]],
      // An empty list names no conversation, not the one with oneself.
      [term('dm', []), []],
      [term('pm-with', []), []],
    ];
    for (const [narrow, expected] of cases) expect([narrow, await find([narrow], dara)]).toEqual([narrow, expected]);
    expect(
      await find([term('is', 'private'), term('dm-including', bela.user_id, true), term('id', other)], dara),
    ).toEqual([other]);
    expect(await find([term('is', 'dm', true), term('sender', dara.user_id), term('id', direct)], dara)).toEqual([]);
    expect(await find([term('dm-including', dara.user_id)], cast.chen)).toEqual([]);
    const all = [direct, group, self, other];
    const without: [NarrowTerm | Pair, MessageId[]][] = [
      [term('pm_with', [bela.user_id], true), [group, self, other]],
      [
        ['-pm_with', bela.email],
        [group, self, other],
      ],
      [
        ['-group_pm_with', bela.email],
        [direct, self, other],
      ],
      [term('dm', [], true), all],
    ];
    for (const [narrow, expected] of without) {
      const found = await find([narrow, term('is', 'dm'), term('sender', dara.user_id)], dara);
      expect([narrow, found.filter((id) => all.includes(id))]).toEqual([narrow, expected]);
    }
  });

  it('[NA9] match content of messages', async () => {
    const { eli } = cast;
    const here = term('topic', 'holding');
    const plain = await write('nothing', 'holding');
    const link = await write('https://example.com', 'holding');
    const image = await write('![x](https://example.com/x.png)', 'holding');
    const liked = await write('liked', 'holding');
    await eli.addReaction({ message_id: liked, emoji_name: 'tada' });
    await cast.dara.addReaction({ message_id: liked, emoji_name: 'tada' });
    for (const operand of ['link', 'links'])
      expect((await find([here, term('has', operand)])).slice(0, 1)).toEqual([link]);
    expect(await find([here, term('has', 'image')])).toEqual([image]);
    expect(await find([term('has', 'reactions'), here])).toEqual([liked]);
    expect(await find([here, term('has', 'reaction', true), term('has', 'link', true)])).toEqual([plain]);
    expect(await find([here, term('has', 'attachment')])).toEqual([]);
  });

  it('[NA7] match what concerns the reader, or somebody else', async () => {
    const { dara, eli, ada } = cast;
    const here = term('topic', 'calling');
    const mention = await write('@**Eli Member** look', 'calling');
    const all = await write('@**all** look', 'calling');
    const other = await write('@**Dara Member** look', 'calling', eli);
    await eli.addAlertWords({ alert_words: ['kumquat'] });
    const alert = await write('a kumquat', 'calling');
    expect(await find([term('is', 'mentioned'), here])).toEqual([mention, all]);
    expect(await find([term('is', 'mentioned'), here], dara)).toEqual([all, other]);
    // Among everyone who received it: Ada did not.
    expect(await find([term('is', 'mentioned'), term('channel', garden)], ada)).toEqual([]);
    expect(await find([term('is', 'mentioned', true), here])).toEqual([other, alert]);
    expect(await find([term('mentions', eli.user_id), term('channel', garden)], ada)).toEqual([mention]);
    expect(await find([['mentions', dara.email], here])).toEqual([other]);
    expect(await find([term('is', 'alerted')])).toEqual([alert]);
  });

  it('[NA10] match resolved topics', async () => {
    const open = await write('x', 'leak');
    const done = await write('x', '✔ leak');
    expect(await find([term('is', 'resolved')])).toEqual([done]);
    expect(await find([term('is', 'resolved', true), term('search', 'leak'), term('id', open)])).toEqual([open]);
  });

  it('[NA7] match what the reader has starred, received or not', async () => {
    const { ada, eli } = cast;
    const id = await write('a star', 'sky');
    for (const who of [ada, eli]) await who.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' });
    for (const who of [ada, eli]) expect(await find([term('is', 'starred')], who)).toEqual([id]);
    expect(await find([term('is', 'starred', true), term('topic', 'sky')])).toEqual([]);
    expect(await find([term('is', 'starred'), term('search', 'stars'), term('channel', garden)], ada)).toEqual([id]);
    expect(await find([term('is', 'starred'), term('search', 'moon')], ada)).toEqual([]);
    await eli.updateMessageFlags({ messages: [id], op: 'remove', flag: 'starred' });
    expect(await find([term('is', 'starred')])).toEqual([]);
    // Stars without access match nothing.
    await ada.subscribe({
      subscriptions: [{ name: 'attic' }],
      invite_only: true,
      principals: [eli.user_id, ada.user_id],
    });
    const inside = await write('inside', 'x', ada, 'attic');
    await eli.updateMessageFlags({ messages: [inside], op: 'add', flag: 'starred' });
    expect(await find([term('is', 'starred')])).toEqual([inside]);
    await eli.unsubscribe({ subscriptions: ['attic'] });
    expect(await find([term('is', 'starred')])).toEqual([]);
  });

  it('[NA16] match received and unread messages', async () => {
    const { eli } = cast;
    const here = term('topic', 'reading');
    const a = await write('a', 'reading');
    const own = await write('own', 'reading', eli);
    const b = await write('b', 'reading');
    expect(await find([term('is', 'unread'), here])).toEqual([a, b]);
    expect(await find([term('is', 'unread', true), here])).toEqual([own]);
    await eli.updateMessageFlags({ messages: [a], op: 'add', flag: 'read' });
    expect(await find([term('is', 'unread'), here])).toEqual([b]);
    expect(await find([term('is', 'unread'), here, term('search', 'b')])).toEqual([b]);
    const narrow = [here];
    const around = await eli.getMessages({ anchor: 'first_unread', num_before: 5, num_after: 0, narrow });
    expect([around.anchor, around.found_anchor]).toEqual([b, true]);
    // For somebody who was not subscribed nothing is unread.
    expect(await find([term('is', 'unread'), term('channel', garden), here], cast.ada)).toEqual([]);
  });

  it('[NA10] match followed and muted topics, muted channels, and what is in home', async () => {
    const { dara, eli } = cast;
    const principals = [dara.user_id, eli.user_id];
    await dara.subscribe({ subscriptions: [{ name: 'noise' }], principals });
    const noise = (await dara.getStreamId({ stream: 'noise' })).stream_id;
    const set = (stream_id: ChannelId, topic: string, visibility_policy: 1 | 2 | 3) =>
      eli.updateUserTopic({ stream_id, topic, visibility_policy });
    await eli.updateSubscriptionSettings({
      subscription_data: [{ stream_id: noise, property: 'is_muted', value: true }],
    });
    await set(garden, 'Weeds', 1);
    await set(garden, 'roses', 3);
    await set(noise, 'music', 2);
    await set(noise, 'din', 1);
    const ids: Record<string, MessageId> = {};
    for (const topic of ['weeds', 'roses', 'beds']) ids[topic] = await write('opinion', topic);
    for (const topic of ['music', 'din', 'chatter']) ids[topic] = await write('opinion', topic, dara, 'noise');
    const topics = async (...narrow: NarrowTerm[]) => {
      const found = await find([term('search', 'opinion'), ...narrow]);
      return Object.keys(ids).filter((topic) => found.includes(ids[topic]!));
    };
    expect(await topics(term('is', 'followed'))).toEqual(['roses']);
    expect(await topics(term('is', 'followed'), term('channel', noise))).toEqual([]);
    expect(await topics(term('is', 'followed', true), term('channel', garden))).toEqual(['weeds', 'beds']);
    expect(await topics(term('is', 'muted'))).toEqual(['weeds', 'din', 'chatter']);
    expect(await topics(term('is', 'muted', true))).toEqual(['roses', 'beds', 'music']);
    expect(await topics(term('in', 'home'))).toEqual(['roses', 'beds', 'music']);
    expect(await topics(term('in', 'home', true))).toEqual(['weeds', 'din', 'chatter']);
    expect(await topics(term('in', 'all'))).toEqual(Object.keys(ids));
    expect(await topics(term('in', 'all', true))).toEqual([]);
    // Naming a muted channel includes it.
    expect(await topics(term('in', 'home'), term('channel', noise))).toEqual(['music', 'chatter']);
  });

  it('[NA17] search received messages; with a term on a place or on stars, all readable ones', async () => {
    const { ada, eli } = cast;
    const here = term('topic', 'compost');
    const id = await write('before Ada came', 'compost');
    await ada.updateUserTopic({ stream_id: garden, topic: 'compost', visibility_policy: 3 });
    expect(await find([here, term('is', 'followed')], ada)).toEqual([]);
    expect(await find([term('channel', garden), term('is', 'followed')], ada)).toEqual([id]);
    expect(await find([term('channels', 'public'), here, term('is', 'followed')], ada)).toEqual([id]);
    expect(await find([term('is', 'followed', true), here], eli)).toEqual([id]);
    await ada.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' });
    expect(await find([here, term('is', 'followed'), term('is', 'starred')], ada)).toEqual([id]);
    const { messages } = await ada.getMessages({ message_ids: [id], narrow: [term('is', 'followed')] });
    expect(messages).toHaveLength(1);
    await ada.updateUserTopic({ stream_id: garden, topic: 'compost', visibility_policy: 0 });
  });

  it('[NA8] name a conversation by a message, or keep the one named if it is gone', async () => {
    const { ada, dara, eli } = cast;
    const a = await write('a', 'rooted');
    const b = await write('b', 'rooted');
    const hidden = await write('c', 'x', dara, 'shed');
    const direct = (await eli.sendMessage({ type: 'direct', to: [ada.user_id], content: 'x' })).id;
    expect(await find([term('with', a)])).toEqual([a, b]);
    expect(await find([term('channel', garden), term('topic', 'moved away'), term('with', b)])).toEqual([a, b]);
    expect(await find([term('topic', 'moved away'), ['with', String(a)], term('id', b)])).toEqual([b]);
    expect(await find([term('dm', [dara.user_id]), term('with', direct)])).toEqual([direct]);
    expect(await find([term('channel', garden), term('topic', 'rooted'), term('with', hidden)])).toEqual([a, b]);
    for (const id of [hidden, 999_999]) expect(await refusal([term('with', id)])).toBe("Invalid 'with' operator");
    expect(await refusal([term('channel', garden), term('with', hidden)])).toBe("Invalid 'with' operator");
    expect(await refusal([term('with', a, true)])).toBe("Invalid 'with' operator");
    expect(await refusal([term('with', a), term('with', b)])).toBe("Duplicate 'with' operators.");
  });
});

describe('refused terms', () => {
  it('[NA11] unknown ones are named in the error', async () => {
    const cases: [NarrowTerm | Pair, string][] = [
      [term('colour', 'red'), 'unknown operator colour'],
      [term('constructor', 'red'), 'unknown operator constructor'],
      [term('is', 'nice'), "unknown 'is' operand nice"],
      [term('has', 'toString'), "unknown 'has' operand toString"],
      [term('has', 'wings'), "unknown 'has' operand wings"],
      [term('in', 'bed'), "unknown 'in' operand bed"],
      [term('channels', 'all'), 'unknown channels operand all'],
      [term('channel', 'nowhere'), 'unknown channel nowhere'],
      [term('channel', 'shed'), 'unknown channel shed'],
      [term('sender', 'nobody@x'), 'unknown user nobody@x'],
      [term('sender', 999_999), 'unknown user 999999'],
      [term('mentions', true), 'unknown user true'],
      [term('dm', [999_999]), 'unknown user in 999999'],
      [term('dm-including', 'nobody@x'), 'unknown user nobody@x'],
      [term('id', 'x'), 'Invalid message ID'],
      [term('id', '0x1'), 'Invalid message ID'],
      [term('id', ' 1'), 'Invalid message ID'],
      [term('near', '1e1'), "Invalid 'near' operand"],
      [term('with', '+1'), "Invalid 'with' operator"],
      [term('id', [1]), 'Invalid message ID'],
      [term('dm', ''), 'unknown user in '],
      [term('pm_with', 'nobody@x'), 'unknown user in nobody@x'],
      [term('near', 'x'), "Invalid 'near' operand"],
      [term('with', 'x'), "Invalid 'with' operator"],
    ];
    for (const [narrow, desc] of cases) {
      expect([narrow, await refusal([narrow])]).toEqual([narrow, desc]);
      if (!Array.isArray(narrow) && narrow.operator !== 'with')
        expect(await refusal([{ ...narrow, negated: true }])).toBe(desc);
    }
  });

  it('[NA21] says by code why a narrow is refused, and of which term', async () => {
    const fieldsOf = async (narrow: NarrowTerm[]) => {
      const error = await find(narrow).catch((thrown) => thrown);
      const { desc, ...fields } = (error as ApiError).fields;
      return fields;
    };
    const cases: [NarrowTerm[], Record<string, unknown>][] = [
      [[term('channel', 'nowhere')], { reason: 'unknown_channel', operator: 'channel', operand: 'nowhere' }],
      [[term('sender', 999_999)], { reason: 'unknown_user', operand: '999999' }],
      [[term('dm', [999_999])], { reason: 'unknown_user', operand: '999999' }],
      [[term('color', 'red', true)], { reason: 'unknown_operator', operator: 'color' }],
      [[term('is', 'shiny')], { reason: 'unknown_operand', operator: 'is', operand: 'shiny' }],
      [[term('has', 'wings')], { reason: 'unknown_operand', operator: 'has', operand: 'wings' }],
      [[term('topic', 5)], { reason: 'unknown_operand', operator: 'topic', operand: '5' }],
      [[term('id', 'x')], { reason: 'invalid_id', operator: 'id', operand: 'x' }],
      [[term('with', 'x')], { reason: 'invalid_with', operator: 'with', operand: 'x' }],
      [[term('search', ' ')], { reason: 'search_empty' }],
      [[term('search', 'x'.repeat(1001))], { reason: 'search_too_long', limit: 1000 }],
      [[term('topic', 'a'), term('is', 'dm')], { reason: 'channel_and_direct' }],
    ];
    for (const [narrow, fields] of cases) expect([narrow, await fieldsOf(narrow)]).toEqual([narrow, fields]);
  });

  it('[NA19] [NA20] more than the maximum are refused, by each limit; duplicates count once', async () => {
    const { eli, dara } = cast;
    const id = await write('bounded', 'bounds');
    const here = term('topic', 'bounds');
    const repeated = Array.from({ length: 48 }, (_, n) => [
      ['-is', 'muted'] as Pair,
      n % 2 ? term('in', 'home') : ['-sender', n % 4 ? eli.email : String(eli.user_id)],
    ]).flat() as (NarrowTerm | Pair)[];
    expect(await find([here, ...repeated, ['stream', 'garden']])).toEqual([id]);
    expect(await find([here, ...repeated, term('is', 'muted')])).toEqual([]);
    const words = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`).join(' ');
    expect(await find([here, term('search', 'bounded '.repeat(110)), ['-search', words(150, 'w')]])).toEqual([id]);
    const beyond: [(NarrowTerm | Pair)[], RegExp][] = [
      [Array(101).fill(['is', 'muted']), /at most 100 terms/],
      [[here, ['search', words(101, 'a')], ['-search', words(101, 'b')]], /more than 200 words/],
      [
        [
          ['topic', 'x'.repeat(5000)],
          ['-topic', 'x'.repeat(5000)],
        ],
        /at most 10000 characters/,
      ],
      [[term('dm', Array(201).fill(dara.user_id))], /at most 200 values/],
      [[term('dm', Array(201).fill(dara.user_id).join(','))], /at most 200 values/],
    ];
    const range = { anchor: 'oldest', num_before: 0, num_after: 500 } as const;
    for (const [terms, bound] of beyond) {
      const narrow = terms as NarrowTerm[];
      const calls = [
        () => eli.getMessages({ ...range, narrow }),
        () => eli.matchesNarrow({ msg_ids: [id], narrow }),
        () => eli.updateMessageFlagsForNarrow({ ...range, narrow, op: 'add', flag: 'starred' }),
      ];
      for (const call of calls) {
        const error: ApiError = await call().then(
          () => expect.unreachable(),
          (thrown) => thrown,
        );
        expect([error.status, error.message]).toEqual([400, expect.stringMatching(bound)]);
      }
    }
    for (const narrow of [Array(101).fill(['is', 'dm']), [['topic', 'x'.repeat(10_000)]]] as Pair[][])
      await expect(eli.registerQueue({ narrow })).rejects.toThrow(/at most 100/);
  });

  it('[NA18] addresses hidden from the reader', async () => {
    const { bela, eli } = cast;
    await write('by whom', 'hidden', bela);
    const answers = (reader: Person, who: string) =>
      Promise.all(
        ['sender', 'dm', 'dm-including', 'group-pm-with', 'mentions'].map((operator) =>
          find([term(operator, who)], reader).catch(({ message }: ApiError) => message.replace(who, 'WHO')),
        ),
      );
    await bela.updateSettings({ email_address_visibility: NOBODY });
    expect(await answers(eli, bela.email)).toEqual(await answers(eli, 'nobody@x'));
    expect(await answers(eli, `user${bela.user_id}@127.0.0.1`)).toEqual(await answers(eli, String(bela.user_id)));
    expect(await answers(bela, bela.email)).toEqual(await answers(bela, String(bela.user_id)));
    await bela.updateSettings({ email_address_visibility: EVERYONE });
    expect(await answers(eli, bela.email)).toEqual(await answers(eli, String(bela.user_id)));
  });

  it('[NA4] ones that no message can match', async () => {
    const people = [term('dm', [1]), term('dm-including', 1), term('is', 'private')];
    const channels = [term('channel', garden), term('channels', 'public'), term('topic', 'x')];
    for (const a of people)
      for (const b of channels) {
        expect(await refusal([a, b])).toContain('No message can be both');
        expect(await find([a, { ...b, negated: true }])).toBeInstanceOf(Array);
      }
  });

  it('[NA12] [NA18] for spectators, all but those on web-public messages', async () => {
    const { ada } = cast;
    await ada.updateRealm({ enable_spectator_access: true });
    await cast.ada.updateStream({ stream_id: garden, is_web_public: true });
    const spectator = server.client() as Person;
    const open = term('channels', 'web-public');
    const id = await write('for all the world', 'world');
    expect(await find([open, term('search', 'world'), term('channel', garden)], spectator)).toEqual([id]);
    expect(await find([open, term('with', id), term('near', id), term('has', 'link', true)], spectator)).toEqual([id]);
    expect(await find([open, term('topic', 'world'), term('sender', cast.dara.user_id)], spectator)).toEqual([id]);
    expect(await refusal([open, term('sender', cast.dara.email)], spectator)).toBe(`unknown user ${cast.dara.email}`);
    const refused: NarrowTerm[][] = [
      [],
      [term('channel', garden)],
      [term('channels', 'public')],
      [term('channels', 'web-public', true)],
      [open, term('is', 'starred')],
      [open, term('in', 'home')],
      [open, term('dm', [1])],
      [open, term('mentions', 1)],
      [open, term('colour', 'red')],
    ];
    for (const narrow of refused) {
      const error = await find(narrow, spectator).catch((thrown) => thrown);
      expect([narrow, (error as ApiError).status]).toEqual([narrow, 401]);
    }
    expect(await refusal([open, term('channel', 'shed')], spectator)).toBe('unknown channel shed');
    // If the organization refuses spectators, saying so does not help.
    await ada.updateRealm({ enable_spectator_access: false });
    for (const request of [
      { narrow: [open], anchor: 'newest', num_before: 1, num_after: 0 },
      { narrow: [open], message_ids: [id] },
    ])
      expect((await spectator.getMessages(request).catch((thrown) => thrown)).status).toBe(401);
  });
});

describe('GET /messages/matches_narrow', () => {
  it('[NA13] returns the matching messages among those given, as HTML', async () => {
    const { dara, eli } = cast;
    const a = await write('**a** & b', '<wall>');
    const b = await write('b', 'floor');
    const hidden = await write('b', '<wall>', dara, 'shed');
    const msg_ids = [a, b, hidden, 999_999 as MessageId];
    const { messages } = await eli.matchesNarrow({ msg_ids, narrow: [term('topic', '<wall>')] });
    expect(messages).toEqual({
      [a]: { match_content: '<p><strong>a</strong> &amp; b</p>', match_subject: '&lt;wall&gt;' },
    });
    expect(Object.keys((await eli.matchesNarrow({ msg_ids, narrow: [] })).messages)).toEqual([String(a), String(b)]);
    const many = Array.from({ length: 5001 }, (_, n) => (n + 1) as MessageId);
    const refused = await eli.matchesNarrow({ msg_ids: many, narrow: [] }).catch((error: ApiError) => error.code);
    expect(refused).toBe('BAD_REQUEST');
    const senseless = eli.matchesNarrow({ msg_ids, narrow: [term('no such operator', 'x')] });
    expect(await senseless.catch((error: ApiError) => error.code)).toBe('BAD_NARROW');
  });
});

it('[NA15] queues accept flags and resolved topics too', async () => {
  const { dara, eli } = cast;
  const narrowed = async (...narrow: Pair[]) => {
    const queue = await eli.registerQueue({ event_types: ['message'], fetch_event_types: [], narrow });
    return async () => {
      const { queue_id } = queue;
      const { events } = await eli.getEvents({
        queue_id: queue_id!,
        last_event_id: queue.last_event_id,
        dont_block: true,
      });
      return events.filter(({ type }) => type === 'message').map((event) => (event.message as { id: MessageId }).id);
    };
  };
  const queues: [() => Promise<MessageId[]>, string[]][] = [
    [await narrowed(['is', 'mentioned']), ['called']],
    [await narrowed(['is', 'resolved']), ['done']],
    [await narrowed(['-is', 'resolved'], ['-is', 'mentioned']), ['plain', 'own']],
    [await narrowed(['is', 'unread'], ['channel', 'garden']), ['called', 'done', 'plain']],
    [await narrowed(['is', 'starred']), []],
    [await narrowed(['is', 'muted'], ['is', 'mentioned']), ['called']],
    [await narrowed(['-is', 'muted'], ['is', 'mentioned']), ['called']],
    [await narrowed(['is', 'private']), []],
  ];
  const sent: Record<string, MessageId> = {
    called: await write('@**Eli Member**', 'queue'),
    done: await write('x', '✔ queue'),
    plain: await write('x', 'queue', dara),
    own: await write('x', 'queue', eli),
  };
  for (const operand of ['followed', 'nice'])
    for (const operator of ['is', '-is'])
      await expect(eli.registerQueue({ narrow: [[operator, operand]] })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: `Operand ${operand} not supported.`,
      });
  for (const [received, expected] of queues) expect(await received()).toEqual(expected.map((name) => sent[name]!));
});
