// Reactions and topics, through HTTP.
import { beforeAll, describe, expect, it } from 'bun:test';
import { ApiError, type ChannelId, type MessageId } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

beforeAll(async () => {
  const { dara, eli } = cast;
  await dara.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [dara.user_id, eli.user_id] });
});

async function code(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'success',
    (error) => (error as ApiError).code,
  );
}

async function send(sender: Person, to: string, topic = 'stone'): Promise<MessageId> {
  return (await sender.sendMessage({ type: 'channel', to, topic, content: 'x' })).id;
}

describe('reactions', () => {
  it('[RC1] [RC6] [RC7] reach the people in the conversation, and stay with the message', async () => {
    const { dara, eli, chen } = cast;
    const message_id = await send(dara, 'plaza');
    const react = () => eli.addReaction({ message_id, emoji_name: 'tada' });
    const { events } = await verifyEvents([dara, eli, chen], react);
    const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: eli.user_id };
    expect(events.map((received) => received.filter(({ type }) => type === 'reaction').length)).toEqual([1, 1, 0]);
    const { id, ...received } = events[0]![0]!;
    const user = { user_id: eli.user_id, email: eli.email, full_name: 'Eli Member' };
    expect(received).toEqual({ type: 'reaction', op: 'add', ...reaction, user, message_id } as never);
    await dara.addReaction({ message_id, emoji_name: 'heart' });
    const { message } = await dara.getMessage({ message_id });
    expect(message.reactions.map((reaction) => reaction.emoji_name)).toEqual(['tada', 'heart']);
    expect(message.reactions[0] as unknown).toEqual(reaction);
    const taken_back = await verifyEvents([dara, chen], () => eli.removeReaction({ message_id, emoji_name: 'tada' }));
    expect(taken_back.events.map((received) => received.map(({ op }) => op))).toEqual([['remove'], []]);
    expect((await dara.getMessage({ message_id })).message.reactions).toHaveLength(1);
  });

  it('[RC1] are refused alike on hidden and missing messages', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true });
    const message_id = await send(dara, 'cellar');
    for (const id of [message_id, 987_654]) {
      expect(await code(eli.addReaction({ message_id: id, emoji_name: 'tada' }))).toBe('BAD_REQUEST');
      expect(await code(eli.removeReaction({ message_id: id, emoji_name: 'tada' }))).toBe('BAD_REQUEST');
    }
  });

  it('[RC2] [RC3] name an emoji by name, alias, code or all of them', async () => {
    const { dara } = cast;
    const message_id = await send(dara, 'plaza');
    await dara.addReaction({ message_id, emoji_name: '+1' });
    await dara.addReaction({ message_id, emoji_name: 'zulip' });
    await dara.addReaction({ message_id, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' });
    const { reactions } = (await dara.getMessage({ message_id })).message;
    expect(reactions.map((reaction) => reaction.reaction_type)).toEqual([
      'unicode_emoji',
      'zulip_extra_emoji',
      'unicode_emoji',
    ]);
    expect(await code(dara.addReaction({ message_id, emoji_name: 'no such emoji' }))).toBe('BAD_REQUEST');
    const react = (
      emoji_name: string,
      emoji_code: string,
      reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji',
    ) => code(dara.addReaction({ message_id, emoji_name, emoji_code, reaction_type }));
    expect(await react('heart', '1f389', 'unicode_emoji')).toBe('REACTION_ALREADY_EXISTS');
    expect(await react('heart', '1f600', 'unicode_emoji')).toBe('BAD_REQUEST');
    expect(await react('heart', 'zzzz', 'unicode_emoji')).toBe('BAD_REQUEST');
    expect(await react('heart', '1', 'realm_emoji')).toBe('BAD_REQUEST');
    expect(await react('heart', 'heart', 'zulip_extra_emoji')).toBe('BAD_REQUEST');
  });

  it('[RC3] [RC4] join existing ones under their name, once per account', async () => {
    const { dara, eli } = cast;
    const message_id = await send(dara, 'plaza');
    await dara.addReaction({ message_id, emoji_name: 'thumbs_up' });
    const [first] = (await dara.getMessage({ message_id })).message.reactions;
    const { emoji_code, reaction_type } = first!;
    await eli.addReaction({ message_id, emoji_name: '+1', emoji_code, reaction_type });
    const names = (await dara.getMessage({ message_id })).message.reactions.map((reaction) => reaction.emoji_name);
    expect(names).toEqual(['thumbs_up', 'thumbs_up']);
    expect(await code(dara.addReaction({ message_id, emoji_name: '+1' }))).toBe('REACTION_ALREADY_EXISTS');
  });

  it('[RC5] are removed by code or name, and only one’s own', async () => {
    const { dara, eli } = cast;
    const message_id = await send(dara, 'plaza');
    await dara.addReaction({ message_id, emoji_name: 'tada' });
    expect(await code(eli.removeReaction({ message_id, emoji_name: 'tada' }))).toBe('REACTION_DOES_NOT_EXIST');
    expect(await code(dara.removeReaction({ message_id, emoji_name: 'heart' }))).toBe('REACTION_DOES_NOT_EXIST');
    expect(await code(dara.removeReaction({ message_id, emoji_code: 'zzzz' }))).toBe('BAD_REQUEST');
    expect(await code(dara.removeReaction({ message_id }))).toBe('BAD_REQUEST');
    await dara.removeReaction({ message_id, emoji_code: '1f389', reaction_type: 'unicode_emoji' });
    expect(await code(dara.removeReaction({ message_id, emoji_code: '1f389' }))).toBe('REACTION_DOES_NOT_EXIST');
  });
});

