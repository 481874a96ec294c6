// Reminders, through HTTP, with a test clock.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ApiError, MAX_REMINDER_NOTE_LENGTH } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests();
beforeAll(async () => {
  const principals = [cast.ada, cast.dara].map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name: 'secret' }], principals, invite_only: true });
});

const inSeconds = (seconds: number) => Math.floor(server.clock.now() / 1000) + seconds;
const status = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: ApiError) => error.status,
  );
async function send(content: string): Promise<number> {
  return (await cast.ada.sendMessage({ type: 'channel', to: 'secret', topic: 't', content })).id;
}
async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds * 1000);
  await server.app.jobs.settle();
}
async function newest(person: Person) {
  const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  return (await person.getMessages(range)).messages[0]!;
}

describe('reminders', () => {
  it('[RM1] [RM4] are visible only to their owner, and arrive as a direct message with the note and the message', async () => {
    const { ada, dara } = cast;
    const message_id = await send('```\nthe plan\n```');
    const { value, events } = await verifyEvents([dara, ada], () =>
      dara.createReminder({ message_id, scheduled_delivery_timestamp: inSeconds(600), note: 'answer **this**' }),
    );
    const expected = { reminder_id: value.reminder_id, type: 'private', to: [dara.user_id], failed: false };
    expect(events[0]).toMatchObject([
      { type: 'reminders', op: 'add', reminders: [{ ...expected, reminder_target_message_id: message_id }] },
    ]);
    expect(events[1]).toEqual([]);
    const { reminders } = await dara.getReminders();
    expect(reminders).toMatchObject([expected]);
    expect((await ada.getReminders()).reminders).toEqual([]);
    await pass(500);
    expect<number>((await newest(dara)).id).toBe(message_id);
    const sent = await verifyEvents([dara, ada], () => pass(101));
    expect(sent.events[0]!.find(({ type }) => type === 'reminders')).toMatchObject({
      op: 'remove',
      reminder_id: value.reminder_id,
    });
    expect(sent.events[1]).toEqual([]);
    const { content, sender_full_name, type } = await newest(dara);
    expect([type, sender_full_name]).toEqual(['private', 'Notification Bot']);
    expect(content).toBe(reminders[0]!.content);
    expect(content).toContain('answer **this**');
    expect(content).toContain('```\nthe plan\n```');
    expect(content).toContain(`#narrow/near/${message_id}`);
    expect((await dara.getReminders()).reminders).toEqual([]);
    await pass(3600);
    expect((await newest(dara)).content).toBe(content);
  });

  it('[RM4] reveal nothing of a message that their owner lost access to', async () => {
    const { ada, dara } = cast;
    const message_id = await send('no longer for Dara');
    await dara.createReminder({ message_id, scheduled_delivery_timestamp: inSeconds(10), note: 'mine' });
    await ada.unsubscribe({ subscriptions: ['secret'], principals: [dara.user_id] });
    await pass(11);
    const { content } = await newest(dara);
    expect(content).not.toContain('no longer for Dara');
    expect(content).toContain('mine');
    await ada.subscribe({ subscriptions: [{ name: 'secret' }], principals: [dara.user_id] });
  });

  it('[RM5] are listed without a message that their owner lost access to, as long as that lasts', async () => {
    const { ada, dara } = cast;
    const message_id = await send('for subscribers alone');
    const { reminder_id } = await dara.createReminder({
      message_id,
      scheduled_delivery_timestamp: inSeconds(100),
      note: 'my note',
    });
    const listed = async () => {
      const { reminders } = await dara.getReminders();
      const registered = (await dara.registerQueue({ fetch_event_types: ['reminders'] as never })).reminders;
      expect(registered).toEqual(reminders);
      return JSON.stringify(reminders.find((reminder) => reminder.reminder_id === reminder_id));
    };
    expect(await listed()).toContain('for subscribers alone');
    await ada.unsubscribe({ subscriptions: ['secret'], principals: [dara.user_id] });
    expect(await listed()).not.toContain('for subscribers alone');
    expect(await listed()).toContain('my note');
    await ada.subscribe({ subscriptions: [{ name: 'secret' }], principals: [dara.user_id] });
    expect(await listed()).toContain('for subscribers alone');
    await dara.deleteReminder({ reminder_id });
  });

  it('[RM5] lose a message that is deleted, in the store too, and keep their time and note', async () => {
    const { ada, dara } = cast;
    const message_id = await send('deleted before its time');
    const { reminder_id } = await dara.createReminder({
      message_id,
      scheduled_delivery_timestamp: inSeconds(10),
      note: 'still mine',
    });
    await send('a newer one');
    const { events } = await verifyEvents([dara, ada], () => ada.removeMessage({ message_id }));
    const of_reminders = (n: number) => events[n]!.filter(({ type }) => type === 'reminders');
    expect(of_reminders(0)).toMatchObject([
      { op: 'remove', reminder_id },
      { op: 'add', reminders: [{ reminder_id, reminder_target_message_id: message_id }] },
    ]);
    expect(of_reminders(1)).toEqual([]);
    const rows = await server.app.store.db.all(sql`select * from reminders where id = ${reminder_id}`);
    for (const found of [of_reminders(0), (await dara.getReminders()).reminders, rows]) {
      expect(JSON.stringify(found)).not.toContain('deleted before its time');
      expect(JSON.stringify(found)).toContain('still mine');
    }
    await pass(11);
    expect((await newest(dara)).content).toContain('still mine');
  });

  it('[RM2] are missing for other accounts, and cannot be created for unreadable messages', async () => {
    const { dara, eli } = cast;
    const message_id = await send('hidden from Eli');
    const request = { message_id, scheduled_delivery_timestamp: inSeconds(60) };
    const { reminder_id } = await dara.createReminder(request);
    expect(await status(eli.createReminder(request))).toBe(400);
    expect(await status(dara.createReminder({ ...request, message_id: 987_654 }))).toBe(400);
    expect(await status(eli.deleteReminder({ reminder_id }))).toBe(404);
    expect(await status(dara.deleteReminder({ reminder_id: 987_654 }))).toBe(404);
    await verifyEvents(dara, () => dara.deleteReminder({ reminder_id }));
    const before = (await newest(dara)).id;
    await pass(61);
    expect((await newest(dara)).id).toBe(before);
  });

  it('[RM3] accept notes of 999 and 1,000 characters, and times in the future', async () => {
    const { dara } = cast;
    const message_id = await send(`${'long '.repeat(1990)}`);
    const remind = (note: string, seconds = 5) =>
      status(dara.createReminder({ message_id, scheduled_delivery_timestamp: inSeconds(seconds), note }));
    expect(await remind('💡'.repeat(MAX_REMINDER_NOTE_LENGTH - 1))).toBe(200);
    expect(await remind('💡'.repeat(MAX_REMINDER_NOTE_LENGTH))).toBe(200);
    expect(await remind('💡'.repeat(MAX_REMINDER_NOTE_LENGTH + 1))).toBe(400);
    expect(await remind('', -1)).toBe(400);
    await pass(6);
    expect((await newest(dara)).content).toContain('💡'.repeat(MAX_REMINDER_NOTE_LENGTH));
  });
});
