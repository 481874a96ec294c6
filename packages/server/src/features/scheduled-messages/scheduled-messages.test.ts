// Scheduled messages, through HTTP, with a test clock.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ApiError, type ChannelId, MAX_SCHEDULED_MESSAGES, type ReceivedEvent } from '@stoa/contract';
import { countStatements, type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { textOf } from '../../kit/json/json-text.ts';
import { findScheduledTexts } from './scheduled-messages.queries.ts';

const { server, cast } = await serveTests();
let stream_id: ChannelId;
beforeAll(async () => {
  const principals = [cast.ada, cast.dara, cast.eli].map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name: 'later' }], principals });
  stream_id = (await cast.ada.getStreamId({ stream: 'later' })).stream_id;
});

const inSeconds = (seconds: number) => Math.floor(server.clock.now() / 1000) + seconds;
const code = (call: Promise<unknown>) =>
  call.then(
    () => [200, 'done'],
    ({ status, message }: ApiError) => [status, message],
  );
const toChannel = (content: string, seconds = 60) => ({
  type: 'channel' as const,
  to: stream_id,
  topic: 'plans',
  content,
  scheduled_delivery_timestamp: inSeconds(seconds),
});
const listed = async (person: Person) => (await person.getScheduledMessages()).scheduled_messages;
async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds * 1000);
  await server.app.jobs.settle();
}
async function noticesOf(person: Person): Promise<string[]> {
  const range = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false };
  return (await person.getMessages(range)).messages.map(({ content }) => content);
}

