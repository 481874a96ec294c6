// Sending and reading messages, through HTTP.

import { beforeAll, describe, expect, it } from 'bun:test';
import { editMessage, type MessageId, NEWEST_ANCHOR, sendMessage } from '@stoa/contract';
import { callRaw, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
  await dara.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true, history_public_to_subscribers: true });
});

const toPlaza = (content: string, topic = 'stone') => ({ type: 'channel', to: 'plaza', topic, content }) as const;
const newest = { anchor: 'newest', num_before: 50, num_after: 0 } as const;

describe('sending to a channel', () => {
  it('[MS1] accepts the channel by name, by id, and in a list', async () => {
    const { dara } = cast;
    const { stream_id } = await dara.getStreamId({ stream: 'plaza' });
    const ids: MessageId[] = [];
    for (const to of ['plaza', stream_id, ['plaza'], [stream_id]])
      ids.push((await dara.sendMessage({ type: 'stream', to, topic: 'forms', content: 'x' })).id);
    const { messages } = await dara.getMessages({ message_ids: ids });
    expect(messages.map((message) => [message.stream_id, message.display_recipient, message.subject])).toEqual(
      ids.map(() => [stream_id, 'plaza', 'forms']),
    );
  });

  it('[MS1] gives the same error for unknown and hidden channels', async () => {
    const { eli } = cast;
    const missing = await refusal(eli.sendMessage({ ...toPlaza('x'), to: 'nowhere' }));
    const hidden = await refusal(eli.sendMessage({ ...toPlaza('x'), to: 'cellar' }));
    expect([missing.code, missing.status, missing.fields.stream]).toEqual(['STREAM_DOES_NOT_EXIST', 400, 'nowhere']);
    expect([hidden.code, hidden.message]).toEqual([missing.code, missing.message.replace('nowhere', 'cellar')]);
    const by_id = await refusal(eli.sendMessage({ ...toPlaza('x'), to: 987_654 }));
    expect([by_id.code, by_id.fields.stream_id]).toEqual(['STREAM_DOES_NOT_EXIST', 987_654]);
  });

  it('[MS3] trims content, refuses empty content and cuts long content', async () => {
    const { dara } = cast;
    expect((await refusal(dara.sendMessage(toPlaza(' \n\t ')))).code).toBe('BAD_REQUEST');
    const { id } = await dara.sendMessage(toPlaza('\n\n  kept  \n'));
    expect((await dara.getMessage({ message_id: id })).raw_content).toBe('  kept');
    const exact = await dara.sendMessage(toPlaza('🏛'.repeat(10_000)));
    expect((await dara.getMessage({ message_id: exact.id })).raw_content).toBe('🏛'.repeat(10_000));
    const over = await dara.sendMessage(toPlaza('🏛'.repeat(10_001)));
    const { raw_content } = await dara.getMessage({ message_id: over.id });
    expect([...raw_content].length).toBe(10_000);
    expect(raw_content).toEndWith('\n[message truncated]');
  });

  it('[MS4] compares topics ignoring case, cuts long ones, refuses control characters', async () => {
    const { dara } = cast;
    const first = await dara.sendMessage(toPlaza('one', 'Straße'));
    const second = await dara.sendMessage(toPlaza('two', ' straße '));
    const { messages } = await dara.getMessages({
      ...newest,
      narrow: [
        ['channel', 'plaza'],
        ['topic', 'STRAßE'],
      ],
    });
    expect(messages.map(({ id }) => id)).toEqual([first.id, second.id]);
    const long = await dara.sendMessage(toPlaza('x', 'é'.repeat(61)));
    const { message } = await dara.getMessage({ message_id: long.id });
    expect(message.subject).toBe(`${'é'.repeat(57)}...`);
    expect((await refusal(dara.sendMessage(toPlaza('x', 'a\u0007b')))).code).toBe('BAD_REQUEST');
  });

  it('[MS45] accepts the topic by its former name, in sending and moving', async () => {
    const { dara } = cast;
    const { topic: subject, ...rest } = toPlaza('as of old', 'agora');
    const sent = await callRaw(server.url, sendMessage, { ...rest, subject }, dara);
    expect(sent.body).not.toContainKey('ignored_parameters_unsupported');
    const { id } = sent.body as unknown as { id: MessageId };
    expect((await dara.getMessage({ message_id: id })).message.subject).toBe('agora');
    await callRaw(server.url, editMessage, { message_id: String(id), subject: 'stoa' }, dara);
    expect((await dara.getMessage({ message_id: id })).message.subject).toBe('stoa');
  });

  it('[MS14] names the empty topic for clients without support for it', async () => {
    const { dara } = cast;
    for (const topic of ['', '(no topic)', 'general chat', undefined]) {
      const { id } = await dara.sendMessage({ ...toPlaza('x'), topic });
      expect((await dara.getMessage({ message_id: id })).message.subject).toBe('general chat');
      expect((await dara.getMessage({ message_id: id, allow_empty_topic_name: true })).message.subject).toBe('');
    }
  });

  it('[MS5] follows the topics policy of the channel', async () => {
    const { dara } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'named only' }], topics_policy: 'disable_empty_topic' });
    await dara.subscribe({ subscriptions: [{ name: 'one topic' }], topics_policy: 'empty_topic_only' });
    expect((await refusal(dara.sendMessage({ ...toPlaza('x', ''), to: 'named only' }))).code).toBe('BAD_REQUEST');
    expect((await refusal(dara.sendMessage({ ...toPlaza('x', 'named'), to: 'one topic' }))).code).toBe('BAD_REQUEST');
    await dara.sendMessage({ ...toPlaza('x', 'named'), to: 'named only' });
    await dara.sendMessage({ ...toPlaza('x', ''), to: 'one topic' });
  });

  it('[MS6] refuses senders without permission, and guests outside the channel', async () => {
    const { ada, eli, finn } = cast;
    const { user_groups } = await ada.getUserGroups({});
    const owners = user_groups.find((group) => group.name === 'role:owners')!;
    await ada.subscribe({ subscriptions: [{ name: 'edicts' }], can_send_message_group: owners.id });
    await eli.subscribe({ subscriptions: [{ name: 'edicts' }] });
    expect((await refusal(eli.sendMessage({ ...toPlaza('x'), to: 'edicts' }))).code).toBe('BAD_REQUEST');
    await ada.sendMessage({ ...toPlaza('x'), to: 'edicts' });
    expect((await refusal(finn.sendMessage(toPlaza('x')))).code).toBe('STREAM_DOES_NOT_EXIST');
  });
});

