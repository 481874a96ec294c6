// Who knows of, reads and writes to which channel: by role and kind of channel, and by permissions of people and
// groups.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ApiError, ChannelId, GroupId } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
let groups: Map<string, GroupId>;

beforeAll(async () => {
  const { user_groups } = await cast.ada.getUserGroups();
  groups = new Map(user_groups.map(({ name, id }) => [name, id]));
});

const good = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: ApiError) => {
      if (error.status !== 400) throw error;
      return false;
    },
  );

/** A person's powers over a channel, found by trying each. */
async function powers(person: Person, name: string, stream_id: ChannelId) {
  const fetched = await person.registerQueue({ fetch_event_types: ['stream', 'subscription'] });
  const { subscriptions, unsubscribed, never_subscribed } = fetched;
  const known = [...subscriptions!, ...unsubscribed!, ...never_subscribed!].some((c) => c.stream_id === stream_id);
  const metadata = await good(person.getStream({ stream_id }));
  expect(fetched.streams!.some((channel) => channel.stream_id === stream_id)).toBe(metadata);
  expect(known).toBe(metadata);
  expect(await good(person.getStreamId({ stream: name }))).toBe(metadata);
  const listed = await person.getStreams({
    include_public: false,
    include_subscribed: false,
    include_can_access_content: true,
  });
  const content = listed.streams.some((channel) => channel.stream_id === stream_id);
  const send = await good(person.sendMessage({ type: 'channel', to: [stream_id], topic: 't', content: 'x' }));
  return `${metadata ? 'knows' : '-'} ${content ? 'reads' : '-'} ${send ? 'sends' : '-'}`;
}

async function make(name: string, options: object = {}, people: Person[] = [cast.dara]): Promise<ChannelId> {
  const principals = people.map(({ user_id }) => user_id);
  await cast.dara.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

describe('roles', () => {
  const all = 'knows reads sends';
  const none = '- - -';
  it('[CH5] [CH6] [CH7] a public channel is open to everyone except unsubscribed guests', async () => {
    const stream_id = await make('open');
    for (const person of [cast.ada, cast.bela, cast.chen, cast.dara, cast.eli, cast.bot])
      expect(await powers(person, 'open', stream_id)).toBe(all);
    expect(await powers(cast.finn, 'open', stream_id)).toBe(none);
    await cast.dara.subscribe({ subscriptions: [{ name: 'open' }], principals: [cast.finn.user_id] });
    expect(await powers(cast.finn, 'open', stream_id)).toBe(all);
  });

  it('[CH5] [CH6] [CH7] a private channel is open to subscribers; administrators only know of it', async () => {
    const stream_id = await make('shut', { invite_only: true }, [cast.dara, cast.finn]);
    for (const person of [cast.ada, cast.bela]) expect(await powers(person, 'shut', stream_id)).toBe('knows - -');
    for (const person of [cast.chen, cast.eli, cast.bot]) expect(await powers(person, 'shut', stream_id)).toBe(none);
    for (const person of [cast.dara, cast.finn]) expect(await powers(person, 'shut', stream_id)).toBe(all);
  });

  it('[CH5] the creator of a private channel knows of it while they administer it', async () => {
    const stream_id = await make('left', { invite_only: true });
    await verifyEvents([cast.ada, cast.dara, cast.eli], () => cast.dara.unsubscribe({ subscriptions: ['left'] }));
    expect(await powers(cast.dara, 'left', stream_id)).toBe('knows - -');
  });
});

describe('permissions', () => {
  const nobody = { direct_members: [], direct_subgroups: [] };

  it('[CH6] [CH8] can_subscribe_group and can_add_subscribers_group open a private channel', async () => {
    const { eli, chen, finn } = cast;
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
      const name = `by ${permission}`;
      const value = { direct_members: [eli.user_id, finn.user_id], direct_subgroups: [] };
      const options = { invite_only: true, can_administer_channel_group: nobody, [permission]: value };
      let stream_id = 0 as ChannelId;
      await verifyEvents([cast.ada, eli, chen, finn], async () => {
        stream_id = await make(name, options);
      });
      expect(await powers(eli, name, stream_id)).toBe('knows reads sends');
      expect(await powers(chen, name, stream_id)).toBe('- - -');
      // Naming a guest in it grants nothing.
      expect(await powers(finn, name, stream_id)).toBe('- - -');
      expect(await good(eli.subscribe({ subscriptions: [{ name }] }))).toBe(true);
    }
  });

  it('[CH8] a permission of a group includes its subgroups, and changes of groups send events', async () => {
    const moderators = groups.get('role:moderators')!;
    const options = {
      invite_only: true,
      can_administer_channel_group: { direct_members: [], direct_subgroups: [moderators] },
    };
    let stream_id = 0 as ChannelId;
    const { events } = await verifyEvents([cast.bela, cast.chen, cast.eli], async () => {
      stream_id = await make('by group', options);
    });
    expect(events.map((received) => received.map(({ type, op }) => `${type}/${op}`))).toEqual([
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/peer_add'],
      [],
    ]);
    expect(await powers(cast.chen, 'by group', stream_id)).toBe('knows - -');
    expect(await powers(cast.eli, 'by group', stream_id)).toBe('- - -');
  });

  it('[CH7] can_send_message_group restricts sending, not reading', async () => {
    const stream_id = await make('news', { can_send_message_group: groups.get('role:moderators')! });
    expect(await powers(cast.chen, 'news', stream_id)).toBe('knows reads sends');
    expect(await powers(cast.dara, 'news', stream_id)).toBe('knows reads -');
  });
});
