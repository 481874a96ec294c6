// The edit history of messages, and who sees it.
import { beforeAll, describe, expect, it, spyOn } from 'bun:test';
import type { ChannelId, MessageId } from '@stoa/contract';
import { leastProcessorMs, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { htmlDiffer } from './html-diff.rules.ts';

const { server, cast } = await serveTests();
let other: ChannelId;
let message_id: MessageId;
const QUIET = { send_notification_to_new_thread: false };
beforeAll(async () => {
  const { ada, dara } = cast;
  for (const name of ['plaza', 'other'])
    await ada.subscribe({ subscriptions: [{ name }], principals: [ada.user_id, dara.user_id] });
  other = (await ada.getStreamId({ stream: 'other' })).stream_id;
  message_id = (await dara.sendMessage({ type: 'channel', to: 'plaza', topic: 'old', content: 'one *two*' })).id;
  await dara.editMessage({ message_id, content: 'one **three**' });
  await ada.editMessage({ message_id, topic: '', ...QUIET });
  await ada.editMessage({ message_id, stream_id: other, topic: 'new', ...QUIET });
  await dara.editMessage({ message_id, content: 'four', topic: 'newer', ...QUIET });
});

const history = async () => (await cast.dara.getMessage({ message_id })).message.edit_history;
const timestamp = expect.any(Number);

describe('the history', () => {
  it('[ED50] [ED44] [ED45] lists each message’s changes, the newest first', async () => {
    const { ada, dara } = cast;
    const plaza = (await ada.getStreamId({ stream: 'plaza' })).stream_id;
    const expected = [
      {
        user_id: dara.user_id,
        timestamp,
        prev_content: 'one **three**',
        prev_rendered_content: '<p>one <strong>three</strong></p>',
        prev_topic: 'new',
        topic: 'newer',
      },
      { user_id: ada.user_id, timestamp, prev_topic: 'general chat', topic: 'new', prev_stream: plaza, stream: other },
      { user_id: ada.user_id, timestamp, prev_topic: 'old', topic: 'general chat' },
      {
        user_id: dara.user_id,
        timestamp,
        prev_content: 'one *two*',
        prev_rendered_content: '<p>one <em>two</em></p>',
      },
    ];
    expect(await history()).toEqual(expected);
    const { messages } = await dara.getMessages({ message_ids: [message_id], allow_empty_topic_name: true });
    expect(messages[0]!.edit_history![2]).toMatchObject({ prev_topic: 'old', topic: '' });
    const { id } = await ada.sendMessage({ type: 'channel', to: 'plaza', topic: 't', content: 'as it was' });
    expect((await ada.getMessage({ message_id: id })).message).not.toHaveProperty('edit_history');
  });

  it('[ED52] [ED53] is complete since the message was sent', async () => {
    const { ada, dara } = cast;
    const { message_history } = await ada.getMessageHistory({ message_id, allow_empty_topic_name: true });
    expect(message_history.map(({ topic, content, user_id }) => [topic, content, user_id])).toEqual([
      ['old', 'one *two*', dara.user_id],
      ['old', 'one **three**', dara.user_id],
      ['', 'one **three**', ada.user_id],
      ['new', 'one **three**', ada.user_id],
      ['newer', 'four', dara.user_id],
    ]);
    expect(message_history[1]).toMatchObject({
      prev_content: 'one *two*',
      rendered_content: '<p>one <strong>three</strong></p>',
      content_html_diff: expect.stringContaining('<span class="highlight_text_inserted">three</span>'),
    });
    expect(message_history[3]).toMatchObject({ prev_topic: '', stream: other });
    expect((await ada.getMessageHistory({ message_id })).message_history[2]!.topic).toBe('general chat');
    await expect(cast.finn.getMessageHistory({ message_id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('[ED51] shows as much as the organization allows', async () => {
    const { ada } = cast;
    await ada.updateRealm({ message_edit_history_visibility_policy: 'moves' });
    const entries = await history();
    expect(entries!.map(({ topic }) => topic)).toEqual(['newer', 'new', 'general chat']);
    for (const entry of entries!) expect(entry).not.toHaveProperty('prev_content');
    const { message_history } = await ada.getMessageHistory({ message_id });
    expect(message_history.map(({ topic, content }) => [topic, content])).toEqual([
      ['old', 'four'],
      ['general chat', 'four'],
      ['new', 'four'],
      ['newer', 'four'],
    ]);
    await ada.updateRealm({ message_edit_history_visibility_policy: 'none' });
    expect(await history()).toBeUndefined();
    await expect(ada.getMessageHistory({ message_id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await ada.updateRealm({ message_edit_history_visibility_policy: 'all' });
  });

  it('[ED52] covers direct messages, which have no topic', async () => {
    const { ada, dara } = cast;
    const { id } = await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: 'psst' });
    await ada.editMessage({ message_id: id, content: 'hush' });
    const { message_history } = await dara.getMessageHistory({ message_id: id });
    expect(message_history.map(({ topic, content }) => [topic, content])).toEqual([
      ['', 'psst'],
      ['', 'hush'],
    ]);
  });
});

it('[ED54] earlier contents are bounded, the newest first', async () => {
  const { dara } = cast;
  const send = { type: 'channel', to: 'other', topic: 'long', content: 'as sent' } as const;
  const { id } = await dara.sendMessage(send);
  const EDITS = 60;
  for (let n = 1; n <= EDITS; n++) await dara.editMessage({ message_id: id, content: `${n} ${'🚗'.repeat(9900)}` });
  for (const content of ['short', 'shorter']) await dara.editMessage({ message_id: id, content });

  const { edit_history } = (await dara.getMessage({ message_id: id })).message;
  expect(edit_history!.map(({ prev_content }) => prev_content)).toEqual(['short', ...Array(EDITS + 1).fill(undefined)]);
  expect(edit_history!.every(({ user_id }) => user_id === dara.user_id)).toBe(true);

  const { message_history } = await dara.getMessageHistory({ message_id: id });
  const versions = message_history.map(({ content }) => content.split(' ')[0]!);
  const oldest = Number(versions[0]);
  expect(oldest).toBeGreaterThan(1);
  expect(versions).toEqual([
    ...Array.from({ length: EDITS - oldest + 1 }, (_, n) => String(oldest + n)),
    'short',
    'shorter',
  ]);
  expect(message_history.map(({ prev_content }) => prev_content !== undefined)).toEqual([
    false,
    ...Array(versions.length - 1).fill(true),
  ]);
});

it('[ED54] moves are bounded in number, and in bytes where the message is long', async () => {
  const { dara } = cast;
  const moved = async (content: string, moves: number) => {
    const { id } = await dara.sendMessage({ type: 'channel', to: 'other', topic: 'moved', content });
    await dara.editMessage({ message_id: id, content: `${content}!` });
    const rows = Array.from({ length: moves - 1 }, (_, n) => [id, 10 + n, n, `t${n}`, `t${n + 1}`]);
    await server.app.store.transaction((tx) =>
      tx.run(
        sql`insert into message_edits (message_id, position, timestamp, prev_topic, topic) values ${sql.rows(rows)}`,
      ),
    );
    const { message_history } = await dara.getMessageHistory({ message_id: id });
    const { edit_history } = (await dara.getMessage({ message_id: id })).message;
    return { versions: message_history.length, oldest: message_history[0]!, entries: edit_history!.length };
  };
  expect(await moved('short', 1000)).toMatchObject({ versions: 1001, oldest: { topic: 't0' }, entries: 1000 });
  expect(await moved('short', 1001)).toMatchObject({ versions: 1000, oldest: { prev_topic: 't1' }, entries: 1000 });
  const long = await moved('x'.repeat(9000), 1000);
  expect(long.entries).toBe(1000);
  // Each version has the text twice.
  expect(long.versions).toBeGreaterThan(400);
  expect(long.versions).toBeLessThan(500);
});

it('[ED55] is a long read where it is large, and only for those who may read the message', async () => {
  const { ada, dara } = cast;
  const { id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: 'as sent' });
  await dara.editMessage({ message_id: id, content: 'changed' });
  const long = spyOn(server.app.store, 'longRead');
  const versions = async () => (await dara.getMessageHistory({ message_id: id })).message_history.length;
  expect(await versions()).toBe(2);
  expect(long).not.toHaveBeenCalled();
  for (const letter of 'abcd') await dara.editMessage({ message_id: id, content: letter.repeat(9000) });
  expect(await versions()).toBe(6);
  expect(long).toHaveBeenCalledTimes(1);
  await expect(ada.getMessageHistory({ message_id: id })).rejects.toThrow('Invalid message(s)');
  expect(long).toHaveBeenCalledTimes(1);
  long.mockRestore();
});

it('[ED55] is a long read where many moves repeat a message', async () => {
  const { dara } = cast;
  const { id } = await dara.sendMessage({ type: 'channel', to: 'other', topic: 'a', content: 'x'.repeat(9000) });
  const rows = Array.from({ length: 9 }, (_, n) => [id, 10 + n, n, `t${n}`, `t${n + 1}`]);
  await server.app.store.transaction((tx) =>
    tx.run(
      sql`insert into message_edits (message_id, position, timestamp, prev_topic, topic) values ${sql.rows(rows)}`,
    ),
  );
  const long = spyOn(server.app.store, 'longRead');
  expect((await dara.getMessageHistory({ message_id: id })).message_history).toHaveLength(10);
  expect(long).toHaveBeenCalledTimes(1);
  long.mockRestore();
});

describe('differences', () => {
  const differ = (before: string, after: string) => htmlDiffer()(before, after);
  const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
  const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

  it('[ED53] highlight words and keep the tags of the newer text', () => {
    expect(differ('<p>a b c</p>', '<p>a b c</p>')).toBe('<p>a b c</p>');
    expect(differ('<p>a b c</p>', '<p>a x c</p>')).toBe(`<p>a ${deleted('b')}${inserted('x')} c</p>`);
    expect(differ('<p>a</p>', '<p>a <b>c</b></p>')).toBe(`<p>a <b>${inserted('c')}</b></p>`);
    expect(differ('<ul><li>a</li><li>b</li></ul>', '<p>b</p>')).not.toContain('<li>');
  });

  it('[ED53] contain nothing that is in neither version', () => {
    const tags = (html: string) => (html.match(/<[^>]*>/g) ?? []).filter((tag) => !/^<\/?span/.test(tag));
    const texts = [
      '<p>a &lt;script&gt; b</p>',
      '<p><b>a</b> &amp; <i>c</i></p><pre>x  y\n</pre>',
      '',
      '<p>a</p>\n<p>b</p>',
    ];
    for (const before of texts) for (const after of texts) expect(tags(differ(before, after))).toEqual(tags(after));
  });

  it('[ED53] are made in linear time, whatever the tags', async () => {
    const before = `<p>${'<em>a</em> b '.repeat(20_000)}</p>`;
    const after = `<p>${'<strong>a</strong> c '.repeat(20_000)}</p>`;
    const took_ms = await leastProcessorMs(500, () => differ(before, after));
    expect(took_ms).toBeLessThan(500);
  });

  it('[ED53] have a bounded cost, however long the history', async () => {
    const text = (seed: number) => Array.from({ length: 5000 }, (_, n) => `w${(n * seed) % 997}`).join(' ');
    const took_ms = await leastProcessorMs(2000, () => {
      const compare = htmlDiffer();
      for (let n = 1; n < 50; n++) compare(`<p>${text(n)}</p>`, `<p>${text(n + 7)}</p>`);
    });
    expect(took_ms).toBeLessThan(2000);
  });
});