describe('sending directly', () => {
  it('[MS2] accepts ids, addresses, a single id and a list as text, and always includes the sender', async () => {
    const { dara, eli, chen } = cast;
    const ids: MessageId[] = [];
    for (const to of [[eli.user_id, chen.user_id], [eli.email, chen.email], `${eli.email}, ${chen.email}`])
      ids.push((await dara.sendMessage({ type: 'direct', to, content: 'x' })).id);
    const { messages } = await chen.getMessages({ message_ids: ids });
    const people = [dara, eli, chen].map(({ user_id }) => user_id).sort((a, b) => a - b);
    for (const { display_recipient, type, recipient_id } of messages) {
      expect(type).toBe('private');
      expect((display_recipient as { id: number }[]).map(({ id }) => id)).toEqual(people);
      expect(recipient_id).toBe(messages[0]!.recipient_id);
    }
    expect(messages).toHaveLength(3);
    const self = await dara.sendMessage({ type: 'private', to: dara.user_id, content: 'note' });
    expect((await refusal(eli.getMessage({ message_id: self.id }))).code).toBe('BAD_REQUEST');
  });

  it('[MS2] refuses unknown people and an empty list', async () => {
    const { dara } = cast;
    for (const to of [[987_654], ['nobody@stoa.example'], '', ['']])
      expect((await refusal(dara.sendMessage({ type: 'direct', to, content: 'x' }))).code).toBe('BAD_REQUEST');
    for (const to of [[], '[]', '', ' , '])
      expect((await refusal(dara.sendMessage({ type: 'direct', to, content: 'x' }))).message).toContain('recipients');
  });

  it('[MS880] says what is wrong with a list, instead of taking it for a name', async () => {
    const { dara, eli } = cast;
    for (const to of ['[]', ' []', '["plaza", 5]', '[[1]]']) {
      const { code, message } = await refusal(dara.sendMessage({ ...toPlaza('x'), to }));
      expect([code, message]).toEqual(['BAD_REQUEST', 'Expected exactly one channel']);
    }
    const mixed = `[${eli.user_id}, "${cast.ada.email}"]`;
    const { message } = await refusal(dara.sendMessage({ type: 'direct', to: mixed, content: 'x' }));
    expect(message).toBe('A list of recipients has either user IDs or email addresses');
    await dara.subscribe({ subscriptions: [{ name: '[a]' }], invite_only: true });
    await dara.sendMessage({ ...toPlaza('x'), to: '[a]' });
    const hidden = await refusal(eli.sendMessage({ ...toPlaza('x'), to: '[a]' }));
    const missing = await refusal(eli.sendMessage({ ...toPlaza('x'), to: '[b]' }));
    expect([hidden.code, hidden.message, hidden.fields]).toEqual([missing.code, missing.message, missing.fields]);
  });

  it('[MS7] is readable for its people only, by every path', async () => {
    const { dara, eli, ada } = cast;
    const { id } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'between us' });
    expect((await refusal(ada.getMessage({ message_id: id }))).code).toBe('BAD_REQUEST');
    expect((await ada.getMessages({ message_ids: [id] })).messages).toEqual([]);
    expect((await ada.getMessages({ ...newest, narrow: [{ operator: 'id', operand: id }] })).messages).toEqual([]);
    const theirs = await ada.getMessages({
      ...newest,
      narrow: [{ operator: 'dm', operand: [dara.user_id, eli.user_id] }],
    });
    expect(theirs.messages.map((message) => message.id)).not.toContain(id);
    expect((await eli.getMessage({ message_id: id })).message.content).toBe('<p>between us</p>');
  });
});

