import { expect, it, spyOn } from 'bun:test';
import type { RecipientId } from '@stoa/contract';
import { type Person, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { leaveOutMuted } from '../access/muted-ranges.queries.ts';
import { wholeRange } from '../access/readable-ranges.queries.ts';

const { server, cast } = await serveTests();

const IS_DM = [{ operator: 'is', operand: 'dm' }];

/** The contents of the newest messages, oldest first, and how many long reads they took. */
async function newest(reader: Person, narrow: object[], num_before: number, anchor: string | number = 'newest') {
  const longRead = spyOn(server.app.store, 'longRead');
  const page = { anchor, num_before, num_after: 0, narrow, apply_markdown: false };
  try {
    const { messages } = await reader.getMessages(page as never);
    return { contents: messages.map(({ content }) => content), long_reads: longRead.mock.calls.length };
  } finally {
    longRead.mockRestore();
  }
}

it('[MS77] what somebody receives from few conversations takes no long read', async () => {
  const { ada, dara, eli } = cast;
  const principals = [dara.user_id, eli.user_id];
  for (const name of ['forum', 'harbor']) await dara.subscribe({ subscriptions: [{ name }], principals });
  const { id } = await eli.sendMessage({ type: 'channel', to: 'forum', topic: 'stone', content: 'one' });
  await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'two' });
  await eli.sendMessage({ type: 'channel', to: 'harbor', topic: 'ships', content: 'three' });
  await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: 'four' });
  expect(await newest(dara, [], 4)).toEqual({ contents: ['one', 'two', 'three', 'four'], long_reads: 0 });
  expect(await newest(dara, IS_DM, 2)).toEqual({ contents: ['two', 'four'], long_reads: 0 });
  expect(await newest(dara, [], 0, id)).toEqual({ contents: ['one'], long_reads: 0 });
  expect(await newest(dara, [], 0, 'first_unread')).toEqual({ contents: ['one'], long_reads: 0 });
});

it('[MS77] where many messages might be looked at, or some left out, it takes one', async () => {
  const { dara } = cast;
  const contents = (await newest(dara, [], 400)).contents;
  expect(contents.slice(-2)).toEqual(['three', 'four']);
  const filtered = [{ operator: 'has', operand: 'link', negated: true }];
  expect(await newest(dara, filtered, 2)).toEqual({ contents: ['three', 'four'], long_reads: 1 });
  expect((await newest(dara, [{ operator: 'is', operand: 'dm', negated: true }], 1)).long_reads).toBe(1);
  const many = Array.from({ length: 101 }, (_, n) => ({ name: `dock ${n}` }));
  await dara.subscribe({ subscriptions: many });
  expect((await newest(dara, [], 20)).long_reads).toBe(1);
  expect((await newest(dara, IS_DM, 400)).long_reads).toBe(0);
});

it('[MS77] [MS78] muted channels are left out, not read; muted and unmuted topics are looked for', async () => {
  const { db } = server.app.store;
  const { chen, eli } = cast;
  const ids = new Map<string, number>();
  for (const name of ['mill', 'quarry']) {
    await chen.subscribe({ subscriptions: [{ name }], principals: [chen.user_id, eli.user_id] });
    const { stream_id } = await chen.getStreamId({ stream: name });
    ids.set(name, stream_id);
    for (const topic of ['wheel', 'stone'])
      await eli.sendMessage({ type: 'channel', to: name, topic, content: `${name} ${topic}` });
  }
  await eli.sendMessage({ type: 'direct', to: [chen.user_id], content: 'hello' });
  const UNMUTED = [{ operator: 'is', operand: 'muted', negated: true }];
  const all = ['mill wheel', 'mill stone', 'quarry wheel', 'quarry stone', 'hello'];
  expect(await newest(chen, UNMUTED, 5)).toEqual({ contents: all, long_reads: 0 });
  const mill = ids.get('mill')! as never;
  await chen.updateSubscriptionSettings({
    subscription_data: [{ stream_id: mill, property: 'is_muted', value: true }],
  });
  for (const narrow of [UNMUTED, [{ operator: 'in', operand: 'home' }]])
    expect(await newest(chen, narrow, 5)).toEqual({ contents: all.slice(2), long_reads: 0 });
  const row = await db.get<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipients where stream_id = ${mill}`,
  );
  const range = wholeRange(row!.recipient_id);
  expect(await leaveOutMuted(db, chen.user_id, [range])).toEqual({ ranges: [], is_exact: true });
  await chen.updateUserTopic({ stream_id: mill, topic: 'stone', visibility_policy: 2 });
  expect((await leaveOutMuted(db, chen.user_id, [range])).ranges).toEqual([{ ...range, topic_key: 'stone' }]);
  expect(await newest(chen, UNMUTED, 4)).toEqual({ contents: all.slice(1), long_reads: 1 });
  await chen.updateUserTopic({ stream_id: ids.get('quarry')! as never, topic: 'wheel', visibility_policy: 1 });
  expect(await newest(chen, UNMUTED, 3)).toEqual({ contents: ['mill stone', 'quarry stone', 'hello'], long_reads: 1 });
  const searched = [...UNMUTED, { operator: 'search', operand: 'wheel' }];
  expect((await newest(chen, searched, 3)).contents).toEqual([]);
});
