// Moving messages to other topics and channels: which, by whom, until when, and the events.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId, GroupId, MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let groups: Record<string, GroupId>;
beforeAll(async () => {
  const { realm_user_groups } = await cast.ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  groups = Object.fromEntries(realm_user_groups!.map(({ name, id }) => [name, id as GroupId]));
});

const DAY_MS = 24 * 60 * 60_000;
let made = 0;
/** A channel of its own for a test. */
async function channel(people: Person[], options: object = {}): Promise<{ name: string; stream_id: ChannelId }> {
  const name = `channel ${++made}`;
  const principals = people.map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return { name, stream_id: (await cast.ada.getStreamId({ stream: name })).stream_id };
}
const send = async (who: Person, to: string, topic: string, content = `about ${topic}`): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to, topic, content })).id;
const many = async (who: Person, to: string, topic: string, count: number): Promise<MessageId[]> => {
  const ids: MessageId[] = [];
  for (let at = 0; at < count; at++) ids.push(await send(who, to, topic));
  return ids;
};
const where = async (who: Person, message_id: MessageId) => {
  const { message } = await who.getMessage({ message_id });
  return [message.display_recipient, message.subject];
};
const topics = async (who: Person, stream_id: ChannelId) =>
  (await who.getStreamTopics({ stream_id, allow_empty_topic_name: true })).topics.map(({ name }) => name);
const of = (type: string, events: readonly ReceivedEvent[]) =>
  events.filter((event) => event.type === type).map(({ id: _, ...event }) => event);
/** A newer message than those a test moves or deletes: max_message_id is as of the fetch. */
const newest = async (...people: Person[]) => {
  const to = people.map(({ user_id }) => user_id);
  await cast.ada.sendMessage({ type: 'direct', to, content: 'newest' });
};
const QUIET = { send_notification_to_new_thread: false };

