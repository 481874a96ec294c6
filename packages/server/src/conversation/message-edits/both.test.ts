// Changes of content and topic in one request.
import { describe, expect, it } from 'bun:test';
import type { ChannelId, MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();

async function channel(name: string, people: Person[], options: object = {}): Promise<ChannelId> {
  const principals = people.map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}
const send = async (who: Person, to: string, content: string): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to, topic: 'talk', content })).id;
const updates = (events: readonly ReceivedEvent[]) => events.filter(({ type }) => type === 'update_message');
const QUIET = { send_notification_to_new_thread: false };

describe('content and topic', () => {
  it('[ED45] [ED41] change in one event, with the fields of both', async () => {
    const { ada, dara, eli } = cast;
    const stream_id = await channel('plaza', [ada, dara, eli]);
    const first = await send(ada, 'plaza', 'one');
    const message_id = await send(dara, 'plaza', 'two');
    const change = { content: `**three** @**${ada.full_name}**`, topic: 'walk', propagate_mode: 'change_all' } as const;
    const { events } = await verifyEvents([ada, dara, eli], () =>
      dara.editMessage({ message_id, ...change, ...QUIET }),
    );
    const { message } = await eli.getMessage({ message_id });
    for (const [at, flags] of [['mentioned'], ['read'], []].entries())
      expect(updates(events[at]!)).toEqual([
        {
          id: expect.any(Number),
          type: 'update_message',
          user_id: dara.user_id,
          rendering_only: false,
          message_id,
          message_ids: [first, message_id],
          flags,
          edit_timestamp: message.last_edit_timestamp,
          stream_name: 'plaza',
          stream_id,
          propagate_mode: 'change_all',
          orig_subject: 'talk',
          subject: 'walk',
          topic_links: [],
          orig_content: 'two',
          orig_rendered_content: '<p>two</p>',
          content: change.content,
          rendered_content: message.content,
          is_me_message: false,
        },
      ]);
    expect(message.edit_history).toHaveLength(1);
  });

  it('[ED45] [ED42] change for the readers of each message in protected history', async () => {
    const { ada, dara, eli } = cast;
    await channel('vault', [ada, dara], { invite_only: true });
    const before = await send(ada, 'vault', 'before');
    await ada.subscribe({ subscriptions: [{ name: 'vault' }], principals: [eli.user_id] });
    const message_id = await send(dara, 'vault', 'after');
    const change = { content: 'later', topic: 'walk', propagate_mode: 'change_all' } as const;
    const { events } = await verifyEvents([ada, eli], () => dara.editMessage({ message_id, ...change, ...QUIET }));
    const of = (at: number) => updates(events[at]!).map(({ message_ids, content }) => [message_ids, content]);
    expect(of(0).sort()).toEqual([
      [[before], undefined],
      [[message_id], 'later'],
    ]);
    expect(of(1)).toEqual([[[message_id], 'later']]);
  });

  it('[ED45] [ED16] change in events of their own where the move reaches the message later', async () => {
    const { ada, dara } = cast;
    await channel('market', [ada, dara]);
    // Code of a spelling that is coloured character by character: some 200 KB for each message.
    const code = `\`\`\`python\n${'1+'.repeat(4900)}1\n\`\`\``;
    for (let n = 0; n < 30; n++) await send(ada, 'market', code);
    const message_id = await send(dara, 'market', 'light');
    const change = { content: 'lighter', topic: 'walk', propagate_mode: 'change_all' } as const;
    const { events } = await verifyEvents([ada], async () => {
      await dara.editMessage({ message_id, ...change, ...QUIET });
      await server.app.jobs.settle();
    });
    const [content, ...moves] = updates(events[0]!);
    expect(content).toMatchObject({ message_id, message_ids: [message_id], content: 'lighter' });
    expect(content).not.toHaveProperty('subject');
    expect(moves.length).toBeGreaterThan(1);
    for (const move of moves) expect(move).not.toHaveProperty('content');
  });
});