describe('topics', () => {
  it('[TP1] [TP3] are listed newest first, once each, with their newest spelling', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({ subscriptions: [{ name: 'agenda' }], principals: [dara.user_id, eli.user_id] });
    await send(dara, 'agenda', 'walls');
    const roofs = await send(dara, 'agenda', 'Roofs');
    const walls = await send(eli, 'agenda', 'WALLS');
    const empty = await send(dara, 'agenda', '');
    const { stream_id } = await dara.getStreamId({ stream: 'agenda' });
    const rest = [
      { name: 'WALLS', max_id: walls },
      { name: 'Roofs', max_id: roofs },
    ];
    expect((await eli.getStreamTopics({ stream_id })).topics).toEqual([
      { name: 'general chat', max_id: empty },
      ...rest,
    ]);
    const named = await eli.getStreamTopics({ stream_id, allow_empty_topic_name: true });
    expect(named.topics).toEqual([{ name: '', max_id: empty }, ...rest]);
  });

  it('[TP2] of protected history are those one received messages of', async () => {
    const { dara, eli } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await send(dara, 'vault', 'gold');
    await send(dara, 'vault', 'silver');
    await dara.subscribe({ subscriptions: [{ name: 'vault' }], principals: [eli.user_id] });
    const silver = await send(dara, 'vault', 'silver');
    const { stream_id } = await dara.getStreamId({ stream: 'vault' });
    expect((await eli.getStreamTopics({ stream_id })).topics).toEqual([{ name: 'silver', max_id: silver }]);
    expect((await dara.getStreamTopics({ stream_id })).topics).toHaveLength(2);
    await eli.unsubscribe({ subscriptions: ['vault'] });
    expect(await code(eli.getStreamTopics({ stream_id }))).toBe('BAD_REQUEST');
  });

  it('[TP4] of unknown channels and of unreadable ones are refused alike', async () => {
    const { ada, bela, eli, finn, dara } = cast;
    const { stream_id } = await dara.getStreamId({ stream: 'cellar' });
    // The owner and the administrator know of the channel, but can't read it.
    expect((await ada.getStream({ stream_id })).stream.name).toBe('cellar');
    const invalid = ['BAD_REQUEST', 'Invalid channel ID'];
    const challenge = ['UNAUTHORIZED', 'Not logged in: API authentication or user session required'];
    for (const reader of [ada, bela, eli, finn, server.client()])
      for (const id of [stream_id, 987_654 as ChannelId]) {
        const error = await reader.getStreamTopics({ stream_id: id }).catch((thrown) => thrown);
        expect(error).toBeInstanceOf(ApiError);
        expect([error.code, error.message]).toEqual(
          [ada, bela, eli, finn].includes(reader as never) ? invalid : challenge,
        );
      }
  });
});
