// Editing messages: who may, until when, flags of readers, and events.
import { beforeAll, describe, expect, it } from 'bun:test';
import { createHash } from 'node:crypto';
import type { MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests();
let stream_id: number;
beforeAll(async () => {
  const { ada, dara, eli, finn } = cast;
  const principals = [ada, dara, eli, finn].map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name: 'plaza' }], principals });
  stream_id = (await ada.getStreamId({ stream: 'plaza' })).stream_id;
});

const MINUTE_MS = 60_000;
const send = async (who: Person, content: string, topic = 'talk'): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to: 'plaza', topic, content })).id;
const sendDirect = async (who: Person, to: Person, content: string): Promise<MessageId> =>
  (await who.sendMessage({ type: 'direct', to: [to.user_id], content })).id;
const read = async (who: Person, message_id: MessageId) => (await who.getMessage({ message_id })).message;
const source = async (who: Person, message_id: MessageId) => (await who.getMessage({ message_id })).raw_content;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const updates = (events: readonly ReceivedEvent[]) => events.filter(({ type }) => type === 'update_message');

describe('an edit', () => {
  it('[ED2] [ED40] renders the content again, and all its readers receive the event', async () => {
    const { ada, dara, finn } = cast;
    const message_id = await send(dara, 'one *two*');
    const before = await read(dara, message_id);
    const { events, value } = await verifyEvents([dara, ada, finn], () =>
      dara.editMessage({ message_id, content: '\n/me **three** \n' }),
    );
    expect(value.detached_uploads).toEqual([]);
    const after = await read(finn, message_id);
    expect(after.content).toBe('<p>/me <strong>three</strong></p>');
    expect(after.is_me_message).toBe(true);
    expect(after.last_edit_timestamp).toBeNumber();
    expect(after.last_moved_timestamp).toBeUndefined();
    for (const received of events)
      expect(updates(received)).toEqual([
        {
          id: expect.any(Number),
          type: 'update_message',
          user_id: dara.user_id,
          rendering_only: false,
          message_id,
          message_ids: [message_id],
          flags: received === events[0] ? ['read'] : [],
          edit_timestamp: after.last_edit_timestamp,
          stream_name: 'plaza',
          stream_id,
          orig_content: 'one *two*',
          orig_rendered_content: before.content,
          content: '/me **three**',
          rendered_content: after.content,
          is_me_message: true,
        },
      ]);
  });

  it('[ED2] of everything leaves “(deleted)”; equal content is no edit; too long content is cut', async () => {
    const { dara } = cast;
    const message_id = await send(dara, 'here');
    await dara.editMessage({ message_id, content: ' \n ' });
    expect(await source(dara, message_id)).toBe('(deleted)');
    const { events } = await verifyEvents([dara], () => dara.editMessage({ message_id, content: '(deleted)' }));
    expect(events[0]).toEqual([]);
    expect((await dara.getMessageHistory({ message_id })).message_history).toHaveLength(2);
    await dara.editMessage({ message_id, content: '😀'.repeat(10_001) });
    const text = await source(dara, message_id);
    expect([[...text].length, text.endsWith('[message truncated]')]).toEqual([10_000, true]);
  });

  it('[ED2] [ED40] of a direct message reaches only its people', async () => {
    const { dara, eli, ada } = cast;
    const message_id = await sendDirect(dara, eli, 'psst');
    const { events } = await verifyEvents([dara, eli, ada], () => dara.editMessage({ message_id, content: 'hush' }));
    expect(events.map((received) => updates(received).length)).toEqual([1, 1, 0]);
    expect(updates(events[1]!)[0]).not.toHaveProperty('stream_id');
    expect(await source(eli, message_id)).toBe('hush');
  });

  it('[ED40] reaches an editor who is not in the channel', async () => {
    const { chen } = cast;
    const message_id = await send(chen, 'from outside');
    const { events } = await verifyEvents([chen], () => chen.editMessage({ message_id, content: 'edited outside' }));
    expect(updates(events[0]!)).toMatchObject([{ content: 'edited outside' }]);
  });

  it('[ED7] [ED41] flags newly mentioned readers and unflags others; readers’ own flags stay', async () => {
    const { ada, dara, eli } = cast;
    const message_id = await send(dara, `@**Eli Member** and @**Ada Owner**`);
    const edit = async (id: MessageId, content: string) => {
      const { events } = await verifyEvents([ada, eli], () => dara.editMessage({ message_id: id, content }));
      return events.map((received) => updates(received)[0]!.flags);
    };
    expect(await edit(message_id, '@**Ada Owner** only')).toEqual([['mentioned'], []]);
    expect(await edit(message_id, '@**all**')).toEqual(
      Array(2).fill(['stream_wildcard_mentioned', 'wildcard_mentioned']),
    );
    expect(await edit(message_id, 'silently @_**Ada Owner**')).toEqual([[], []]);
    expect(await edit(await send(dara, 'nobody'), '@**Eli Member**')).toEqual([[], ['mentioned']]);
  });
});