describe('the events of a new message', () => {
  it('[MS15] reach every subscriber, in each queue’s form, and keep state equal to register', async () => {
    const { dara, eli, ada } = cast;
    const { events } = await verifyEvents([dara, eli, ada], () => dara.sendMessage(toPlaza('**bold**')));
    const messages = events.map((received) => received.filter(({ type }) => type === 'message'));
    expect(messages.map((received) => received.length)).toEqual([1, 1, 0]);
    const [mine, theirs] = messages.map((received) => received[0]!);
    expect([mine!.flags, theirs!.flags]).toEqual([['read'], []]);
    expect(theirs!.message).toMatchObject({
      content: '<p><strong>bold</strong></p>',
      content_type: 'text/html',
      avatar_url: `/generated_avatars/${dara.user_id}.png?version=1`,
    });
  });

  it('[MS15] contain the source for queues without apply_markdown, and local_message_id for the named queue', async () => {
    const { dara } = cast;
    const [plain, other] = await Promise.all([
      dara.registerQueue({ event_types: ['message'], client_gravatar: false }),
      dara.registerQueue({ event_types: ['message'], apply_markdown: true }),
    ]);
    await dara.sendMessage({ ...toPlaza('**bold**'), queue_id: plain.queue_id!, local_id: '12.01' });
    const read = async ({ queue_id, last_event_id }: typeof plain) =>
      (await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true })).events[0]!;
    const first = await read(plain);
    expect(first).toMatchObject({
      local_message_id: '12.01',
      message: { content: '**bold**', content_type: 'text/x-markdown' },
    });
    expect((first.message as { avatar_url: string }).avatar_url).toStartWith('/generated_avatars/');
    expect(await read(other)).not.toHaveProperty('local_message_id');
  });

  it('[MS16] cause as many writes for many subscribers as for few', async () => {
    const { dara } = cast;
    const rows = async () => {
      const tables = ['messages', 'events', 'subscriptions', 'subscription_spans', 'recipients', 'recipient_users'];
      const counts = tables.map((table) =>
        server.app.store.db.get<{ n: number }>(sql`select count(*) as n from ${sql.raw(table)}`),
      );
      return (await Promise.all(counts)).map((row) => Number(row!.n));
    };
    const growth = async (to: string) => {
      // Starting a topic follows it; its second message costs the same as all later ones.
      await dara.sendMessage({ ...toPlaza('x'), to });
      const before = await rows();
      await dara.sendMessage({ ...toPlaza('x'), to });
      const after = await rows();
      return after.map((n, at) => n - before[at]!);
    };
    expect(await growth('plaza')).toEqual(await growth('cellar'));
  });
});

