// Web-public channels: what opening one needs, what spectators see, and how it ends.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ApiError, ChannelId, GroupId } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { type Cast, outcomeOf, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let spectator: Client;
let groups: Map<string, GroupId>;

beforeAll(async () => {
  spectator = server.client();
  const { user_groups } = await cast.ada.getUserGroups();
  groups = new Map(user_groups.map(({ name, id }) => [name, id]));
});

async function make(name: string, options: object = {}): Promise<ChannelId> {
  await cast.dara.subscribe({ subscriptions: [{ name }], ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

const narrowTo = (stream_id: ChannelId) => ({
  anchor: 'newest' as const,
  num_before: 5,
  num_after: 0,
  narrow: [
    { operator: 'channels', operand: 'web-public' },
    { operator: 'channel', operand: stream_id },
  ],
});

/** The parts of a channel and a message in it that a spectator gets, by every path. */
async function seen(stream_id: ChannelId, message_id: number): Promise<string> {
  const paths: Record<string, () => Promise<boolean>> = {
    listed: async () => {
      const { streams } = await spectator.getStreams({ include_web_public: true });
      return streams.some((channel) => channel.stream_id === stream_id);
    },
    alone: async () => (await spectator.getStream({ stream_id })).stream.stream_id === stream_id,
    fetched: async () => (await spectator.getMessages(narrowTo(stream_id))).messages.length > 0,
    one: async () => (await spectator.getMessage({ message_id })).message.id === message_id,
    topics: async () => (await spectator.getStreamTopics({ stream_id })).topics.length > 0,
  };
  const refused = (error: ApiError) => {
    expect([400, 401]).toContain(error.status);
    return false;
  };
  const found: string[] = [];
  for (const [path, ask] of Object.entries(paths)) if (await ask().catch(refused)) found.push(path);
  return found.join(' ');
}
const ALL = 'listed alone fetched one topics';

describe('making a channel web-public', () => {
  it('[CH13] needs spectator access in the organization and the actor’s permission', async () => {
    const { ada, bela, dara } = cast;
    const stream_id = await make('gate');
    const open = (who: Cast['ada']) => outcomeOf(who.updateStream({ stream_id, is_web_public: true }));
    for (const person of [ada, bela, dara]) expect(await open(person)).toContain('400 BAD_REQUEST Web-public');
    await ada.updateRealm({ enable_spectator_access: true });
    // Owners only by default; administering the channel is not enough.
    for (const person of [bela, dara]) expect(await open(person)).toContain('400 BAD_REQUEST Web-public');
    await ada.updateRealm({ can_create_web_public_channel_group: { new: groups.get('role:administrators')! } });
    expect(await open(dara)).toContain('400 BAD_REQUEST Web-public');
    expect(await open(bela)).toBe('success');
    // Any administrator of the channel may close it.
    expect(await outcomeOf(dara.updateStream({ stream_id, is_web_public: false }))).toBe('success');
  });

  it('[CH12] [CH13] a web-public channel is neither private nor of protected history', async () => {
    const { ada } = cast;
    const stream_id = await make('not both', { principals: [ada.user_id], invite_only: true });
    const both = { stream_id, is_private: true, is_web_public: true };
    expect(await outcomeOf(ada.updateStream(both))).toContain('400 BAD_REQUEST');
    const hidden = { stream_id, is_web_public: true, history_public_to_subscribers: false };
    expect(await outcomeOf(ada.updateStream(hidden))).toContain('400 BAD_REQUEST');
    await ada.updateStream({ stream_id, is_web_public: true });
    expect((await ada.getStream({ stream_id })).stream).toMatchObject({
      invite_only: false,
      is_web_public: true,
      history_public_to_subscribers: true,
    });
    expect(await outcomeOf(ada.updateStream({ stream_id, history_public_to_subscribers: false }))).toContain('400 BAD');
    await ada.updateStream({ stream_id, is_private: true });
    expect((await ada.getStream({ stream_id })).stream).toMatchObject({ invite_only: true, is_web_public: false });
  });
});

describe('spectators', () => {
  it('[CH6] [CH13] [US22] [MS18] read web-public channels by every path, and only while they are web-public', async () => {
    const { ada, dara, finn } = cast;
    const stream_id = await make('square');
    const message = { type: 'channel', to: 'square', topic: 'news', content: 'hear ye' } as const;
    const { id } = await dara.sendMessage(message);
    expect(await seen(stream_id, id)).toBe('');
    const opened = await verifyEvents([ada, dara, finn], () => ada.updateStream({ stream_id, is_web_public: true }));
    const types = opened.events.map((events) => events.map(({ type, op }) => `${type}/${op}`));
    expect(types).toEqual([['stream/update'], ['stream/update'], ['stream/create', 'subscription/peer_add']]);
    expect(opened.events[0]).toMatchObject([{ property: 'invite_only', value: false, is_web_public: true }]);
    expect(await seen(stream_id, id)).toBe(ALL);
    expect((await finn.getMessage({ message_id: id })).raw_content).toBe('hear ye');
    expect((await finn.getSubscribers({ stream_id })).subscribers).toEqual([dara.user_id]);
    const registered = await spectator.registerQueue({ client_gravatar: false, include_subscribers: 'false' });
    expect([registered.queue_id, registered.realm_enable_spectator_access]).toEqual([null, true]);
    const { members } = await spectator.getUsers({ client_gravatar: false, include_custom_profile_fields: true });
    expect(members.map(({ user_id }) => user_id)).toEqual((await ada.getUsers({})).members.map((user) => user.user_id));
    expect(members.find(({ user_id }) => user_id === dara.user_id)).toMatchObject({
      email: expect.stringMatching(/^user\d+@/),
      delivery_email: null,
      avatar_url: expect.stringMatching(/^\/generated_avatars\/\d+\.png\?/),
    });
    expect(JSON.stringify(members.filter((user) => !user.is_bot))).not.toMatch(/stoa\.example|profile_data/);
    expect((await spectator.getUsers({ client_gravatar: false, user_ids: [dara.user_id] })).members).toHaveLength(1);
    // [MS18] Addresses in messages stay hidden too, whoever read them before.
    const sender = async (who: Client) => [
      (await who.getMessages(narrowTo(stream_id))).messages.find((message) => message.id === id)!.sender_email,
      (await who.getMessage({ message_id: id })).message.sender_email,
    ];
    expect(await sender(ada)).toEqual([dara.email, dara.email]);
    const [fetched, single] = await sender(spectator);
    expect(fetched).toMatch(/^user\d+@/);
    expect(single).toBe(fetched!);
    expect(await sender(ada)).toEqual([dara.email, dara.email]);
    // Spectators can only read.
    expect(await outcomeOf(spectator.getSubscribers({ stream_id }))).toContain('401 UNAUTHORIZED');
    expect(await outcomeOf(spectator.addReaction({ message_id: id, emoji_name: 'tada' }))).toContain(
      '401 UNAUTHORIZED',
    );
    await ada.updateRealm({ enable_spectator_access: false });
    expect(await seen(stream_id, id)).toBe('');
    expect(await outcomeOf(spectator.getUsers({ client_gravatar: false }))).toContain('401 UNAUTHORIZED');
    await ada.updateRealm({ enable_spectator_access: true });
    expect(await seen(stream_id, id)).toBe(ALL);
    const closed = await verifyEvents([ada, dara, finn], () => dara.updateStream({ stream_id, is_web_public: false }));
    expect(closed.events[2]!.map(({ type, op }) => `${type}/${op}`)).toEqual(['stream/delete']);
    expect(await seen(stream_id, id)).toBe('');
    expect(await outcomeOf(finn.getMessage({ message_id: id }))).toBe('400 BAD_REQUEST Invalid message(s)');
  });
});