describe('moves', () => {
  it('[ED17] one message, the later ones, or the whole topic, ignoring case', async () => {
    const { ada, dara } = cast;
    const { name, stream_id } = await channel([ada, dara]);
    const [a, b, c, d] = await many(dara, name, 'Lunch', 4);
    await dara.editMessage({ message_id: b!, topic: 'food', ...QUIET });
    await dara.editMessage({ message_id: c!, topic: 'dinner', propagate_mode: 'change_later', ...QUIET });
    const e = await send(dara, name, 'LUNCH');
    const { events } = await verifyEvents([ada, dara], () =>
      dara.editMessage({ message_id: e, topic: 'tea', propagate_mode: 'change_all', ...QUIET }),
    );
    const found = await Promise.all([a, b, c, d, e].map(async (id) => (await where(ada, id!))[1]));
    expect(found).toEqual(['tea', 'food', 'dinner', 'dinner', 'tea']);
    expect(await topics(ada, stream_id)).toEqual(['tea', 'dinner', 'food']);
    const { message } = await ada.getMessage({ message_id: a! });
    expect(message.last_moved_timestamp).toBeNumber();
    expect(message.last_edit_timestamp).toBeUndefined();
    for (const received of events)
      expect(of('update_message', received)).toEqual([
        {
          type: 'update_message',
          user_id: dara.user_id,
          rendering_only: false,
          message_id: e,
          message_ids: [a, e],
          flags: received === events[1] ? ['read'] : [],
          edit_timestamp: message.last_moved_timestamp,
          stream_name: name,
          stream_id,
          propagate_mode: 'change_all',
          orig_subject: 'LUNCH',
          subject: 'tea',
          topic_links: [],
        },
      ]);
  });

  it('[ED17] only a change of case, and the topic stays one', async () => {
    const { dara } = cast;
    const { name, stream_id } = await channel([dara]);
    const [a] = await many(dara, name, 'lunch', 2);
    await dara.editMessage({ message_id: a!, topic: 'LUNCH', propagate_mode: 'change_all' });
    expect(await topics(dara, stream_id)).toEqual(['LUNCH']);
    const { messages } = await dara.getMessages({
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [['channel', name]],
    });
    expect(messages.map(({ subject }) => subject)).toEqual(['LUNCH', 'LUNCH']);
  });

  it('[ED17] [ED44] with links of the new name, and the empty topic’s display name for clients that need one', async () => {
    const { dara } = cast;
    const { name } = await channel([dara]);
    const message_id = await send(dara, name, '');
    const knowing = await dara.registerQueue({
      event_types: ['update_message'],
      client_capabilities: { empty_topic_name: true },
    });
    const { events } = await verifyEvents([dara], () =>
      dara.editMessage({ message_id, topic: 'see https://a.example', ...QUIET }),
    );
    expect(of('update_message', events[0]!)).toMatchObject([
      { orig_subject: 'general chat', topic_links: [{ text: 'https://a.example', url: 'https://a.example' }] },
    ]);
    await dara.editMessage({ message_id, topic: '(no topic)', ...QUIET });
    const { events: received } = await dara.getEvents({
      queue_id: knowing.queue_id!,
      last_event_id: knowing.last_event_id,
      dont_block: true,
    });
    expect(received).toMatchObject([{ orig_subject: '' }, { subject: '', topic_links: [] }]);
  });

  it('[ED18] of protected history only what the mover can read', async () => {
    const { ada, dara, eli } = cast;
    const { name } = await channel([ada, dara], { invite_only: true });
    const [before] = await many(dara, name, 'secret', 1);
    await ada.subscribe({ subscriptions: [{ name }], principals: [eli.user_id] });
    const after = await send(dara, name, 'secret');
    const { events } = await verifyEvents([ada, eli], () =>
      eli.editMessage({ message_id: after, topic: 'open', propagate_mode: 'change_all', ...QUIET }),
    );
    expect(of('update_message', events[0]!)).toMatchObject([{ message_ids: [after] }]);
    expect((await where(dara, before!))[1]).toBe('secret');
    await dara.editMessage({ message_id: before!, topic: 'other', ...QUIET });
    const [all] = [
      await verifyEvents([dara, eli], () => dara.editMessage({ message_id: before!, topic: 'open', ...QUIET })),
    ];
    expect(all.events.map((received) => of('update_message', received).length)).toEqual([1, 0]);
  });

  it('[ED16] a large topic in batches, with everything attached to the messages', async () => {
    const { ada, dara } = cast;
    const { name, stream_id } = await channel([ada, dara]);
    const target = await channel([ada, dara]);
    const ids = await Promise.all(Array.from({ length: 1_010 }, () => send(dara, name, 'long')));
    ids.sort((a, b) => a - b);
    await ada.addReaction({ message_id: ids[5]!, emoji_name: 'tada' });
    const { events } = await verifyEvents([ada], async () => {
      await ada.editMessage({ message_id: ids[1]!, stream_id: target.stream_id, propagate_mode: 'change_all' });
      await server.app.jobs.settle();
    });
    const updates = of('update_message', events[0]!);
    expect(updates.flatMap(({ message_ids }) => message_ids)).toEqual(ids);
    expect(updates.map(({ message_id }) => message_id)).toEqual([
      ids[1],
      ...updates.slice(1).map((u) => (u.message_ids as number[])[0]),
    ]);
    expect(await topics(ada, stream_id)).toEqual([]);
    expect(await topics(ada, target.stream_id)).toEqual(['long']);
    expect((await ada.getMessage({ message_id: ids[5]! })).message.reactions).toHaveLength(1);
    const notices = of('message', events[0]!);
    expect(notices).toHaveLength(1);
  });

  it('[ED800] large messages in smaller batches', async () => {
    const { ada, dara } = cast;
    const { name, stream_id } = await channel([ada, dara]);
    // Code of a spelling that is coloured character by character: some 200 KB for each message.
    const code = `\`\`\`python\n${'1+'.repeat(4900)}1\n\`\`\``;
    const ids: MessageId[] = [];
    for (let n = 0; n < 30; n++) ids.push(await send(dara, name, 'heavy', code));
    const { events } = await verifyEvents([ada], async () => {
      await ada.editMessage({ message_id: ids[0]!, topic: 'moved', propagate_mode: 'change_all', ...QUIET });
      await server.app.jobs.settle();
    });
    const updates = of('update_message', events[0]!);
    expect(updates.flatMap(({ message_ids }) => message_ids)).toEqual(ids);
    expect(updates.length).toBeGreaterThan(1);
    expect(await topics(ada, stream_id)).toEqual(['moved']);
  });
});

