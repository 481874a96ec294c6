// Deleting messages and topics: who may, until when, and its events.

import { beforeAll, describe, expect, it } from 'bun:test';
import type { MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests();
let stream_id: number;
let nobody: { new: number };
beforeAll(async () => {
  const { ada, dara, eli, finn, bot } = cast;
  const principals = [ada, dara, eli, finn, bot].map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name: 'plaza' }], principals });
  stream_id = (await ada.getStreamId({ stream: 'plaza' })).stream_id;
  const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
  nobody = { new: realm_user_groups!.find(({ name }) => name === 'role:nobody')!.id };
});

const send = async (who: Person, topic = 'talk', to = 'plaza'): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to, topic, content: 'said' })).id;
/** A newer message than those a test deletes: max_message_id is as of the fetch. */
const newest = (...people: Person[]) =>
  cast.ada.sendMessage({ type: 'direct', to: people.map(({ user_id }) => user_id), content: 'newest' });
const exists = (message_id: MessageId) =>
  server.app.store.db.get(sql`select id from messages where id = ${message_id}`).then((row) => row !== null);
const deletions = (events: readonly ReceivedEvent[]) =>
  events.filter(({ type }) => type === 'delete_message').map(({ id: _, type: __, ...event }) => event);

describe('one message', () => {
  it('[ED31] [ED34] [MS19] is deleted with everything attached to it, and all its readers receive the event', async () => {
    const { ada, dara, finn } = cast;
    const message_id = await send(dara);
    await send(ada);
    await ada.addReaction({ message_id, emoji_name: 'tada' });
    await dara.editMessage({ message_id, content: '@**Ada Owner**' });
    const { events } = await verifyEvents([ada, dara, finn], () => dara.removeMessage({ message_id }));
    const deleted = { message_id, message_type: 'stream', stream_id, topic: 'talk' };
    expect(events.map(deletions)).toEqual([[deleted], [deleted], [deleted]]);
    for (const table of ['reactions', 'message_edits', 'message_flags'])
      expect(
        await server.app.store.db.all(sql`select 1 as n from ${sql.raw(table)} where message_id = ${message_id}`),
      ).toEqual([]);
    expect((await refusal(dara.removeMessage({ message_id }))).message).toBe('Invalid message(s)');
  });

  it('[ED34] sends the event to a deleter outside the channel, and to both people of a direct conversation', async () => {
    const { ada, bela, dara, eli } = cast;
    const message_id = await send(dara);
    const direct = (await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'psst' })).id;
    await newest(bela, dara, eli);
    const { events } = await verifyEvents([bela, eli, ada], async () => {
      await bela.removeMessage({ message_id });
      await dara.removeMessage({ message_id: direct });
    });
    const ids = events.map((received) => deletions(received).map((event) => event.message_id));
    expect(ids).toEqual([[message_id], [message_id, direct], [message_id]]);
    expect(deletions(events[1]!)[1]).toEqual({ message_id: direct, message_type: 'private' });
  });

  it('[ED30] [ED31] of others needs a permission; one’s bots’ count as one’s own; hidden ones don’t exist', async () => {
    const { ada, dara, eli, finn, bot } = cast;
    const message_id = await send(dara);
    for (const person of [eli, finn])
      expect((await refusal(person.removeMessage({ message_id }))).message).toBe(
        "You don't have permission to delete this message",
      );
    const elis = { new: { direct_members: [eli.user_id, finn.user_id], direct_subgroups: [] } };
    await ada.updateStream({ stream_id, can_delete_any_message_group: elis });
    await eli.removeMessage({ message_id });
    // A permission that can't be given to everyone never includes guests.
    expect((await refusal(finn.removeMessage({ message_id: await send(dara) }))).code).toBe('BAD_REQUEST');
    await ada.updateStream({ stream_id, can_delete_any_message_group: nobody });
    const of_bot = await send(bot);
    expect((await refusal(eli.removeMessage({ message_id: of_bot }))).code).toBe('BAD_REQUEST');
    await dara.removeMessage({ message_id: of_bot });
    await finn.removeMessage({ message_id: await send(finn) });
    const { id } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'psst' });
    const hidden = await refusal(ada.removeMessage({ message_id: id }));
    const missing = await refusal(ada.removeMessage({ message_id: 987_654 }));
    expect([hidden.code, hidden.message]).toEqual([missing.code, missing.message]);
    expect(await exists(id)).toBe(true);
  });

  it('[ED31] [ED32] of one’s own can be deleted until the limit; with permission for all messages, always', async () => {
    const { ada, dara } = cast;
    await ada.updateRealm({ message_content_delete_limit_seconds: 100 });
    const [in_time, late] = [await send(dara), await send(dara)];
    server.clock.advance(98_000);
    await dara.removeMessage({ message_id: in_time });
    server.clock.advance(4000);
    expect((await refusal(dara.removeMessage({ message_id: late }))).message).toBe(
      'The time limit for deleting this message has passed',
    );
    await ada.removeMessage({ message_id: late });
    await ada.updateRealm({ message_content_delete_limit_seconds: 'unlimited', can_delete_own_message_group: nobody });
    const message_id = await send(dara);
    expect((await refusal(dara.removeMessage({ message_id }))).code).toBe('BAD_REQUEST');
    const daras = { new: { direct_members: [dara.user_id], direct_subgroups: [] } };
    await ada.updateStream({ stream_id, can_delete_own_message_group: daras });
    await dara.removeMessage({ message_id });
  });
});

