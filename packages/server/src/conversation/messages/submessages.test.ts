// Widgets (polls, task lists, bot buttons), through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { MAX_SUBMESSAGE_LENGTH, MAX_SUBMESSAGES_EACH, type MessageId, type ReceivedEvent } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { dara, eli } = cast;
  const principals = [dara.user_id, eli.user_id];
  await dara.subscribe({ subscriptions: [{ name: 'agora' }], principals });
  await dara.subscribe({ subscriptions: [{ name: 'vault' }], invite_only: true, principals });
});

const toAgora = (content: string) => ({ type: 'channel', to: 'agora', topic: 'stone', content }) as const;
const POLL = '/poll Where?\n- Athens\nRome';
const poll = async (author: Person) => (await author.sendMessage(toAgora(POLL))).id;
const submessagesOf = async (reader: Person, message_id: MessageId) =>
  (await reader.getMessage({ message_id })).message.submessages;
const add = (who: Person, message_id: MessageId, data: unknown, msg_type = 'widget') =>
  who.addSubmessage({ message_id, msg_type, content: typeof data === 'string' ? data : JSON.stringify(data) });
const vote = { type: 'vote', key: 'canned,0', vote: 1 };

describe('creating a widget', () => {
  it('[MS50] polls and task lists are in their event and in fetched messages', async () => {
    const { dara, eli } = cast;
    const widgets: [string, unknown][] = [
      [POLL, { widget_type: 'poll', extra_data: { question: 'Where?', options: ['Athens', 'Rome'] } }],
      [
        '/todo Errands\nbread: two loaves\nwine',
        {
          widget_type: 'todo',
          extra_data: {
            task_list_title: 'Errands',
            tasks: [
              { task: 'bread', desc: 'two loaves' },
              { task: 'wine', desc: '' },
            ],
          },
        },
      ],
    ];
    for (const [content, widget] of widgets) {
      const { value, events } = await verifyEvents([eli], () => dara.sendMessage(toAgora(content)));
      const [submessage, ...more] = await submessagesOf(eli, value.id);
      expect(more).toEqual([]);
      expect(submessage).toMatchObject({ message_id: value.id, sender_id: dara.user_id, msg_type: 'widget' });
      expect(JSON.parse(submessage!.content)).toEqual(widget);
      const [event] = events[0] as [ReceivedEvent & { message: { submessages: unknown } }];
      expect(event.message.submessages).toEqual([submessage]);
    }
    const { id } = await dara.sendMessage(toAgora('a /poll of none'));
    expect(await submessagesOf(eli, id)).toEqual([]);
  });

  it('[MS54] widget_content takes only buttons of a bot', async () => {
    const { bot, dara } = cast;
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Athens', reply: 'a' };
    const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Where?', choices: [choice] } };
    const send = (widget_content: string) => bot.sendMessage({ ...toAgora('Where?'), widget_content });
    const { id } = await send(JSON.stringify(form));
    const [submessage] = await submessagesOf(dara, id);
    expect(JSON.parse(submessage!.content)).toEqual(form);
    const refused = [
      'no JSON',
      '{}',
      'null',
      JSON.stringify({ ...form, widget_type: 'poll' }),
      JSON.stringify({ ...form, extra_data: { ...form.extra_data, choices: [{ ...choice, reply: 7 }] } }),
      JSON.stringify({ ...form, extra_data: { ...form.extra_data, heading: 'x'.repeat(MAX_SUBMESSAGE_LENGTH) } }),
    ];
    for (const content of refused) {
      const error = await refusal(send(content));
      expect([error.code, error.message.slice(0, 8)]).toEqual(['BAD_REQUEST', 'Widgets:']);
    }
  });
});

