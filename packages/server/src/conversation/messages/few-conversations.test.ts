import { expect, it, spyOn } from 'bun:test';
import { type Person, serveTests } from '@stoa/testkit';

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
  expect((await newest(dara, [], 0, 'first_unread')).contents).toEqual(['one']);
});

it('[MS77] where many messages might be looked at, or some left out, it takes one', async () => {
  const { dara, eli } = cast;
  const contents = (await newest(dara, [], 400)).contents;
  expect(contents.slice(-2)).toEqual(['three', 'four']);
  const filtered = [{ operator: 'is', operand: 'muted', negated: true }];
  expect(await newest(dara, filtered, 2)).toEqual({ contents: ['three', 'four'], long_reads: 1 });
  expect((await newest(dara, [{ operator: 'is', operand: 'dm', negated: true }], 1)).long_reads).toBe(1);
  // With 400 messages of each, seven conversations are few.
  const most = 7;
  for (let n = 0; n < most; n++)
    await dara.subscribe({ subscriptions: [{ name: `dock ${n}` }], principals: [dara.user_id, eli.user_id] });
  expect((await newest(dara, [], 400)).long_reads).toBe(1);
  expect((await newest(dara, [], 20)).long_reads).toBe(0);
  expect((await newest(dara, IS_DM, 400)).long_reads).toBe(0);
});
