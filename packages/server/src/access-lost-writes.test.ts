// Every kind of write, by accounts that just lost access: removed from a private channel, or deactivated.
import { expect, it, setDefaultTimeout } from 'bun:test';
import type { MessageId } from '@stoa/contract';
import { codeOf, type Person, serveTests } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

/** A private channel of two people, with a message by each. */
async function meet(name: string, who: Person) {
  const { ada } = cast;
  await ada.subscribe({
    subscriptions: [{ name }],
    principals: [ada.user_id, who.user_id],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const { stream_id } = await ada.getStreamId({ stream: name });
  const send = async (person: Person) =>
    (await person.sendMessage({ type: 'channel', to: stream_id, topic: 'plans', content: 'said in time' })).id;
  const [own, other] = [await send(who), await send(ada)];
  await who.addReaction({ message_id: other, emoji_name: 'tada' });
  return { stream_id, own, other };
}

type Meeting = Awaited<ReturnType<typeof meet>>;
const writes = (who: Person, { stream_id, own, other }: Meeting): Record<string, () => Promise<unknown>> => ({
  send: () => who.sendMessage({ type: 'channel', to: stream_id, topic: 'plans', content: 'too late' }),
  schedule: () =>
    who.createScheduledMessage({
      type: 'channel',
      to: stream_id,
      topic: 'plans',
      content: 'too late',
      scheduled_delivery_timestamp: Math.floor(server.clock.now() / 1000) + 3600,
    }),
  edit: () => who.editMessage({ message_id: own, content: 'too late' }),
  'edit of another': () => who.editMessage({ message_id: other, content: 'too late' }),
  move: () => who.editMessage({ message_id: own, topic: 'elsewhere' }),
  delete: () => who.removeMessage({ message_id: own }),
  react: () => who.addReaction({ message_id: other, emoji_name: 'smile' }),
  'remove a reaction': () => who.removeReaction({ message_id: other, emoji_name: 'tada' }),
  type: () => who.setTypingStatus({ type: 'stream', op: 'start', stream_id, topic: 'plans' }),
  star: () => who.updateMessageFlags({ messages: [other as MessageId], op: 'add', flag: 'starred' }),
  rename: () => who.updateStream({ stream_id, new_name: 'too late' }),
  'bring somebody in': () => who.subscribe({ subscriptions: [{ name: 'never' }], principals: [cast.eli.user_id] }),
});

/** The channel as another reader sees it. */
async function seen({ stream_id }: Meeting) {
  const { messages } = await cast.ada.getMessages({
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: stream_id }],
  });
  const { streams } = await cast.ada.getStreams({ include_all: true });
  const stream = streams.find((stream) => stream.stream_id === stream_id)!;
  return {
    name: stream.name,
    messages: messages.map(({ id, content, subject, reactions }) => ({ id, content, subject, reactions })),
  };
}

it('[HT33] nothing is written into a private channel after leaving it, by any kind of write', async () => {
  const { dara, ada } = cast;
  const meeting = await meet('left', dara);
  await ada.unsubscribe({ subscriptions: ['left'], principals: [dara.user_id] });
  const before = await seen(meeting);
  const { 'bring somebody in': _, ...inside } = writes(dara, meeting);
  for (const [what, write] of Object.entries(inside)) {
    const code = await codeOf(write());
    // Changes of flags may be refused or have no effect: flags are the reader's own.
    if (what !== 'star') expect([what, code]).toEqual([what, expect.any(String)]);
    expect([what, await seen(meeting)]).toEqual([what, before]);
  }
});

it('[HT33] nothing is written by a deactivated account, by any kind of write', async () => {
  const { bela, ada } = cast;
  const meeting = await meet('ended', bela);
  await ada.deactivateUser({ user_id: bela.user_id });
  const before = await seen(meeting);
  for (const [what, write] of Object.entries(writes(bela, meeting))) {
    expect([what, await codeOf(write())]).toEqual([what, expect.any(String)]);
    expect([what, await seen(meeting)]).toEqual([what, before]);
  }
});
