// Messages of public channels that somebody starred without being subscribed.
import { describe, expect, it } from 'bun:test';
import type { ChannelId, MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
const { ada, chen, dara, eli, finn } = cast;

let count = 0;
async function makeChannel(people: Person[], options: object = {}): Promise<ChannelId> {
  const name = `starry ${++count}`;
  const principals = people.map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await ada.getStreamId({ stream: name })).stream_id;
}
async function sendStarred(to: ChannelId, ...readers: Person[]): Promise<MessageId> {
  const { id } = await dara.sendMessage({ type: 'channel', to, topic: 'sky', content: 'a *star*' });
  for (const reader of readers) await reader.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' });
  return id;
}
const about = (received: readonly ReceivedEvent[]) =>
  received.filter(({ type }) => ['update_message', 'delete_message', 'reaction'].includes(type));
const starredBy = async (person: Person) => (await person.registerQueue({})).starred_messages!;

describe('[MS400] a member who starred a message without being subscribed', () => {
  it('learns that it was deleted', async () => {
    const to = await makeChannel([dara]);
    const ids = [await sendStarred(to, eli), await sendStarred(to)];
    const { events } = await verifyEvents([eli, chen], () => ada.deleteTopic({ stream_id: to, topic_name: 'sky' }));
    expect(about(events[0]!).map(({ message_id }) => message_id)).toEqual(ids);
    expect(about(events[1]!)).toEqual([]);
    expect(await starredBy(eli)).not.toContain(ids[0]!);
  });

  it('receives edits and reactions, with the own flags', async () => {
    const to = await makeChannel([dara]);
    const message_id = await sendStarred(to, eli);
    const { events } = await verifyEvents([eli, chen, dara], async () => {
      await dara.editMessage({ message_id, content: 'a planet' });
      await dara.addReaction({ message_id, emoji_name: 'tada' });
    });
    expect(about(events[0]!)).toMatchObject([
      { type: 'update_message', flags: ['read', 'starred', 'historical'] },
      { type: 'reaction', op: 'add' },
    ]);
    expect(about(events[1]!)).toEqual([]);
    expect(about(events[2]!)).toHaveLength(2);
    const { messages } = await eli.getMessages({ message_ids: [message_id] });
    expect(messages[0]!.flags).toEqual(['read', 'starred', 'historical']);
  });

  it('receives a move, as a deletion where the message becomes hidden', async () => {
    const from = await makeChannel([dara]);
    const message_id = await sendStarred(from, eli);
    const open = await makeChannel([dara]);
    const moves = [
      { topic: 'space' },
      { stream_id: open },
      { stream_id: await makeChannel([], { invite_only: true }) },
    ];
    const received: ReceivedEvent[] = [];
    for (const move of moves) {
      const { events } = await verifyEvents([eli, chen], () => ada.editMessage({ message_id, ...move }));
      received.push(...about(events[0]!));
      expect(about(events[1]!)).toEqual([]);
    }
    expect(received).toMatchObject([
      { type: 'update_message', subject: 'space' },
      { type: 'update_message', new_stream_id: open },
      { type: 'delete_message', message_id, stream_id: open },
    ]);
    expect(await starredBy(eli)).not.toContain(message_id);
  });

  it('receives nothing of a private channel that they left, nor does a guest of a public one', async () => {
    const shut = await makeChannel([dara, eli], { invite_only: true });
    const open = await makeChannel([dara, finn]);
    const ids = [await sendStarred(shut, eli), await sendStarred(open, finn)];
    for (const stream_id of [shut, open]) {
      const { stream } = await ada.getStream({ stream_id });
      await ada.unsubscribe({ subscriptions: [stream.name], principals: [eli.user_id, finn.user_id] });
    }
    const { events } = await verifyEvents([eli, finn], async () => {
      for (const message_id of ids) await dara.editMessage({ message_id, content: 'hidden' });
    });
    expect(events).toEqual([[], []]);
  });
});
