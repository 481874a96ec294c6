// Resolving and unresolving topics.
import { beforeAll, expect, it } from 'bun:test';
import { type MessageId, RESOLVED_TOPIC_PREFIX, resolutionOf } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let stream_id: number;
let nobody: { new: number };
beforeAll(async () => {
  const { ada, dara, eli } = cast;
  const principals = [ada, dara, eli].map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name: 'plaza' }], principals });
  stream_id = (await ada.getStreamId({ stream: 'plaza' })).stream_id;
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  nobody = { new: realm_user_groups!.find(({ name }) => name === 'role:nobody')!.id };
});

const send = async (who: Person, topic: string): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to: 'plaza', topic, content: 'said' })).id;
const mark = (who: Person, message_id: MessageId, topic: string) =>
  who.editMessage({ message_id, topic, propagate_mode: 'change_all' });
const read = async (topic: string) => {
  const narrow: [string, string][] = [
    ['channel', 'plaza'],
    ['topic', topic],
  ];
  const request = { anchor: 'newest', num_before: 9, num_after: 0, narrow, apply_markdown: false };
  return (await cast.ada.getMessages(request)).messages;
};

it('[ED20] distinguishes a resolution from a move', () => {
  const long = 'x'.repeat(60);
  for (const [from, to, expected] of [
    ['a', '✔ a', 'resolved'],
    ['✔ a', 'a', 'unresolved'],
    ['✔ ✔ a', 'a', 'unresolved'],
    ['✔ ✔ a', '✔ a', 'unresolved'],
    [long, `✔ ${'x'.repeat(55)}...`, 'resolved'],
    ['a', '✔ b', null],
    ['✔ a', 'b', null],
    ['✔ a', '✔ A', null],
    ['', '✔', null],
    ['a', '✔a', null],
  ] as const)
    expect([from, to, resolutionOf(from, to)]).toEqual([from, to, expected]);
});

it('[ED20] [ED21] [ED22] a resolution is announced and recorded, and is no move', async () => {
  const { ada, dara, eli } = cast;
  const ids = [await send(dara, 'Bug'), await send(eli, 'bug')];
  const { events } = await verifyEvents([ada, eli], () => mark(eli, ids[1]!, '✔ bug'));
  const update = events[0]!.find(({ type }) => type === 'update_message')!;
  expect(update).toMatchObject({
    message_ids: ids,
    orig_subject: 'bug',
    subject: '✔ bug',
    propagate_mode: 'change_all',
  });
  const messages = await read('✔ bug');
  expect(messages.map(({ content }) => content)).toEqual([
    'said',
    'said',
    `@_**Eli Member|${eli.user_id}** marked this topic as resolved.`,
  ]);
  expect(messages[0]!.last_moved_timestamp).toBeUndefined();
  expect(messages[0]!.edit_history).toMatchObject([{ prev_topic: 'Bug', topic: '✔ bug' }]);
  expect((await ada.getStreamTopics({ stream_id })).topics.map(({ name }) => name)).toEqual([
    `${RESOLVED_TOPIC_PREFIX}bug`,
  ]);
});

it('[ED21] undoing it within a minute removes the notice; later, or after new messages, adds one', async () => {
  const { ada, dara } = cast;
  const message_id = await send(dara, 'thoughts');
  await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: 'newest' });
  await mark(dara, message_id, '✔ thoughts');
  const [notice] = (await read('✔ thoughts')).slice(-1);
  await ada.sendMessage({ type: 'direct', to: [dara.user_id], content: 'newest' });
  const { events } = await verifyEvents([ada], () => mark(dara, message_id, 'thoughts'));
  expect(events[0]!.filter(({ type }) => type === 'delete_message')).toMatchObject([{ message_id: notice!.id }]);
  expect(await read('thoughts')).toHaveLength(1);
  await mark(dara, message_id, '✔ thoughts');
  server.clock.advance(61_000);
  await mark(dara, message_id, 'thoughts');
  expect(await read('thoughts')).toHaveLength(3);
  // This removes the last notice, and the next does not: a message came in between.
  await mark(dara, message_id, '✔ thoughts');
  expect(await read('✔ thoughts')).toHaveLength(2);
  await send(ada, '✔ thoughts');
  await mark(dara, message_id, 'thoughts');
  expect(await read('thoughts')).toHaveLength(4);
});

it('[ED20] needs the organization’s or the channel’s permission, at any age; other moves need more', async () => {
  const { ada, dara, eli } = cast;
  const message_id = await send(dara, 'rights');
  await send(dara, 'rights');
  await ada.updateRealm({ can_resolve_topics_group: nobody });
  const refused = async (call: Promise<unknown>) => {
    const error = await call.then(() => null).catch((thrown) => thrown as Error);
    return error?.message;
  };
  expect(await refused(mark(eli, message_id, '✔ rights'))).toBe("You don't have permission to resolve topics.");
  // A rename that adds the mark can't bypass this.
  expect(await refused(mark(eli, message_id, '✔ other'))).toBe("You don't have permission to resolve topics.");
  const new_value = { new: { direct_members: [eli.user_id], direct_subgroups: [] } };
  await ada.updateStream({ stream_id, can_resolve_topics_group: new_value });
  await ada.updateRealm({
    can_move_messages_between_topics_group: nobody,
    move_messages_within_stream_limit_seconds: 60,
  });
  server.clock.advance(24 * 60 * 60_000);
  await mark(eli, message_id, '✔ rights');
  expect(await refused(mark(dara, message_id, 'rights'))).toBe("You don't have permission to resolve topics.");
  expect(await refused(mark(eli, message_id, 'others'))).toContain('permission');
  // Only one of its messages: that would split the topic.
  expect(await refused(eli.editMessage({ message_id, topic: 'rights' }))).toContain('permission');
  await mark(eli, message_id, 'rights');
});

it('[ED20] the empty topic can’t be resolved', async () => {
  const message_id = await send(cast.ada, '');
  await expect(mark(cast.ada, message_id, '✔ ')).rejects.toMatchObject({
    message: 'General chat cannot be marked as resolved',
  });
});