describe('adding to a widget', () => {
  it('[MS51] every reader may add, and all receive the event', async () => {
    const { ada, dara, eli, finn } = cast;
    const message_id = await poll(dara);
    const { events } = await verifyEvents([dara, eli, finn], () => add(eli, message_id, vote));
    const [, submessage] = await submessagesOf(dara, message_id);
    const { id: submessage_id, ...row } = submessage!;
    expect(row).toEqual({ message_id, sender_id: eli.user_id, msg_type: 'widget', content: JSON.stringify(vote) });
    for (const received of events.slice(0, 2))
      expect(received).toMatchObject([{ type: 'submessage', submessage_id, ...row }]);
    expect(events[2]).toEqual([]);
    await add(ada, message_id, vote);
    expect((await refusal(add(finn, message_id, vote))).message).toBe('Invalid message(s)');
    const hidden = await dara.sendMessage({ ...toAgora(POLL), to: 'vault' });
    const missing = await refusal(add(ada, 987_654 as MessageId, vote));
    const unseen = await refusal(add(ada, hidden.id, vote));
    expect([unseen.code, unseen.message]).toEqual([missing.code, missing.message]);
    expect(await submessagesOf(dara, hidden.id)).toHaveLength(1);
  });

  it('[MS51] the author begins, with anything that creates no widget', async () => {
    const { dara, eli } = cast;
    const { id } = await dara.sendMessage(toAgora('plain'));
    const error = await refusal(add(eli, id, { a: 1 }, 'whatever'));
    expect(error.message).toBe('You cannot attach a submessage to this message.');
    const made = { widget_type: 'poll', extra_data: null };
    expect((await refusal(add(dara, id, made))).code).toBe('BAD_REQUEST');
    await add(dara, id, { a: 1 }, 'whatever');
    await add(eli, id, { b: 2 }, 'whatever');
    expect((await submessagesOf(eli, id)).map(({ content }) => content)).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('[MS52] polls accept votes and options, and questions of the author', async () => {
    const { dara, eli } = cast;
    const id = await poll(dara);
    await add(eli, id, { type: 'vote', key: 'canned,1', vote: -1 });
    await add(eli, id, { type: 'new_option', idx: 1, option: 'Corinth' });
    await add(dara, id, { type: 'question', question: 'Whither?' });
    const refused: unknown[] = [
      'no JSON',
      'null',
      '[]',
      { type: 'vote', key: 'canned,1', vote: 2 },
      { type: 'vote', vote: 1 },
      { type: 'new_option', idx: 'x', option: 'Corinth' },
      { type: 'new_option', idx: 1, option: 3 },
      { type: 'question', question: null },
      { type: 'strike', key: '1' },
      { type: 'toString' },
    ];
    for (const data of refused) expect((await refusal(add(dara, id, data))).code).toBe('BAD_REQUEST');
    const error = await refusal(add(eli, id, { type: 'question', question: 'Mine?' }));
    expect(error.message).toBe("You can't edit a question unless you are the author.");
    expect(await submessagesOf(eli, id)).toHaveLength(4);
  });

  it('[MS52] task lists accept tasks and their completion, and titles of the author', async () => {
    const { dara, eli } = cast;
    const { id } = await dara.sendMessage(toAgora('/todo'));
    await add(eli, id, { type: 'new_task', key: 2, task: 'bread', desc: '', completed: false });
    await add(eli, id, { type: 'strike', key: '2,0' });
    await add(dara, id, { type: 'new_task_list_title', title: 'Errands' });
    const refused: unknown[] = [
      { type: 'new_task', key: '2', task: 'bread', desc: '', completed: false },
      { type: 'new_task', key: 2, task: 'bread', desc: '' },
      { type: 'strike', key: 2 },
      vote,
    ];
    for (const data of refused) expect((await refusal(add(dara, id, data))).code).toBe('BAD_REQUEST');
    const error = await refusal(add(eli, id, { type: 'new_task_list_title', title: 'Mine' }));
    expect(error.message).toBe("You can't edit the task list title unless you are the author.");
  });

  it('[MS53] length and number are limited', async () => {
    const { dara, eli } = cast;
    const id = await poll(dara);
    const option = (length: number) => {
      const empty = JSON.stringify({ type: 'new_option', idx: 1, option: '' });
      return JSON.stringify({ type: 'new_option', idx: 1, option: '🏛'.repeat(length - empty.length) });
    };
    await add(eli, id, option(MAX_SUBMESSAGE_LENGTH));
    expect((await refusal(add(eli, id, option(MAX_SUBMESSAGE_LENGTH + 1)))).code).toBe('BAD_REQUEST');
    expect((await refusal(add(eli, id, vote, ''))).code).toBe('BAD_REQUEST');
    expect((await refusal(add(eli, id, vote, 'x'.repeat(61)))).code).toBe('BAD_REQUEST');
    const rest = Array.from({ length: MAX_SUBMESSAGES_EACH - 1 }, () => add(eli, id, vote));
    await Promise.all(rest);
    expect((await refusal(add(eli, id, vote))).code).toBe('BAD_REQUEST');
    await add(dara, id, vote);
  });

  it('[MS53] [MS73] the size of all additions to a message is limited, and counts towards the size of a page', async () => {
    const { dara, eli } = cast;
    const [full, next] = [await poll(dara), await poll(dara)];
    const large = JSON.stringify({ type: 'new_option', idx: 1, option: 'x'.repeat(9000) });
    const add_rows = (message_id: MessageId, bytes: number) =>
      server.app.store.transaction((tx) =>
        tx.run(
          sql`insert into submessages (message_id, sender_id, msg_type, content) values (${message_id}, ${eli.user_id}, 'widget', ${'x'.repeat(bytes)})`,
        ),
      );
    await add_rows(full, 1024 * 1024 - 8000);
    expect((await refusal(add(eli, full, large))).message).toContain('(limit: submessage-kib)');
    await add(eli, full, vote);
    await add(eli, next, large);
    await add_rows(next, 16 * 1024 * 1024);
    const fetch = { anchor: 'newest', num_before: 2, num_after: 0 } as const;
    const { messages, found_oldest } = await eli.getMessages({
      ...fetch,
      narrow: [{ operator: 'channel', operand: 'agora' }],
    });
    expect([messages.map(({ id }) => id), found_oldest]).toEqual([[next], false]);
  });

  it('[MS73] reactions and earlier versions count towards the size of a page', async () => {
    const { dara, eli } = cast;
    const send = async (content: string) =>
      (await dara.sendMessage({ type: 'channel', to: 'agora', topic: 'counted', content })).id;
    const write = (statement: Parameters<Connection['run']>[0]) =>
      server.app.store.transaction((tx) => tx.run(statement));
    const listed = async () => {
      const narrow = [{ operator: 'topic', operand: 'counted' }];
      const { messages } = await dara.getMessages({ anchor: 'newest', num_before: 3, num_after: 0, narrow });
      return messages.map(({ id }) => id);
    };
    const [reacted, large] = [await send('reacted'), await send('large')];
    const nearly = 16 * 1024 * 1024 - 8000;
    await write(
      sql`insert into submessages (message_id, sender_id, msg_type, content) values (${large}, ${eli.user_id}, 'widget', ${'x'.repeat(nearly)})`,
    );
    await eli.addReaction({ message_id: reacted, emoji_name: 'tada' });
    expect(await listed()).toEqual([reacted, large]);
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const added = numbers.map((n) => [reacted, eli.user_id, 'tada', `${n}`, 'unicode_emoji']);
    await write(
      sql`insert into reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) values ${sql.rows(added)}`,
    );
    expect(await listed()).toEqual([large]);

    const edited = await send('sent');
    await dara.editMessage({ message_id: edited, content: 'edited' });
    expect(await listed()).toEqual([large, edited]);
    const changes = numbers.map((n) => [edited, n, 1, 'counted', 'counted']);
    await write(
      sql`insert into message_edits (message_id, position, timestamp, prev_topic, topic) values ${sql.rows(changes)}`,
    );
    expect(await listed()).toEqual([edited]);
  });
});