describe('reading', () => {
  it('[MS10] [MS11] works around every kind of anchor', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'anchors' }], principals: [dara.user_id, eli.user_id] });
    const ids: MessageId[] = [];
    for (let n = 0; n < 7; n++)
      ids.push((await (n < 2 ? eli : dara).sendMessage({ ...toPlaza(`m${n}`), to: 'anchors' })).id);
    const narrow: [string, string][] = [['channel', 'anchors']];
    const read = async (params: Partial<Parameters<typeof eli.getMessages>[0]>) => {
      const { messages, ...found } = await eli.getMessages({ num_before: 2, num_after: 2, narrow, ...params });
      return { ids: messages.map(({ id }) => ids.indexOf(id)), ...found };
    };
    expect(await read({ anchor: ids[3]! })).toMatchObject({
      ids: [1, 2, 3, 4, 5],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
    });
    expect(await read({ anchor: ids[3]!, include_anchor: false, num_after: 0 })).toMatchObject({
      ids: [1, 2],
      found_anchor: false,
    });
    expect(await read({ anchor: `${ids[3]}`, include_anchor: false, num_before: 0 })).toMatchObject({ ids: [4, 5] });
    expect(await read({ anchor: -5 })).toMatchObject({ ids: [0, 1], anchor: 0 });
    expect(await read({ anchor: String(ids[0]) })).toMatchObject({
      ids: [0, 1, 2],
      found_anchor: true,
      found_oldest: true,
    });
    expect(await read({ anchor: 'newest' })).toMatchObject({
      ids: [5, 6],
      anchor: NEWEST_ANCHOR,
      found_newest: true,
      found_oldest: false,
    });
    expect(await read({ anchor: NEWEST_ANCHOR })).toMatchObject({ ids: [5, 6], found_newest: true });
    expect(await read({ anchor: 'oldest' })).toMatchObject({ ids: [0, 1], found_oldest: true, found_anchor: false });
    // Eli wrote the first two, so they are read.
    expect(await read({ anchor: 'first_unread' })).toMatchObject({
      ids: [0, 1, 2, 3, 4],
      anchor: ids[2],
      found_anchor: true,
    });
    expect(await read({ use_first_unread_anchor: true })).toMatchObject({ anchor: ids[2] });
    // As a terminal client sends it, meaning the first unread message.
    expect(await read({ use_first_unread_anchor: true, anchor: 0 })).toMatchObject({ anchor: ids[2] });
    expect(await read({ use_first_unread_anchor: false, anchor: 0 })).toMatchObject({ anchor: 0 });
    expect(await read({ anchor: 'date', anchor_date: '2001-01-01' })).toMatchObject({ ids: [0, 1, 2], anchor: ids[0] });
    expect(await read({ anchor: 'date', anchor_date: '2999-01-01T00:00:00Z' })).toMatchObject({
      ids: [5, 6],
      found_newest: true,
    });
  });

  it('[MS500] reads every common form of an ISO 8601 time, and refuses times that do not exist', async () => {
    const found = async (anchor_date: string) =>
      (await cast.eli.getMessages({ anchor: 'date', anchor_date, num_before: 0, num_after: 0 })).anchor;
    const sent = await cast.dara.sendMessage({ type: 'channel', to: 'plaza', topic: 'time', content: 'now' });
    const { timestamp } = (await cast.dara.getMessage({ message_id: sent.id })).message;
    const iso = new Date(timestamp * 1000).toISOString().slice(0, 19);
    const earlier = new Date((timestamp - 5400) * 1000).toISOString().slice(0, 19);
    const at = await found(`${iso}Z`);
    for (const same of [iso, iso.replace('T', ' '), `${iso}.000000+00:00`, `${iso},0Z`, `${iso}+0000`, `${iso}-00`])
      expect([same, await found(same)]).toEqual([same, at]);
    expect(await found(`${earlier}-01:30`)).toBe(at);
    expect(await found('2024-02-29T23')).toBe(await found('2024-02-29T23:00:00Z'));
    for (const wrong of [
      '2026-02-30',
      '2026-02-29',
      '2026-04-31T10:00',
      '2026-00-10',
      '2026-01-00',
      '2026-01-01T24:01',
    ]) {
      const refused = await refusal(found(wrong));
      expect([wrong, refused.message]).toEqual([wrong, 'Invalid anchor_date']);
    }
    for (const wrong of [
      '2026-01-01T10:60',
      '2026-01-01T10:00:61',
      '2026-01-01T10:00+25:00',
      '2026-01-01T',
      '2026-1-1',
    ])
      expect([wrong, (await refusal(found(wrong))).message]).toEqual([wrong, 'Invalid anchor_date']);
  });

  it('[MS73] returns the nearest messages where texts are large, and says that others follow', async () => {
    const { dara } = cast;
    const ids: MessageId[] = [];
    for (let n = 0; n < 9; n++)
      ids.push((await dara.sendMessage({ type: 'channel', to: 'plaza', topic: 'large', content: `${n}` })).id);
    const grow = (large: readonly MessageId[], bytes: number) =>
      server.app.store.transaction((tx) =>
        tx.run(
          sql`update messages set rendered_content = ${'x'.repeat(bytes)}, revision = revision + 1 where id in (${sql.list(large)})`,
        ),
      );
    const fetched = async (anchor: MessageId | 'newest', num_before: number, num_after: number) => {
      const { messages, found_oldest, found_newest } = await dara.getMessages({
        narrow: [{ operator: 'topic', operand: 'large' }],
        anchor,
        num_before,
        num_after,
      });
      return { at: messages.map(({ id }) => ids.indexOf(id)), found_oldest, found_newest };
    };
    await grow(ids, 5_000_000);
    expect(await fetched('newest', 9, 0)).toEqual({ at: [6, 7, 8], found_oldest: false, found_newest: true });
    expect(await fetched(ids[4]!, 5, 5)).toEqual({
      at: [1, 2, 3, 4, 5, 6, 7],
      found_oldest: false,
      found_newest: false,
    });
    expect(await fetched(ids[2]!, 5, 2)).toEqual({ at: [0, 1, 2, 3, 4], found_oldest: true, found_newest: false });
    await grow(ids.slice(-1), 29_000_000);
    // One is returned however large it is, so that clients come further.
    expect(await fetched('newest', 9, 0)).toMatchObject({ at: [8], found_oldest: false });
    expect((await dara.getMessages({ message_ids: ids.slice(0, 4) })).messages).toHaveLength(4);
    expect((await refusal(dara.getMessages({ message_ids: ids }))).code).toBe('BAD_REQUEST');
  }, 30_000);

  it('[MS10] refuses contradictory parameters', async () => {
    const { dara } = cast;
    const codes = async (params: Parameters<typeof dara.getMessages>[0]) =>
      (await refusal(dara.getMessages(params))).code;
    expect(await codes({ anchor: 'newest', num_before: 5000, num_after: 1 })).toBe('BAD_REQUEST');
    expect(await codes({ message_ids: [], anchor: 'newest' })).toBe('BAD_REQUEST');
    expect(await codes({ message_ids: [], num_before: 0 })).toBe('BAD_REQUEST');
    expect(await codes({ message_ids: [], num_after: 0 })).toBe('BAD_REQUEST');
    expect(await codes({ message_ids: [], include_anchor: true })).toBe('BAD_REQUEST');
    expect(await codes({ message_ids: [], use_first_unread_anchor: false })).toBe('BAD_REQUEST');
    expect(await codes({ anchor: 'newest', num_before: 1 })).toBe('REQUEST_VARIABLE_MISSING');
    expect(await codes({ anchor: 'newest', num_after: 1 })).toBe('REQUEST_VARIABLE_MISSING');
    expect(await codes({ num_before: 1, num_after: 1 })).toBe('REQUEST_VARIABLE_MISSING');
    expect((await refusal(dara.getMessages({ message_ids: [], anchor: 1, num_after: 0 }))).fields).toMatchObject({
      parameters: 'message_ids, anchor, num_after',
    });
    for (const anchor of ['soon', '', '0x10', '0b1', '1e3', '1e0', '+5', ' 5', '5.0', '٥'])
      expect([anchor, await codes({ anchor, num_before: 1, num_after: 1 })]).toEqual([anchor, 'BAD_REQUEST']);
    const around = { anchor: 'newest', num_before: 1, num_after: 1, include_anchor: false };
    const excluded = 'The anchor can only be excluded at an end of the range';
    expect((await refusal(dara.getMessages(around))).message).toBe(excluded);
    const marking = { ...around, narrow: [], op: 'add' as const, flag: 'read' };
    expect((await refusal(dara.updateMessageFlagsForNarrow(marking))).message).toBe(excluded);
    const by_date = { ...marking, anchor: 'date', num_after: 0 };
    expect(await refusal(dara.updateMessageFlagsForNarrow(by_date))).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid anchor',
    });
    expect(await codes({ anchor: 'date', num_before: 1, num_after: 1 })).toBe('REQUEST_VARIABLE_MISSING');
    expect(await codes({ anchor: 'date', anchor_date: '2020-13-40', num_before: 1, num_after: 1 })).toBe('BAD_REQUEST');
    expect((await dara.getMessages({ anchor: 'newest', num_before: 5000, num_after: 0 })).found_newest).toBe(true);
  });

  it('[MS13] returns by ids what exists, is accessible and matches the narrow', async () => {
    const { dara, eli } = cast;
    const open = await dara.sendMessage(toPlaza('open', 'ids'));
    const secret = await dara.sendMessage({ ...toPlaza('secret', 'ids'), to: 'cellar' });
    const ids = [secret.id, open.id, 987_654 as MessageId, open.id];
    const read = async (person: typeof dara, narrow: [string, string][] = []) =>
      (await person.getMessages({ message_ids: ids, narrow })).messages.map(({ id }) => id);
    expect(await read(dara)).toEqual([open.id, secret.id].sort((a, b) => a - b));
    expect(await read(eli)).toEqual([open.id]);
    expect(await read(dara, [['channel', 'cellar']])).toEqual([secret.id]);
    expect(await read(dara, [['-sender', dara.email]])).toEqual([]);
    expect((await dara.getMessages({ message_ids: [open.id] })).anchor).toBeUndefined();
  });

  it('[MS17] returns one message, with the same refusal for hidden and missing ones', async () => {
    const { dara, eli } = cast;
    const { id } = await dara.sendMessage({ ...toPlaza('*hidden*'), to: 'cellar' });
    const seen = await dara.getMessage({ message_id: id, apply_markdown: false });
    expect([seen.raw_content, seen.message.content]).toEqual(['*hidden*', '*hidden*']);
    const hidden = await refusal(eli.getMessage({ message_id: id }));
    const missing = await refusal(eli.getMessage({ message_id: 987_654 }));
    expect([hidden.code, hidden.message]).toEqual([missing.code, missing.message]);
  });
});
