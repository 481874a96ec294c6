// Notices that the server posts in a channel about its changes.
import { expect, it, setDefaultTimeout } from 'bun:test';
import type { ApiError, ChannelId } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { cast } = await serveTests();

async function make(who: Person, name: string, more: object = {}): Promise<ChannelId> {
  await who.subscribe({ subscriptions: [{ name, description: 'Calls @**all** here' }], ...more });
  return (await who.getStreamId({ stream: name })).stream_id;
}
async function noticesOf(who: Person, stream_id: ChannelId) {
  const narrow = [{ operator: 'channel', operand: stream_id }];
  const { messages } = await who.getMessages({
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages;
}

it('[CH28] posts nothing if the organization turned notices off', async () => {
  const stream_id = await make(cast.dara, 'silent');
  await cast.dara.updateStream({ stream_id, new_name: 'still silent' });
  expect(await noticesOf(cast.dara, stream_id)).toEqual([]);
});

it('[CH28] posts creation, names, descriptions, privacy, posting permissions and archiving', async () => {
  const { ada, dara, eli } = cast;
  await ada.updateRealm({ send_channel_events_messages: true });
  const made = await verifyEvents([dara, eli], () => make(dara, 'forum', { principals: [dara.user_id, eli.user_id] }));
  const stream_id = made.value;
  const { user_groups } = await dara.getUserGroups({});
  const moderators = user_groups.find(({ name }) => name === 'role:moderators')!.id;
  const change = (changes: object) => verifyEvents([dara, eli], () => dara.updateStream({ stream_id, ...changes }));
  await change({ new_name: 'agora', description: '' });
  await change({ new_name: '**agora** @**all**' });
  await change({ is_private: true });
  await change({ history_public_to_subscribers: true });
  await change({ can_send_message_group: { new: moderators } });
  await verifyEvents([dara, eli], () => dara.archiveStream({ stream_id }));
  await verifyEvents([dara, eli], () => dara.updateStream({ stream_id, is_archived: false }));
  const messages = await noticesOf(dara, stream_id);
  const who = `@_**Dara Member|${dara.user_id}**`;
  expect(messages.map(({ content }) => content)).toEqual([
    `${who} created this channel. It is **public**.\n\n> Calls @**all** here`,
    `${who} renamed this channel from **forum** to **agora**.`,
    `${who} changed the description of this channel. It was:\n\n> Calls @**all** here\n\nIt is now:\n\n*No description.*`,
    `${who} renamed this channel from **agora** to another name.`,
    `${who} changed who can read this channel: it was **public** and is now **private with protected history**.`,
    `${who} changed who can read this channel: it was **private with protected history** and is now **private with shared history**.`,
    `${who} changed who can post in this channel. It was for: **Everyone in this organization, including guests**. It is now for: **Moderators of this organization, including administrators**.`,
    `${who} archived this channel.`,
    `${who} took this channel out of the archive.`,
  ]);
  for (const { subject, flags, sender_full_name } of messages)
    expect([subject, sender_full_name, flags.filter((flag) => flag !== 'read')]).toEqual([
      'channel events',
      'Notification Bot',
      [],
    ]);
});

it('[CH28] [CH25] uses the empty topic where only that is allowed, and never makes a channel unable to use it', async () => {
  const { dara } = cast;
  const stream_id = await make(dara, 'one topic');
  await verifyEvents(dara, () => dara.updateStream({ stream_id, topics_policy: 'empty_topic_only' }));
  await dara.updateStream({ stream_id, new_name: 'the one topic' });
  expect((await noticesOf(dara, stream_id)).map(({ subject }) => subject)).toEqual(['channel events', '']);
  await dara.updateStream({ stream_id, topics_policy: 'inherit' });
  await dara.sendMessage({ type: 'channel', to: stream_id, topic: 'channel events', content: 'of my own' });
  const refused = await dara
    .updateStream({ stream_id, topics_policy: 'empty_topic_only' })
    .catch(({ code }: ApiError) => code);
  expect(refused).toBe('BAD_REQUEST');
});