describe('to another channel', () => {
  it('[ED12] [ED42] [ED43] readers there see a move, the others a deletion', async () => {
    const { ada, dara, eli, finn, chen } = cast;
    const from = await channel([ada, dara, eli, finn]);
    const to = await channel([ada, chen]);
    const [a, b] = await many(dara, from.name, 'Topic', 2);
    await newest(dara, finn, chen);
    const { events } = await verifyEvents([ada, dara, finn, chen], () =>
      ada.editMessage({ message_id: b!, stream_id: to.stream_id, propagate_mode: 'change_all', ...QUIET }),
    );
    for (const at of [0, 1, 3])
      expect(of('update_message', events[at]!)).toEqual([
        {
          type: 'update_message',
          user_id: ada.user_id,
          rendering_only: false,
          message_id: b,
          message_ids: [a, b],
          flags: [[], ['read'], [], ['read', 'historical']][at],
          edit_timestamp: expect.any(Number),
          stream_name: from.name,
          stream_id: from.stream_id,
          propagate_mode: 'change_all',
          orig_subject: 'Topic',
          new_stream_id: to.stream_id,
        },
      ]);
    expect(of('update_message', events[2]!)).toEqual([]);
    const deletion = { type: 'delete_message', message_type: 'stream', stream_id: from.stream_id, topic: 'Topic' };
    expect(of('delete_message', events[2]!)).toEqual([
      { ...deletion, message_id: a },
      { ...deletion, message_id: b },
    ]);
    for (const at of [0, 1, 3]) expect(of('delete_message', events[at]!)).toEqual([]);
    expect((await refusal(finn.getMessage({ message_id: a! }))).message).toBe('Invalid message(s)');
    expect(await where(chen, a!)).toEqual([to.name, 'Topic']);
  });

  it('[ED42] [ED43] [MS19] into a private channel, and from one: nobody learns of a place hidden from them', async () => {
    const { ada, dara, eli, chen } = cast;
    const open = await channel([ada, dara, eli]);
    const closed = await channel([ada, chen], { invite_only: true, history_public_to_subscribers: true });
    const message_id = await send(dara, open.name, 't');
    await newest(dara, eli, chen);
    const into = await verifyEvents([ada, dara, eli, chen], () =>
      ada.editMessage({ message_id, stream_id: closed.stream_id, send_notification_to_old_thread: true }),
    );
    const kinds = (events: readonly (readonly ReceivedEvent[])[]) =>
      events.map((received) => ['update_message', 'delete_message'].map((type) => of(type, received).length));
    expect(kinds(into.events)).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
    expect(JSON.stringify(into.events[1])).not.toContain(closed.name);
    const out = await verifyEvents([ada, dara, chen], () =>
      ada.editMessage({ message_id, stream_id: open.stream_id, topic: 'u' }),
    );
    // New readers receive nothing of the old place except the notice.
    expect(kinds(out.events)).toEqual([
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
    expect(JSON.stringify(out.events[1])).not.toContain(closed.name);
    expect(await where(dara, message_id)).toEqual([open.name, 'u']);
  });

  it('[ED43] into protected history: messages within one’s spans stay readable, the others are gone', async () => {
    const { ada, dara, eli } = cast;
    const open = await channel([ada, dara, eli]);
    const closed = await channel([ada, dara], { invite_only: true });
    const [a] = await many(dara, open.name, 't', 1);
    await ada.subscribe({ subscriptions: [{ name: closed.name }], principals: [eli.user_id] });
    const b = await send(dara, open.name, 't');
    await newest(dara, eli);
    const { events } = await verifyEvents([ada, dara, eli], () =>
      ada.editMessage({ message_id: b, stream_id: closed.stream_id, propagate_mode: 'change_all', ...QUIET }),
    );
    const ids = (at: number) => of('update_message', events[at]!).flatMap(({ message_ids }) => message_ids);
    expect([ids(0), ids(1), ids(2)]).toEqual([[a, b], [a, b], [b]]);
    expect(of('delete_message', events[2]!)).toMatchObject([{ message_id: a }]);
    expect((await refusal(eli.getMessage({ message_id: a! }))).code).toBe('BAD_REQUEST');
    expect((await where(eli, b))[0]).toBe(closed.name);
  });

  it('[ED12] only where the mover may send; hidden channels don’t exist', async () => {
    const { ada, dara, eli } = cast;
    const from = await channel([ada, dara, eli]);
    const hidden = await channel([ada], { invite_only: true });
    const quiet = await channel([ada], { can_send_message_group: groups['role:administrators'] });
    const message_id = await send(dara, from.name, 't');
    const messages: string[] = [];
    for (const stream_id of [hidden.stream_id, 987_654, quiet.stream_id])
      messages.push((await refusal(dara.editMessage({ message_id, stream_id }))).message);
    expect(messages[0]).toBe('Invalid channel ID');
    expect(messages[1]).toBe(messages[0]!);
    expect(messages[2]).toContain('permission to post');
    const archived = await channel([ada]);
    await ada.archiveStream({ stream_id: archived.stream_id });
    expect((await refusal(ada.editMessage({ message_id, stream_id: archived.stream_id }))).code).toBe('BAD_REQUEST');
    const other = await server.organization(`moving${made}.example`);
    await other.owner.subscribe({ subscriptions: [{ name: 'theirs' }] });
    const { stream_id } = await other.owner.getStreamId({ stream: 'theirs' });
    expect((await refusal(ada.editMessage({ message_id, stream_id }))).message).toBe('Invalid channel ID');
  });

  it('[ED13] within the target’s topic policy', async () => {
    const { ada, dara } = cast;
    const from = await channel([ada, dara]);
    const only_empty = await channel([ada, dara], { topics_policy: 'empty_topic_only' });
    const no_empty = await channel([ada, dara], { topics_policy: 'disable_empty_topic' });
    const fixed = await channel([ada, dara], { can_create_topic_group: groups['role:administrators'] });
    await send(ada, fixed.name, 'there');
    const [named, empty] = [await send(dara, from.name, 'named'), await send(dara, from.name, '')];
    const refused = [
      { message_id: named, stream_id: only_empty.stream_id },
      { message_id: empty, stream_id: no_empty.stream_id },
      { message_id: named, stream_id: fixed.stream_id },
    ];
    for (const edit of refused) expect((await refusal(dara.editMessage(edit))).code).toBe('BAD_REQUEST');
    await dara.editMessage({ message_id: named, stream_id: only_empty.stream_id, topic: '' });
    await dara.editMessage({ message_id: empty, stream_id: fixed.stream_id, topic: 'There' });
    expect(await where(ada, named)).toEqual([only_empty.name, 'general chat']);
    expect(await where(ada, empty)).toEqual([fixed.name, 'There']);
  });
});

describe('permissions to move', () => {
  it('[ED8] [ED10] [ED11] come from the organization or the current channel', async () => {
    const { ada, dara, finn } = cast;
    const nobody = { new: groups['role:nobody']! };
    const from = await channel([ada, dara, finn]);
    const to = await channel([ada, dara, finn]);
    const message_id = await send(dara, from.name, 't');
    await ada.updateRealm({
      can_move_messages_between_topics_group: nobody,
      can_move_messages_between_channels_group: nobody,
    });
    for (const change of [{ topic: 'u' }, { stream_id: to.stream_id }])
      for (const person of [ada, dara, finn])
        expect((await refusal(person.editMessage({ message_id, ...change }))).message).toContain('permission');
    const finns = { new: { direct_members: [finn.user_id], direct_subgroups: [] } };
    await ada.updateStream({
      stream_id: from.stream_id,
      can_move_messages_within_channel_group: finns,
      can_move_messages_out_of_channel_group: finns,
    });
    await finn.editMessage({ message_id, topic: 'u', ...QUIET });
    expect((await refusal(dara.editMessage({ message_id, topic: 'v' }))).message).toContain('permission');
    await finn.editMessage({ message_id, stream_id: to.stream_id, ...QUIET });
    expect((await refusal(finn.editMessage({ message_id, topic: 'v' }))).message).toContain('permission');
    expect(await where(ada, message_id)).toEqual([to.name, 'u']);
    await ada.updateRealm({
      can_move_messages_between_topics_group: { new: groups['role:everyone']! },
      can_move_messages_between_channels_group: { new: groups['role:members']! },
    });
  });

  it('[ED14] end after the limit of each kind of move, except for moderators', async () => {
    const { ada, chen, dara } = cast;
    const from = await channel([ada, dara, chen]);
    const to = await channel([ada, dara, chen]);
    await ada.updateRealm({
      move_messages_within_stream_limit_seconds: 10 * 86_400,
      move_messages_between_streams_limit_seconds: 5 * 86_400,
    });
    const message_id = await send(dara, from.name, 't');
    server.clock.advance(5 * DAY_MS + 10_000);
    await dara.editMessage({ message_id, stream_id: to.stream_id, ...QUIET });
    server.clock.advance(15_000);
    const late = await refusal(dara.editMessage({ message_id, stream_id: from.stream_id, topic: 'u' }));
    expect(late.message).toBe("The time limit for editing this message's channel has passed.");
    await dara.editMessage({ message_id, topic: 'u', ...QUIET });
    server.clock.advance(5 * DAY_MS);
    const later = await refusal(dara.editMessage({ message_id, topic: 'v' }));
    expect(later.message).toBe("The time limit for editing this message's topic has passed.");
    await chen.editMessage({ message_id, stream_id: from.stream_id, topic: 'v', ...QUIET });
    await ada.updateRealm({
      move_messages_within_stream_limit_seconds: 'unlimited',
      move_messages_between_streams_limit_seconds: 'unlimited',
    });
    await dara.editMessage({ message_id, topic: 'w', ...QUIET });
    expect((await where(ada, message_id))[1]).toBe('w');
  });

  it('[ED15] cover a whole topic only if no message is too old; the error names the first movable one', async () => {
    const { ada, chen, dara } = cast;
    const { name } = await channel([ada, chen, dara]);
    const old = await many(dara, name, 'aging', 3);
    await ada.updateRealm({ move_messages_within_stream_limit_seconds: 86_400 });
    server.clock.advance(2 * DAY_MS);
    const fresh = await many(dara, name, 'aging', 2);
    const edit = { message_id: fresh[1]!, topic: 'young', propagate_mode: 'change_all' as const, ...QUIET };
    const error = await refusal(dara.editMessage(edit));
    expect([error.code, error.fields]).toEqual([
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      {
        first_message_id_allowed_to_move: fresh[0],
        total_messages_in_topic: 5,
        total_messages_allowed_to_move: 2,
      } as never,
    ]);
    await dara.editMessage({ ...edit, message_id: fresh[0]!, propagate_mode: 'change_later' });
    expect((await where(ada, fresh[1]!))[1]).toBe('young');
    await chen.editMessage({ ...edit, message_id: old[1]! });
    expect((await where(ada, old[0]!))[1]).toBe('young');
    await ada.updateRealm({ move_messages_within_stream_limit_seconds: 'unlimited' });
  });
});

describe('notices', () => {
  const notices = async (stream_name: string, topic: string) => {
    const narrow: [string, string][] = [
      ['channel', stream_name],
      ['topic', topic],
    ];
    const { messages } = await cast.ada.getMessages({
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    return messages
      .filter(({ sender_full_name }) => sender_full_name === 'Notification Bot')
      .map(({ content }) => content);
  };

  it('[ED23] name the old and new place, if the mover asks for them', async () => {
    const { ada, dara } = cast;
    const from = await channel([ada, dara]);
    const to = await channel([ada, dara]);
    const [a, b, c] = await many(dara, from.name, 'one', 3);
    const who = `@_**Dara Member|${dara.user_id}**`;
    const both = { send_notification_to_old_thread: true };
    await dara.editMessage({ message_id: a!, topic: 'two', ...both });
    expect(await notices(from.name, 'two')).toEqual([
      `${who} moved [a message](/#narrow/channel/${from.stream_id}-${from.name.replace(' ', '-')}/topic/two/near/${a}) here from #**${from.name}>one**.`,
    ]);
    await dara.editMessage({ message_id: b!, topic: 'three', propagate_mode: 'change_later', ...both });
    expect(await notices(from.name, 'three')).toContain(`${who} moved this topic here from #**${from.name}>one**.`);
    expect((await notices(from.name, 'one')).at(-1)).toBe(`${who} moved this topic to #**${from.name}>three**.`);
    await dara.editMessage({ message_id: c!, stream_id: to.stream_id, propagate_mode: 'change_later' });
    expect((await notices(to.name, 'three')).at(-1)).toBe(`${who} moved 3 messages here from #**${from.name}>three**.`);
    expect((await notices(from.name, 'three')).some((text) => text.includes(to.name))).toBe(false);
  });

  it('[ED24] never interpret names as markup', async () => {
    const { ada, dara } = cast;
    const { name } = await channel([ada, dara]);
    const message_id = await send(dara, name, '** @**all** `x');
    const { events } = await verifyEvents([ada], () => dara.editMessage({ message_id, topic: 'plain' }));
    const [notice] = of('message', events[0]!);
    expect(notice!.flags).toEqual([]);
    expect((await notices(name, 'plain'))[0]).toMatch(
      /here from \[another topic\]\(\/#narrow\/channel\/[\w.-]+\/topic\/[\w.-]+\)\.$/,
    );
  });
});

describe('moved with the messages', () => {
  it('[ED19] are topic policies, for a whole topic, and unread state', async () => {
    const { ada, dara, eli } = cast;
    const from = await channel([ada, dara, eli]);
    const to = await channel([ada, dara, eli]);
    const [a] = await many(dara, from.name, 'followed', 2);
    await eli.updateUserTopic({ stream_id: from.stream_id, topic: 'followed', visibility_policy: 3 });
    await verifyEvents([ada, eli], () =>
      dara.editMessage({
        message_id: a!,
        stream_id: to.stream_id,
        topic: 'there',
        propagate_mode: 'change_all',
        ...QUIET,
      }),
    );
    const { user_topics, unread_msgs } = await eli.registerQueue();
    expect(user_topics!.filter(({ stream_id }) => stream_id === from.stream_id)).toEqual([]);
    expect(user_topics!.find(({ stream_id }) => stream_id === to.stream_id)).toMatchObject({
      topic_name: 'there',
      visibility_policy: 3,
    });
    expect(unread_msgs!.streams.find(({ stream_id }) => stream_id === to.stream_id)).toMatchObject({
      topic: 'there',
      unread_message_ids: expect.arrayContaining([a]),
    });
  });

  it('[ED19] are files; an edit names those that no message links to any more', async () => {
    const { dara } = cast;
    const { name } = await channel([dara]);
    const { url } = await dara.uploadFile({}, { file: new File(['text'], 'note.txt', { type: 'text/plain' }) });
    const message_id = await send(dara, name, 'files', `see [note](${url})`);
    const { value } = await verifyEvents([dara], () => dara.editMessage({ message_id, content: 'see nothing' }));
    expect(value.detached_uploads).toMatchObject([{ name: 'note.txt', size: 4, messages: [] }]);
    const { events } = await verifyEvents([dara], () =>
      dara.editMessage({ message_id, content: `again [note](${url})` }),
    );
    expect(events[0]!.some(({ type }) => type === 'attachment')).toBe(true);
  });
});
