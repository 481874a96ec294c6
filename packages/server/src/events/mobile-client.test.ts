// Checks the assumptions of existing mobile apps on a full register and a busy queue. Every other event of the suite is checked
// when it is sent.
import { describe, expect, it } from 'bun:test';
import type { InputOf, ReceivedEvent, registerQueue } from '@stoa/contract';
import { checkMobileEvent, checkMobileState, serveTests } from '@stoa/testkit';

const { cast } = await serveTests();

/** As the app registers: fetches everything. */
const REGISTER: InputOf<typeof registerQueue> = {
  idle_queue_timeout: 'mobile',
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

describe('mobile apps', () => {
  it('[EV20] can parse every account’s register response and all following events', async () => {
    const { ada, dara, eli, finn } = cast;
    await dara.subscribe({
      subscriptions: [{ name: 'harbour' }],
      principals: [dara.user_id, eli.user_id, finn.user_id],
    });
    const { id } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'ahoy' });
    await dara.sendMessage({ type: 'direct', to: [eli.user_id, ada.user_id], content: 'all of you' });
    const queue = await eli.registerQueue(REGISTER);
    for (const person of [ada, finn, eli]) checkMobileState(await person.registerQueue(REGISTER));

    const sent = await dara.sendMessage({ type: 'channel', to: 'harbour', topic: 'tides', content: 'high @**all**' });
    await eli.addReaction({ message_id: sent.id, emoji_name: 'tada' });
    await eli.removeReaction({ message_id: sent.id, emoji_name: 'tada' });
    await eli.updateMessageFlags({ messages: [sent.id, id], op: 'add', flag: 'read' });
    await eli.updateMessageFlags({ messages: [sent.id, id], op: 'remove', flag: 'read' });
    await dara.editMessage({ message_id: sent.id, content: 'low @**all**' });
    await dara.editMessage({ message_id: sent.id, topic: 'winds' });
    const { stream_id } = await dara.getStreamId({ stream: 'harbour' });
    await eli.updateUserTopic({ stream_id, topic: 'winds', visibility_policy: 3 });
    await eli.updateSettings({ twenty_four_hour_time: true });
    await dara.subscribe({ subscriptions: [{ name: 'lighthouse' }], principals: [dara.user_id, eli.user_id] });
    await ada.removeMessage({ message_id: sent.id });
    const { queue_id, last_event_id } = queue;
    const { events } = await eli.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    await dara.setTypingStatus({ op: 'start', type: 'direct', to: [eli.user_id] });
    const newest = events.at(-1)!.id as number;
    const { events: signals } = await eli.getEvents({ queue_id: queue_id!, last_event_id: newest });
    for (const event of [...events, ...signals] as ReceivedEvent[]) checkMobileEvent(event);
    const kinds = new Set([...events, ...signals].map(({ type }) => type));
    const expected = ['message', 'reaction', 'update_message_flags', 'update_message', 'user_topic', 'user_settings'];
    for (const type of [...expected, 'stream', 'subscription', 'delete_message', 'typing'])
      expect(kinds).toContain(type);
  });

  it('[EV20] fail with the name of a field that they can’t parse', async () => {
    const state = await cast.eli.registerQueue(REGISTER);
    expect(() => checkMobileState({ ...state, realm_wildcard_mention_policy: 4 })).toThrow(
      'realm_wildcard_mention_policy',
    );
    expect(() => checkMobileState({ ...state, muted_users: undefined })).toThrow('muted_users');
    const reaction = {
      id: 1,
      type: 'reaction',
      op: 'add',
      emoji_name: 'x',
      emoji_code: '1',
      user_id: 1,
      message_id: 1,
    };
    expect(() => checkMobileEvent({ ...reaction, reaction_type: 'unicode_emoji' })).not.toThrow();
    expect(() => checkMobileEvent({ ...reaction, reaction_type: 'other' })).toThrow('reaction/add');
  });
});