describe('is allowed', () => {
  it('[ED3] only for the sender, whatever their role; hidden messages don’t exist', async () => {
    const { ada, dara, eli } = cast;
    const message_id = await send(dara, 'mine');
    for (const person of [ada, eli]) {
      const { code, message } = await refusal(person.editMessage({ message_id, content: 'yours' }));
      expect([code, message]).toEqual(['BAD_REQUEST', "You don't have permission to edit this message"]);
    }
    const secret = await sendDirect(dara, ada, 'between us');
    const hidden = await refusal(eli.editMessage({ message_id: secret, content: 'x' }));
    const missing = await refusal(eli.editMessage({ message_id: 987_654, content: 'x' }));
    expect([hidden.code, hidden.message]).toEqual([missing.code, missing.message]);
    expect(await source(dara, message_id)).toBe('mine');
  });

  it('[ED3] for nobody, if the organization turned editing off', async () => {
    const { ada, dara } = cast;
    const message_id = await send(ada, 'fixed');
    await ada.updateRealm({ allow_message_editing: false });
    expect((await refusal(ada.editMessage({ message_id, content: 'x' }))).message).toBe(
      'Your organization has turned off message editing',
    );
    await ada.updateRealm({ allow_message_editing: true });
    await dara.editMessage({ message_id: await send(dara, 'a'), content: 'b' });
  });

  it('[ED4] until the limit plus a grace for slow requests, for everyone alike', async () => {
    const { ada } = cast;
    await ada.updateRealm({ message_content_edit_limit_seconds: 120 });
    const message_id = await send(ada, 'early');
    server.clock.advance(2 * MINUTE_MS + 18_000);
    await ada.editMessage({ message_id, content: 'in time' });
    server.clock.advance(4000);
    const { message } = await refusal(ada.editMessage({ message_id, content: 'late' }));
    expect(message).toBe('The time limit for editing this message has passed');
    await ada.updateRealm({ message_content_edit_limit_seconds: 'unlimited' });
    server.clock.advance(100 * 24 * 60 * MINUTE_MS);
    await ada.editMessage({ message_id, content: 'late' });
  });

  it('[ED5] only of the content the caller has seen, if they state it', async () => {
    const { dara } = cast;
    const message_id = await send(dara, 'ä');
    const wrong = { message_id, content: 'c', prev_content_sha256: sha256('b') };
    expect((await refusal(dara.editMessage(wrong))).code).toBe('EXPECTATION_MISMATCH');
    await dara.editMessage({ message_id, content: 'c', prev_content_sha256: sha256('ä').toUpperCase() });
    expect(await source(dara, message_id)).toBe('c');
  });

  it('[ED6] neither for widgets nor in archived channels', async () => {
    const { ada, dara } = cast;
    const poll = await send(dara, '/poll Where?\nhere\nthere');
    expect((await refusal(dara.editMessage({ message_id: poll, content: 'x' }))).message).toBe(
      'Widgets cannot be edited.',
    );
    await ada.subscribe({ subscriptions: [{ name: 'attic' }] });
    const archived = (await ada.getStreamId({ stream: 'attic' })).stream_id;
    const { id } = await ada.sendMessage({ type: 'channel', to: 'attic', topic: 't', content: 'old' });
    await ada.archiveStream({ stream_id: archived });
    for (const change of [{ content: 'new' }, { topic: 'new' }, { stream_id }])
      expect((await refusal(ada.editMessage({ message_id: id, ...change }))).message).toContain('archived channel');
  });

  it('[ED7] only with mentions the editor may use', async () => {
    const { ada, eli } = cast;
    const members = [ada.user_id];
    const group = { name: 'board', description: '', members };
    const { group_id } = await ada.createUserGroup(group);
    const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
    const nobody = realm_user_groups!.find(({ name }) => name === 'role:nobody')!.id;
    await ada.updateUserGroup({ user_group_id: group_id, can_mention_group: { new: nobody } });
    const message_id = await send(eli, 'hello');
    expect((await refusal(eli.editMessage({ message_id, content: '@*board*' }))).code).toBe('BAD_REQUEST');
    expect(await source(eli, message_id)).toBe('hello');
  });
});

describe('a request', () => {
  it('[ED1] must change something and fit the kind of message', async () => {
    const { dara, eli } = cast;
    const message_id = await send(dara, 'there');
    const direct = await sendDirect(dara, eli, 'here');
    const refused: [Parameters<Person['editMessage']>[0], string][] = [
      [{ message_id }, 'Nothing to change'],
      [{ message_id, propagate_mode: 'change_all' }, 'Nothing to change'],
      [{ message_id, content: 'x', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic edit'],
      [{ message_id: direct, topic: 'x' }, 'Direct messages cannot have topics.'],
      [{ message_id: direct, stream_id }, 'Direct messages cannot be moved to channels.'],
      [{ message_id, content: 'x', stream_id: stream_id + 1 }, 'Cannot change message content while changing channel'],
    ];
    for (const [edit, message] of refused) {
      const error = await refusal(dara.editMessage(edit));
      expect([error.code, error.message]).toEqual(['BAD_REQUEST', message]);
    }
  });

  it('[ED1] [ED2] for the current value is no change and no error', async () => {
    const { dara } = cast;
    const message_id = await send(dara, 'same');
    const { events } = await verifyEvents([dara], () => dara.editMessage({ message_id, topic: ' talk ', stream_id }));
    expect(events[0]).toEqual([]);
  });
});
