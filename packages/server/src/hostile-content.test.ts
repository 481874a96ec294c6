// Known script injections, through every field of a response that is HTML: none may leave anything executable.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ApiError, ChannelId, MessageId } from '@stoa/contract';
import { serveTests } from '@stoa/testkit';
import { problemsOf } from '../../markdown/src/safety/check-html.ts';
import { XSS_VECTORS } from '../../markdown/src/safety/xss-vectors.ts';

const { cast } = await serveTests();
let stream_id: ChannelId;
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'hostile' }] });
  stream_id = (await cast.ada.getStreamId({ stream: 'hostile' })).stream_id;
});

const AT_ONCE = 50;

/** A refused vector can do no harm; an accepted one is checked. */
async function throughAll(
  take: (vector: string) => Promise<string | string[]>,
): Promise<{ html: string[]; taken: number }> {
  const html: string[] = [];
  for (let at = 0; at < XSS_VECTORS.length; at += AT_ONCE) {
    const answers = XSS_VECTORS.slice(at, at + AT_ONCE).map((vector) =>
      take(vector).catch((error: ApiError) => {
        expect(error.status).toBeLessThan(500);
        return null;
      }),
    );
    for (const answer of await Promise.all(answers)) if (answer !== null) html.push(...[answer].flat());
  }
  return { html, taken: html.length };
}

const unsafe = (html: readonly string[]) =>
  html.map((text) => ({ text, problems: problemsOf(text) })).filter(({ problems }) => problems.length > 0);

const send = async (content: string, topic = 'vectors'): Promise<MessageId> =>
  (await cast.ada.sendMessage({ type: 'channel', to: 'hostile', topic, content })).id;
const LATER = 4_000_000_000;

describe('[HC1] no known vector leaves foreign markup in', () => {
  it('[HC1] messages, their previews, and search matches in them', async () => {
    const { html, taken } = await throughAll(async (vector) => {
      const [message_id, preview] = await Promise.all([
        send(`findme ${vector}`),
        cast.ada.renderMessage({ content: vector }),
      ]);
      return [(await cast.ada.getMessage({ message_id })).message.content, preview.rendered];
    });
    expect(taken).toBeGreaterThan(500);
    expect(unsafe(html)).toEqual([]);
    const { messages } = await cast.ada.getMessages({
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'findme' }],
    });
    expect(messages.length).toBeGreaterThan(250);
    const found = messages.map((message) => (message as { match_content?: string }).match_content ?? '');
    expect(found.every((text) => text.includes('<span class="highlight">'))).toBe(true);
    expect(unsafe(found)).toEqual([]);
  });

  it('[HC1] topics in search matches', async () => {
    await throughAll(async (vector) => {
      await send('x', `topical ${vector}`.slice(0, 60));
      return [];
    });
    const narrow = [{ operator: 'search', operand: 'topical' }];
    const { messages } = await cast.ada.getMessages({ anchor: 'newest', num_before: 1000, num_after: 0, narrow });
    expect(messages.length).toBeGreaterThan(250);
    expect(unsafe(messages.map((message) => (message as { match_subject?: string }).match_subject ?? ''))).toEqual([]);
  });

  it('[HC1] edited messages and their history', async () => {
    const message_id = await send('before');
    for (const content of XSS_VECTORS.slice(0, 60)) await cast.ada.editMessage({ message_id, content }).catch(() => {});
    const { message_history } = await cast.ada.getMessageHistory({ message_id, allow_empty_topic_name: true });
    expect(message_history.length).toBeGreaterThan(40);
    const html = message_history.flatMap(({ rendered_content, prev_rendered_content, content_html_diff }) =>
      [rendered_content, prev_rendered_content, content_html_diff].filter((text) => text !== undefined),
    );
    expect(unsafe(html as string[])).toEqual([]);
  });

  it('[HC1] scheduled messages and reminders', async () => {
    const message_id = await send('remember');
    const { ada } = cast;
    const when = { scheduled_delivery_timestamp: LATER };
    const note = { type: 'direct' as const, to: [ada.user_id as number] };
    const { taken } = await throughAll(async (content) => {
      await ada.createScheduledMessage({ ...note, ...when, content });
      await ada.createReminder({ message_id, ...when, note: content.slice(0, 900) });
      return 'made';
    });
    expect(taken).toBeGreaterThan(250);
    const { scheduled_messages } = await ada.getScheduledMessages();
    const { reminders } = await ada.getReminders();
    expect(reminders.length).toBeGreaterThan(250);
    expect(unsafe([...scheduled_messages, ...reminders].map(({ rendered_content }) => rendered_content))).toEqual([]);
  });

  it('[HC1] descriptions of channels, folders and the organization, and profile fields', async () => {
    const { ada } = cast;
    const { id } = await ada.createProfileField({ name: 'about', field_type: 2 });
    const { channel_folder_id } = await ada.createChannelFolder({ name: 'folder', description: '' });
    const html: string[] = [];
    let taken = 0;
    // All share one renderer; a part of the vectors shows that nothing bypasses it.
    for (const vector of XSS_VECTORS.filter((_, at) => at % 4 === 0)) {
      const done = [
        ada.updateStream({ stream_id, description: vector.slice(0, 1000) }),
        ada.updateChannelFolder({ channel_folder_id, description: vector.slice(0, 1000) }),
        ada.updateRealm({ description: vector.slice(0, 1000) }),
        ada.updateProfileData({ data: [{ id, value: vector.slice(0, 500) }] }),
      ].map((call) =>
        call.then(
          () => 1,
          () => 0,
        ),
      );
      taken += (await Promise.all(done)).reduce<number>((sum, ms) => sum + ms, 0);
      const [{ stream }, { channel_folders }, state, { user }] = await Promise.all([
        ada.getStream({ stream_id }),
        ada.getChannelFolders({ include_archived: true }),
        ada.registerQueue({ fetch_event_types: ['realm'] }),
        ada.getUser({ user_id: ada.user_id, include_custom_profile_fields: true }),
      ]);
      const values = Object.values(user.profile_data ?? {}).map(({ rendered_value }) => rendered_value ?? '');
      const { realm_rendered_description } = state as { realm_rendered_description?: string };
      const rendered = channel_folders.map(({ rendered_description }) => rendered_description);
      html.push(stream.rendered_description, realm_rendered_description ?? '', ...rendered, ...values);
    }
    expect(taken).toBeGreaterThan(250);
    expect(unsafe(html)).toEqual([]);
  });
});
