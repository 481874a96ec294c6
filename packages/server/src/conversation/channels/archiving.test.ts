// Archiving and unarchiving channels, for clients with and without support for archived channels.
import { describe, expect, it } from 'bun:test';
import type { ChannelId, ReceivedEvent } from '@stoa/contract';
import { outcomeOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();

const kinds = (events: readonly ReceivedEvent[]) => events.map(({ type, op }) => `${type}/${op}`);

async function make(name: string, people: Person[] = [], options: object = {}): Promise<ChannelId> {
  const principals = [cast.dara, ...people].map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

const capable = { client_capabilities: { archived_channels: true } };

/** The events that a client with support for archived channels receives. */
async function eventsOfCapable(client: Person, action: () => Promise<unknown>): Promise<ReceivedEvent[]> {
  const { queue_id, last_event_id } = await client.registerQueue({
    ...capable,
    event_types: ['stream', 'subscription'],
  });
  await action();
  const { events } = await client.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
  await client.deleteQueue({ queue_id: queue_id! });
  return events as ReceivedEvent[];
}

const states = async (client: Person, options: object) => {
  const { streams, subscriptions, never_subscribed } = await client.registerQueue(options);
  const names = (channels: { name: string }[]) => channels.map(({ name }) => name);
  return { streams: names(streams!), subscribed: names([...subscriptions!]), never: names([...never_subscribed!]) };
};

describe('archiving', () => {
  it('[CH22] [CH23] a channel disappears from clients without support for archived ones, and comes back', async () => {
    const { ada, dara, eli, finn } = cast;
    const watchers = [ada, dara, eli, finn];
    const stream_id = await make('rests', [finn]);
    await dara.updateSubscriptionSetting({ stream_id, property: 'color', value: '#abcdef' });
    const archived = await verifyEvents(watchers, () => dara.archiveStream({ stream_id }));
    for (const events of archived.events) {
      expect(kinds(events)).toEqual(['stream/delete']);
      expect(events[0]).toMatchObject({ streams: [{ stream_id }], stream_ids: [stream_id] });
    }
    for (const client of [dara, finn]) {
      const all = await states(client, capable);
      expect([all.streams, all.subscribed]).toEqual(
        [['rests'], ['rests']].map((names) => expect.arrayContaining(names)),
      );
      const live = await states(client, {});
      expect([...live.streams, ...live.subscribed]).not.toContain('rests');
    }
    const back = await verifyEvents(watchers, () => dara.updateStream({ stream_id, is_archived: false }));
    expect(back.events.map(kinds)).toEqual([
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/add'],
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/add'],
    ]);
    expect(back.events[1]![1]).toMatchObject({ subscriptions: [{ stream_id, color: '#abcdef', subscriber_count: 2 }] });
    const update = (value: boolean) => ({ type: 'stream', op: 'update', stream_id, property: 'is_archived', value });
    const received = await eventsOfCapable(eli, async () => {
      await dara.archiveStream({ stream_id });
      await dara.updateStream({ stream_id, is_archived: false });
    });
    expect(received).toMatchObject([update(true), update(false)]);
  });

  it('[CH22] an archived channel can be read, listed on request and left, nothing else', async () => {
    const { ada, dara, eli } = cast;
    const stream_id = await make('still', [eli]);
    const message = { type: 'channel', to: 'still', topic: 't', content: 'before' } as const;
    const { id } = await dara.sendMessage(message);
    await dara.archiveStream({ stream_id });
    expect(await outcomeOf(dara.sendMessage(message))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(ada.subscribe({ subscriptions: [{ name: 'still' }] }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(dara.archiveStream({ stream_id }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(ada.addDefaultStream({ stream_id }))).toContain('400 BAD_REQUEST');
    const refused = [{ description: 'x' }, { is_archived: false, description: 'x' }, { is_archived: true }, {}];
    for (const changes of refused)
      expect(await outcomeOf(dara.updateStream({ stream_id, ...changes }))).toContain('400 BAD_REQUEST');
    expect((await dara.getMessage({ message_id: id })).raw_content).toBe('before');
    expect((await dara.getStream({ stream_id })).stream.is_archived).toBe(true);
    expect((await dara.getStreamTopics({ stream_id })).topics).toMatchObject([{ name: 't' }]);
    const listed = async (exclude_archived: boolean) => (await dara.getStreams({ exclude_archived })).streams;
    expect((await listed(true)).some((channel) => channel.stream_id === stream_id)).toBe(false);
    expect((await listed(false)).some((channel) => channel.stream_id === stream_id)).toBe(true);
    expect((await dara.getSubscriptions({})).subscriptions.map(({ name }) => name)).not.toContain('still');
    expect((await eli.unsubscribe({ subscriptions: ['still'] })).removed).toEqual(['still']);
    expect((await dara.getSubscribers({ stream_id })).subscribers).toEqual([dara.user_id]);
    expect(await outcomeOf(make('STILL'))).toContain('400 BAD_REQUEST');
  });

  it('[CH18] [CH22] channel administrators archive and unarchive it', async () => {
    const { bela, chen, dara, eli, finn } = cast;
    const stream_id = await make('whose', [eli, finn]);
    for (const person of [chen, eli, finn])
      expect(await outcomeOf(person.archiveStream({ stream_id }))).toContain('400 UNAUTHORIZED_PRINCIPAL');
    await bela.archiveStream({ stream_id });
    for (const person of [chen, eli])
      expect(await outcomeOf(person.updateStream({ stream_id, is_archived: false }))).toContain(
        'UNAUTHORIZED_PRINCIPAL',
      );
    await dara.updateStream({ stream_id, is_archived: false });
    expect((await verifyEvents(dara, () => dara.updateStream({ stream_id, is_archived: false }))).events).toEqual([[]]);
    const hidden = await make('whose own', [], { invite_only: true });
    expect(await outcomeOf(eli.archiveStream({ stream_id: hidden }))).toBe('400 BAD_REQUEST Invalid channel ID');
    // Metadata access is enough.
    await bela.archiveStream({ stream_id: hidden });
  });

  it('[CH22] [CH24] it is no longer a default channel, and no setting names it', async () => {
    const { ada, bela, dara } = cast;
    const stream_id = await make('named');
    await bela.addDefaultStream({ stream_id });
    await ada.updateRealm({ new_stream_announcements_stream_id: stream_id, signup_announcements_stream_id: stream_id });
    const { events } = await verifyEvents([ada, dara], () => bela.archiveStream({ stream_id }));
    for (const received of events)
      expect(received).toMatchObject([
        { type: 'stream', op: 'delete' },
        { type: 'default_streams' },
        { type: 'realm', property: 'new_stream_announcements_stream_id', value: -1 },
        { type: 'realm', property: 'signup_announcements_stream_id', value: -1 },
      ]);
    await bela.updateStream({ stream_id, is_archived: false });
    const { realm_default_streams } = await dara.registerQueue({ fetch_event_types: ['default_streams'] });
    expect(realm_default_streams).not.toContain(stream_id);
  });

  it('[CH23] [SB15] a role that gives access shows archived channels to clients with support for them', async () => {
    const { ada, dara, eli } = cast;
    const stream_id = await make('old secret', [], { invite_only: true });
    await dara.archiveStream({ stream_id });
    const promoted = await eventsOfCapable(eli, () => ada.updateUser({ user_id: eli.user_id, role: 200 }));
    const created = promoted.flatMap(({ op, streams }) => (op === 'create' ? (streams as { name: string }[]) : []));
    expect(created.map(({ name }) => name)).toContain('old secret');
    await verifyEvents(eli, () => ada.updateUser({ user_id: eli.user_id, role: 400 }));
  });

  it('[CH820] clients without support for archived channels get no event of one', async () => {
    const { ada, dara, eli, finn } = cast;
    const stream_id = await make('gone for some', [eli, finn], { invite_only: true });
    const { id } = await dara.sendMessage({ type: 'channel', to: stream_id, topic: 'last', content: 'words' });
    await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'the newest message, which stays' });
    await dara.archiveStream({ stream_id });
    const actions: [Person, string[], () => Promise<unknown>][] = [
      [eli, ['subscription/peer_remove'], () => ada.deactivateUser({ user_id: finn.user_id })],
      [eli, ['subscription/peer_add'], () => ada.reactivateUser({ user_id: finn.user_id })],
      [eli, ['stream/update'], () => dara.removeMessage({ message_id: id })],
      [
        eli,
        ['subscription/update', 'subscription/update'],
        () => eli.updateSubscriptionSetting({ stream_id, property: 'is_muted', value: true }),
      ],
      [eli, ['subscription/remove', 'stream/delete'], () => eli.unsubscribe({ subscriptions: ['gone for some'] })],
    ];
    const concerning = (events: readonly ReceivedEvent[]) =>
      kinds(events).filter(
        (kind, at) =>
          /^(stream|subscription)\//.test(kind) &&
          new RegExp(`"stream_ids?":\\[?${stream_id}\\D`).test(JSON.stringify(events[at])),
      );
    for (const [watcher, expected, action] of actions) {
      let old: readonly ReceivedEvent[] = [];
      const received = await eventsOfCapable(watcher, async () => {
        const { events } = await verifyEvents(watcher, action);
        old = events[0]!;
      });
      expect([concerning(received), concerning(old)]).toEqual([expected, []]);
    }
    const { user_settings } = await dara.registerQueue({ fetch_event_types: ['user_settings'] });
    const { enable_stream_push_notifications } = user_settings as { enable_stream_push_notifications: boolean };
    const changed = await verifyEvents(dara, () =>
      dara.updateSettings({ enable_stream_push_notifications: !enable_stream_push_notifications }),
    );
    expect(concerning(changed.events[0]!)).toEqual([]);
  });
});