describe('a topic', () => {
  it('[ED33] [ED34] can be deleted by holders of the permission for all messages, in both forms of the event', async () => {
    const { ada, dara } = cast;
    const ids = [await send(dara, 'Doomed'), await send(ada, 'doomed')];
    const kept = await send(dara, 'kept');
    expect((await refusal(dara.deleteTopic({ stream_id, topic_name: 'doomed' }))).code).toBe('UNAUTHORIZED_PRINCIPAL');
    const bulk = await dara.registerQueue({ client_capabilities: { bulk_message_deletion: true } });
    const { events, value } = await verifyEvents([dara], () => ada.deleteTopic({ stream_id, topic_name: 'DOOMED' }));
    expect(value).toEqual({ complete: true });
    const about = { message_type: 'stream', stream_id, topic: 'Doomed' };
    expect(deletions(events[0]!)).toEqual(ids.map((message_id) => ({ ...about, message_id })));
    const read = { queue_id: bulk.queue_id!, last_event_id: bulk.last_event_id, dont_block: true };
    const received = (await dara.getEvents(read)).events as ReceivedEvent[];
    expect(deletions(received)).toEqual([{ ...about, message_ids: ids }]);
    expect([await exists(ids[0]!), await exists(kept)]).toEqual([false, true]);
    const names = (await dara.getStreamTopics({ stream_id })).topics.map(({ name }) => name);
    expect(names).not.toContain('Doomed');
    expect(await ada.deleteTopic({ stream_id, topic_name: 'doomed' })).toEqual({ complete: true });
    expect((await refusal(ada.deleteTopic({ stream_id: 987_654, topic_name: 'x' }))).message).toBe(
      'Invalid channel ID',
    );
  });

  it('[ED33] of protected history is deleted as far as the caller can read it', async () => {
    const { ada, bela, dara } = cast;
    const principals = [ada.user_id, dara.user_id];
    await ada.subscribe({ subscriptions: [{ name: 'cellar' }], principals, invite_only: true });
    const cellar = (await ada.getStreamId({ stream: 'cellar' })).stream_id;
    const before = await send(dara, 't', 'cellar');
    expect((await refusal(bela.deleteTopic({ stream_id: cellar, topic_name: 't' }))).code).toBe('BAD_REQUEST');
    await ada.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [bela.user_id] });
    const after = await send(dara, 't', 'cellar');
    expect(await bela.deleteTopic({ stream_id: cellar, topic_name: 't' })).toEqual({ complete: true });
    expect([await exists(before), await exists(after)]).toEqual([true, false]);
  });

  it('[ED33] larger than one call is deleted newest first', async () => {
    const { ada } = cast;
    const ids = await Promise.all(Array.from({ length: 1_020 }, () => send(ada, 'endless')));
    ids.sort((a, b) => a - b);
    expect(await ada.deleteTopic({ stream_id, topic_name: 'endless' })).toEqual({ complete: false });
    expect([await exists(ids[19]!), await exists(ids[20]!)]).toEqual([true, false]);
    expect(await ada.deleteTopic({ stream_id, topic_name: 'endless' })).toEqual({ complete: true });
    expect(await exists(ids[0]!)).toBe(false);
  });
});