describe('scheduled messages', () => {
  it('[SM9] are read a few at a time, and listed in order', async () => {
    const { bela } = cast;
    for (let n = 0; n < 12; n++)
      await bela.createScheduledMessage({
        ...toChannel(`message ${n}`, 600 - 10 * n),
        type: 'direct',
        to: [bela.user_id],
      });
    const { db } = server.app.store;
    let list = '';
    const statements = await countStatements(db, async () => {
      list = textOf((await findScheduledTexts(db, bela.user_id)).pieces);
    });
    expect(statements.length).toBe(3);
    expect(JSON.parse(list)).toEqual(await listed(bela));
    expect((await listed(bela)).map(({ content }) => content)).toEqual(
      Array.from({ length: 12 }, (_, n) => `message ${11 - n}`),
    );
    expect((await bela.registerQueue({ fetch_event_types: ['scheduled_messages'] })).scheduled_messages).toEqual(
      await listed(bela),
    );
  });

  it('[SM1] [SM6] are announced to their sender only, and sent when due', async () => {
    const { dara, eli } = cast;
    const { value, events } = await verifyEvents([dara, eli], () => dara.createScheduledMessage(toChannel('*hello*')));
    const expected = {
      scheduled_message_id: value.scheduled_message_id,
      type: 'stream',
      to: stream_id,
      topic: 'plans',
      content: '*hello*',
      rendered_content: '<p><em>hello</em></p>',
      failed: false,
    };
    expect(events[0]).toMatchObject([{ type: 'scheduled_messages', op: 'add', scheduled_messages: [expected] }]);
    expect(events[1]).toEqual([]);
    expect(await listed(dara)).toMatchObject([expected]);
    expect(await listed(eli)).toEqual([]);
    await pass(30);
    expect(await noticesOf(eli)).not.toContain('*hello*');
    const sent = await verifyEvents([dara, eli], () => pass(31));
    const types = sent.events.map((events) => events.map(({ type, op }) => `${type} ${op ?? ''}`.trim()));
    expect(types[0]).toContain('scheduled_messages remove');
    expect(types[0]).toContain('message');
    expect(types[1]).toEqual(['message']);
    const message = sent.events[1]![0] as ReceivedEvent & { message: { sender_id: number; subject: string } };
    expect(message.message).toMatchObject({
      sender_id: dara.user_id,
      subject: 'plans',
      content: '<p><em>hello</em></p>',
    });
    expect(await listed(dara)).toEqual([]);
    await pass(3600);
    expect((await noticesOf(eli)).filter((content) => content === '*hello*')).toHaveLength(1);
  });

  it('[SM1] are sent to people, without listing their sender', async () => {
    const { dara, eli, ada } = cast;
    const direct = { type: 'direct' as const, content: 'psst', scheduled_delivery_timestamp: inSeconds(30) };
    await dara.createScheduledMessage({ ...direct, to: [eli.user_id, dara.user_id, ada.user_id] });
    await dara.createScheduledMessage({ ...direct, to: [dara.user_id], content: 'note to self' });
    const [first, second] = await listed(dara);
    expect(first).toMatchObject({ type: 'private', to: [ada.user_id, eli.user_id] });
    expect(first!.topic).toBeUndefined();
    expect(second).toMatchObject({ to: [dara.user_id] });
    await pass(31);
    expect(await noticesOf(eli)).toContain('psst');
    expect(await noticesOf(dara)).toContain('note to self');
  });

  it('[SM1] are listed with the next one first', async () => {
    const { ada } = cast;
    for (const seconds of [300, 100, 200]) {
      const { scheduled_delivery_timestamp, ...message } = toChannel(`in ${seconds}`, seconds);
      await verifyEvents(ada, () => ada.createScheduledMessage({ ...message, scheduled_delivery_timestamp }));
    }
    const waiting = await listed(ada);
    expect(waiting.map(({ content }) => content)).toEqual(['in 100', 'in 200', 'in 300']);
    for (const { scheduled_message_id } of waiting)
      await verifyEvents(ada, () => ada.deleteScheduledMessage({ scheduled_message_id }));
    await pass(301);
    expect((await noticesOf(ada)).filter((content) => content.startsWith('in '))).toEqual([]);
  });

  it('[SM2] are missing for other accounts', async () => {
    const { dara, eli } = cast;
    const { scheduled_message_id } = await dara.createScheduledMessage(toChannel('mine'));
    for (const id of [scheduled_message_id, 987_654]) {
      expect((await code(eli.deleteScheduledMessage({ scheduled_message_id: id })))[0]).toBe(404);
      expect((await code(eli.updateScheduledMessage({ scheduled_message_id: id, content: 'x' })))[0]).toBe(404);
    }
    await dara.deleteScheduledMessage({ scheduled_message_id });
  });

  it('[SM3] [SM4] are refused for past times, and if they could not be sent now', async () => {
    const { dara, eli } = cast;
    const refused = (change: object) => code(dara.createScheduledMessage({ ...toChannel('x'), ...change }));
    expect(await refused({ scheduled_delivery_timestamp: inSeconds(-1) })).toEqual([
      400,
      'Scheduled delivery time must be in the future.',
    ]);
    expect((await refused({ scheduled_delivery_timestamp: 253_402_300_800 }))[0]).toBe(400);
    expect((await refused({ content: ' ' }))[0]).toBe(400);
    expect((await refused({ to: 987_654 }))[1]).toContain('987654');
    expect((await refused({ type: 'direct', to: [987_654] }))[1]).toContain('987654');
    await cast.ada.subscribe({ subscriptions: [{ name: 'hidden' }], invite_only: true });
    const hidden = (await cast.ada.getStreamId({ stream: 'hidden' })).stream_id;
    expect((await refused({ to: hidden }))[1]).toContain('does not exist');
    expect(await listed(dara)).toEqual([]);
    expect(await listed(eli)).toEqual([]);
  });

  it('[SM3] are limited to 500', async () => {
    const { finn } = cast;
    const note = { type: 'direct' as const, to: [finn.user_id], content: 'x' };
    const make = () => code(finn.createScheduledMessage({ ...note, scheduled_delivery_timestamp: 4_000_000_000 }));
    for (let at = 0; at < MAX_SCHEDULED_MESSAGES; at += 50) await Promise.all(Array.from({ length: 50 }, make));
    expect(await listed(finn)).toHaveLength(MAX_SCHEDULED_MESSAGES);
    expect((await make())[0]).toBe(400);
  });

  it('[SM8] can be deleted once more after they were sent, by their sender', async () => {
    const { dara, eli } = cast;
    const { scheduled_message_id } = await dara.createScheduledMessage(toChannel('sent and gone', 30));
    await pass(31);
    expect(await noticesOf(eli)).toContain('sent and gone');
    const remove = (who: typeof dara) => who.deleteScheduledMessage({ scheduled_message_id });
    expect((await code(remove(eli)))[0]).toBe(404);
    const changed = dara.updateScheduledMessage({ scheduled_message_id, content: 'x' });
    expect(await code(changed)).toEqual([400, 'Scheduled message was already sent']);
    expect((await verifyEvents(dara, () => remove(dara))).events).toEqual([[]]);
    expect((await code(remove(dara)))[0]).toBe(404);
    expect(await noticesOf(eli)).toContain('sent and gone');
  });

  it('[SM5] [SM6] a change replaces the given fields, and the new time applies', async () => {
    const { dara, eli } = cast;
    const { scheduled_message_id } = await dara.createScheduledMessage(toChannel('first words', 300));
    const change = (changes: object) =>
      verifyEvents(dara, () => dara.updateScheduledMessage({ scheduled_message_id, ...changes }));
    const { events } = await change({ content: '**new** words' });
    expect(events[0]).toMatchObject([
      { op: 'update', scheduled_message: { rendered_content: '<p><strong>new</strong> words</p>' } },
    ]);
    await change({ topic: 'other plans' });
    await change({ scheduled_delivery_timestamp: inSeconds(100) });
    const refused = (changes: object) => code(dara.updateScheduledMessage({ scheduled_message_id, ...changes }));
    expect((await refused({ type: 'direct' }))[1]).toStartWith('Recipient required');
    expect((await refused({ to: 987_654 }))[1]).toContain('987654');
    expect((await refused({ scheduled_delivery_timestamp: inSeconds(-10) }))[0]).toBe(400);
    await change({ type: 'direct', to: [eli.user_id] });
    expect(await listed(dara)).toMatchObject([{ type: 'private', to: [eli.user_id], content: '**new** words' }]);
    expect((await refused({ type: 'channel', to: stream_id }))[1]).toStartWith('Topic required');
    await change({ type: 'channel', to: stream_id, topic: 'back' });
    await pass(50);
    expect(await noticesOf(eli)).not.toContain('**new** words');
    await pass(60);
    expect(await noticesOf(eli)).toContain('**new** words');
  });

  it('[SM7] a failed message is marked, its sender notified, and sent after a new time', async () => {
    const { ada, dara } = cast;
    const { scheduled_message_id } = await dara.createScheduledMessage(toChannel('too late', 100));
    await ada.updateStream({
      stream_id,
      can_send_message_group: { new: { direct_members: [ada.user_id], direct_subgroups: [] } },
    });
    const { events } = await verifyEvents(dara, () => pass(101));
    expect(events[0]!.find(({ op }) => op === 'update')).toMatchObject({ scheduled_message: { failed: true } });
    expect((await noticesOf(dara)).at(-1)).toContain('You do not have permission to post in this channel.');
    expect((await code(dara.updateScheduledMessage({ scheduled_message_id, content: 'again' })))[0]).toBe(400);
    const everyone = (await ada.getUserGroups()).user_groups.find(({ name }) => name === 'role:everyone')!.id;
    await ada.updateStream({ stream_id, can_send_message_group: { new: everyone } });
    const again = { scheduled_message_id, scheduled_delivery_timestamp: inSeconds(100) };
    await verifyEvents(dara, () => dara.updateScheduledMessage(again));
    expect(await listed(dara)).toMatchObject([{ failed: false }]);
    await pass(101);
    expect(await noticesOf(dara)).toContain('too late');
    expect(await listed(dara)).toEqual([]);
  });

  it('[SM7] of a deactivated sender are not sent', async () => {
    const { ada, chen } = cast;
    await chen.createScheduledMessage({ ...toChannel('from beyond', 100), type: 'direct', to: [ada.user_id] });
    await ada.deactivateUser({ user_id: chen.user_id });
    await pass(101);
    expect(await noticesOf(ada)).not.toContain('from beyond');
    await ada.reactivateUser({ user_id: chen.user_id });
    await pass(3600);
    expect(await noticesOf(ada)).not.toContain('from beyond');
  });

  it('[JB17] have one job, however often they are rescheduled, and none once they are removed, as reminders', async () => {
    const { dara } = cast;
    const countJobs = async () => {
      const row = await server.app.store.db.get<{ count: number }>(
        sql`select count(*) as count from jobs where account_id = ${dara.user_id} and failed_at is null`,
      );
      return row!.count;
    };
    await pass(3600);
    const { scheduled_message_id } = await dara.createScheduledMessage(toChannel('often', 100));
    const other = await dara.createScheduledMessage(toChannel('seldom', 100));
    const times = Array.from({ length: 20 }, (_, n) => inSeconds(1000 + n));
    const change = (scheduled_delivery_timestamp: number) =>
      dara.updateScheduledMessage({ scheduled_message_id, scheduled_delivery_timestamp });
    await Promise.all(times.map(change));
    expect(await countJobs()).toBe(2);
    const { id: message_id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: 'to myself' });
    const { reminder_id } = await dara.createReminder({ message_id, scheduled_delivery_timestamp: inSeconds(9000) });
    expect(await countJobs()).toBe(3);
    await dara.deleteReminder({ reminder_id });
    await dara.deleteScheduledMessage({ scheduled_message_id });
    expect(await countJobs()).toBe(1);
    await dara.deleteScheduledMessage({ scheduled_message_id: other.scheduled_message_id });
    expect(await countJobs()).toBe(0);
  });

  it('[SM6] survive a restart and are sent once', async () => {
    const { dara, eli } = cast;
    await dara.createScheduledMessage(toChannel('over the restart', 100));
    await server.restart();
    await pass(101);
    await server.restart();
    await pass(60);
    expect((await noticesOf(eli)).filter((content) => content === 'over the restart')).toHaveLength(1);
  });
});
