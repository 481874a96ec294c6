// Subscribing, subscribing others, leaving and removing others: permissions and events.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ApiError, ReceivedEvent, Subscription, UserId } from '@stoa/contract';
import { outcomeOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let everybody: Person[];

beforeAll(async () => {
  everybody = [cast.ada, cast.dara, cast.eli, cast.finn];
});

const ids = (...people: Person[]) => people.map(({ user_id }) => user_id);
const join = (who: Person, name: string, options: object = {}) =>
  who.subscribe({ subscriptions: [{ name }], send_new_subscription_messages: false, ...options });
const kinds = (events: readonly ReceivedEvent[]) => events.map(({ type, op }) => `${type}/${op}`);
const peers = (events: readonly ReceivedEvent[], op: string) =>
  events.filter((event) => event.op === op).map(({ stream_ids, user_ids }) => ({ stream_ids, user_ids }));

async function channelId(name: string) {
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

describe('joining', () => {
  it('[SB1] [SB9] the joiner receives the whole channel, others receive the joiner', async () => {
    await join(cast.dara, 'plain');
    const { events } = await verifyEvents(everybody, () => join(cast.eli, 'plain'));
    const stream_id = await channelId('plain');
    expect(kinds(events[2]!)).toEqual(['subscription/add']);
    const [added] = events[2]![0]!.subscriptions as Subscription[];
    expect(added).toMatchObject({
      stream_id,
      subscribers: ids(cast.dara, cast.eli),
      subscriber_count: 2,
      is_muted: false,
    });
    for (const at of [0, 1])
      expect(peers(events[at]!, 'peer_add')).toEqual([{ stream_ids: [stream_id], user_ids: ids(cast.eli) }]);
    expect(events[3]).toEqual([]);
  });

  it('[SB11] responses are by user id and name those already subscribed', async () => {
    const principals = ids(cast.dara, cast.eli);
    await join(cast.dara, 'twice');
    const { value } = await verifyEvents(everybody, () =>
      cast.dara.subscribe({ subscriptions: [{ name: 'Twice' }, { name: 'new one' }, { name: 'TWICE' }], principals }),
    );
    expect(value).toEqual({
      subscribed: { [cast.dara.user_id]: ['new one'], [cast.eli.user_id]: ['twice', 'new one'] },
      already_subscribed: { [cast.dara.user_id]: ['twice'] },
      new_subscription_messages_sent: true,
    });
    const again = await verifyEvents(everybody, () => join(cast.dara, 'twice', { principals }));
    expect(again.value.subscribed).toEqual({});
    expect(again.events).toEqual([[], [], [], []]);
  });

  it('[SB500] of several entries with one name the first creates the channel', async () => {
    const subscriptions = [
      { name: 'Twice named', description: 'first' },
      { name: 'TWICE NAMED', description: 'second' },
    ];
    const { subscribed } = await cast.dara.subscribe({ subscriptions });
    expect(subscribed).toEqual({ [cast.dara.user_id]: ['Twice named'] });
    const { stream_id } = await cast.dara.getStreamId({ stream: 'twice named' });
    expect((await cast.dara.getStream({ stream_id })).stream).toMatchObject({
      name: 'Twice named',
      description: 'first',
    });
  });

  it('[SB6] only by invitation for a private channel', async () => {
    await join(cast.dara, 'closed', { invite_only: true });
    for (const person of [cast.eli, cast.ada])
      expect(await outcomeOf(join(person, 'closed'))).toBe('400 BAD_REQUEST Unable to access channel (closed).');
    const { events } = await verifyEvents([...everybody, cast.chen], () =>
      join(cast.dara, 'closed', { principals: ids(cast.eli) }),
    );
    expect(kinds(events[0]!)).toEqual(['subscription/peer_add']);
    expect(kinds(events[1]!)).toEqual(['subscription/peer_add']);
    expect(kinds(events[2]!)).toEqual(['stream/create', 'subscription/add']);
    expect(events[3]).toEqual([]);
    expect(events[4]).toEqual([]);
  });

  it('[SB6] unless errors are fatal, forbidden channels are listed and the others joined', async () => {
    await join(cast.dara, 'vault', { invite_only: true });
    const subscriptions = [{ name: 'vault' }, { name: 'open sky' }];
    expect(await outcomeOf(cast.eli.subscribe({ subscriptions }))).toContain('400 BAD_REQUEST');
    expect(await outcomeOf(cast.eli.getStreamId({ stream: 'open sky' }))).toContain('400 BAD_REQUEST');
    const { value } = await verifyEvents(everybody, () =>
      cast.eli.subscribe({ subscriptions, authorization_errors_fatal: false }),
    );
    expect(value).toMatchObject({ unauthorized: ['vault'], subscribed: { [cast.eli.user_id]: ['open sky'] } });
  });

  it('[SB7] members subscribe guests, who first receive the channel; guests subscribe nobody', async () => {
    await join(cast.dara, 'garden');
    expect(await outcomeOf(join(cast.finn, 'garden'))).toContain('400 BAD_REQUEST');
    const { events } = await verifyEvents(everybody, () => join(cast.dara, 'garden', { principals: ids(cast.finn) }));
    expect(kinds(events[3]!)).toEqual(['stream/create', 'subscription/add']);
    expect(await outcomeOf(join(cast.finn, 'garden', { principals: ids(cast.eli) }))).toBe(
      '400 BAD_REQUEST Insufficient permission',
    );
    const later = await verifyEvents(everybody, () => join(cast.eli, 'garden'));
    expect(kinds(later.events[3]!)).toEqual(['subscription/peer_add']);
  });

  it('[SB5] principals are ids or addresses of active accounts here, or nobody is subscribed', async () => {
    const other = await server.organization('other.example');
    const bad: (UserId[] | string[])[] = [
      [...ids(cast.eli), other.owner.user_id],
      [999_999 as UserId],
      ['nobody@stoa.example'],
      [cast.eli.email, 'user999@stoa.example'],
    ];
    for (const principals of bad)
      expect(await outcomeOf(join(cast.dara, 'principals', { principals }))).toContain('400 BAD_REQUEST Invalid');
    expect(await outcomeOf(cast.dara.getStreamId({ stream: 'principals' }))).toContain('400 BAD_REQUEST');
    await join(cast.dara, 'principals', {
      principals: [cast.eli.email.toUpperCase(), cast.finn.email, cast.eli.email],
    });
    await join(cast.dara, 'principals', { principals: [] });
    const { streams } = await cast.ada.getStreams();
    expect(streams.find(({ name }) => name === 'principals')!.subscriber_count).toBe(3);
  });

  it('[SB9] people and channels with equal events share them', async () => {
    const subscriptions = [{ name: 'batch 1' }, { name: 'batch 2' }];
    const { events } = await verifyEvents(everybody, () =>
      cast.dara.subscribe({ subscriptions, principals: ids(cast.dara, cast.eli) }),
    );
    const stream_ids = [await channelId('batch 1'), await channelId('batch 2')];
    expect(peers(events[0]!, 'peer_add')).toEqual([{ stream_ids, user_ids: ids(cast.dara, cast.eli) }]);
    const added = [events[1]!, events[2]!].map((received) => received.filter(({ op }) => op === 'add'));
    expect(added[0]).toHaveLength(1);
    expect(added[0]![0]!.id).toBe(added[1]![0]!.id);
  });

  it('[SB10] at most 20,000 subscriptions per call', async () => {
    const subscriptions = Array.from({ length: 500 }, (_, n) => ({ name: `many ${n}` }));
    const principals = Array.from({ length: 41 }, (_, n) => n as UserId);
    expect(await outcomeOf(cast.dara.subscribe({ subscriptions, principals }))).toContain('400 BAD_REQUEST Too many');
  });
});

describe('leaving', () => {
  it('[SB9] [SB11] who leaves a public channel still knows of it; all others remove them', async () => {
    await join(cast.dara, 'pond', { principals: ids(cast.dara, cast.eli, cast.finn) });
    const { value, events } = await verifyEvents(everybody, () =>
      cast.eli.unsubscribe({ subscriptions: ['POND', 'garden'] }),
    );
    expect(value).toEqual({ removed: ['pond', 'garden'], not_removed: [] });
    expect(kinds(events[2]!)[0]).toBe('subscription/remove');
    const again = await verifyEvents(everybody, () => cast.eli.unsubscribe({ subscriptions: ['pond'] }));
    expect(again.value).toEqual({ removed: [], not_removed: ['pond'] });
    expect(again.events).toEqual([[], [], [], []]);
    await verifyEvents(everybody, () => join(cast.eli, 'pond'));
  });

  it('[SB8] [SB9] several people removed at once receive each other’s removal', async () => {
    await join(cast.dara, 'island', { principals: ids(cast.dara, cast.eli, cast.chen, cast.finn) });
    const principals = ids(cast.dara, cast.eli, cast.finn);
    const { events } = await verifyEvents([...everybody, cast.chen], () =>
      cast.ada.unsubscribe({ subscriptions: ['island'], principals }),
    );
    expect(kinds(events[1]!)).toEqual(['subscription/remove', 'subscription/peer_remove']);
    expect(kinds(events[3]!)).toEqual(['subscription/remove', 'stream/delete']);
  });

  it('[SB8] removing others is for administrators, permission holders, and owners of bots', async () => {
    const { ada, chen, dara, eli, finn, bot } = cast;
    await join(dara, 'pit', {
      principals: ids(dara, eli, finn, bot),
      can_remove_subscribers_group: { direct_members: ids(chen, finn), direct_subgroups: [] },
    });
    const out = (who: Person, ...people: Person[]) =>
      outcomeOf(who.unsubscribe({ subscriptions: ['pit'], principals: ids(...people) }));
    const denied = '400 BAD_REQUEST Insufficient permission';
    expect(await out(eli, dara)).toBe(denied);
    expect(await out(eli, bot)).toBe(denied);
    expect(await out(finn, eli)).toBe(denied);
    expect(await out(finn, finn)).toBe('success');
    expect(await out(chen, bot)).toBe('success');
    expect(await out(dara, eli)).toBe('success');
    await join(eli, 'pit', { principals: ids(eli, bot) });
    await join(eli, 'stage', { principals: ids(eli, bot) });
    expect(await outcomeOf(dara.unsubscribe({ subscriptions: ['stage'], principals: ids(bot) }))).toBe('success');
    expect(await outcomeOf(dara.unsubscribe({ subscriptions: ['stage'], principals: ids(eli) }))).toBe(denied);
    expect(await out(ada, eli, bot)).toBe('success');
  });

  it('[SB11] an unknown or hidden name is STREAM_DOES_NOT_EXIST, and no channel is left', async () => {
    await join(cast.eli, 'stay');
    await join(cast.dara, 'hidden', { invite_only: true });
    for (const name of ['no such channel', 'hidden']) {
      const error = await cast.eli.unsubscribe({ subscriptions: ['stay', name] }).catch((thrown: ApiError) => thrown);
      expect(error).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', fields: { stream: name } });
    }
    const { subscriptions } = await cast.eli.getSubscriptions();
    expect(subscriptions.map(({ name }) => name)).toContain('stay');
  });

  it('[SB2] personal settings survive leaving; rejoining announces the same colour', async () => {
    await join(cast.dara, 'return');
    const own = async () => {
      const { subscriptions } = await cast.dara.getSubscriptions({ include_subscribers: true });
      return subscriptions.find(({ name }) => name === 'return');
    };
    const before = await own();
    await cast.dara.unsubscribe({ subscriptions: ['return'] });
    expect(await own()).toBeUndefined();
    await verifyEvents(everybody, () => join(cast.dara, 'return'));
    expect(await own()).toEqual(before!);
  });

  it('[SB2] each subscription span has its own start and end, however often an account rejoins', async () => {
    const { dara, eli } = cast;
    await join(dara, 'stays', { invite_only: true });
    const send = async () => (await dara.sendMessage({ type: 'channel', to: 'stays', topic: 't', content: 'x' })).id;
    const received: number[] = [];
    for (let stay = 0; stay < 3; stay++) {
      await join(dara, 'stays', { principals: ids(eli) });
      received.push(await send());
      await eli.unsubscribe({ subscriptions: ['stays'] });
      await send();
    }
    await join(dara, 'stays', { principals: ids(eli) });
    const narrow: [string, string][] = [['channel', 'stays']];
    const { messages } = await eli.getMessages({ anchor: 'oldest', num_before: 0, num_after: 100, narrow });
    expect(messages.map(({ id }) => id as number)).toEqual(received);
  });

  it('[SB12] after leaving, an open queue receives nothing of a private channel; for guests, of any channel', async () => {
    const { dara, eli, finn } = cast;
    await join(dara, 'cellar', { invite_only: true, principals: ids(dara, eli, finn) });
    await join(dara, 'attic', { principals: ids(dara, eli, finn) });
    const queues = await Promise.all([eli, finn].map((person) => person.registerQueue()));
    await dara.unsubscribe({ subscriptions: ['cellar', 'attic'], principals: ids(eli, finn) });
    for (const to of ['cellar', 'attic'])
      await dara.sendMessage({ type: 'channel', to, topic: 't', content: 'secret' });
    await join(dara, 'cellar', { principals: ids(cast.chen) });
    await join(cast.bela, 'attic');
    const received = await Promise.all(
      [eli, finn].map(async (person, at) => {
        const { queue_id, last_event_id } = queues[at]!;
        const { events } = await person.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
        return kinds(events as ReceivedEvent[]);
      }),
    );
    const left = ['subscription/remove', 'stream/delete'];
    expect(received[1]).toEqual(left);
    // Eli is a member and may still know of the public channel.
    expect(received[0]).toEqual([
      'subscription/remove',
      'subscription/peer_remove',
      'stream/delete',
      'subscription/peer_add',
    ]);
  });
});
