// Cached messages are never served stale.
import { expect, it, setDefaultTimeout } from 'bun:test';
import type { MessageId } from '@stoa/contract';
import { type Person, samplePicture, serveTests } from '@stoa/testkit';
import { RevisionCache } from '../../kit/database/store-caches.ts';
import { MESSAGE_TEXTS, type Revisions, revisionOf, textKey } from './message-text-cache.ts';

setDefaultTimeout(30_000);

const { cast } = await serveTests();

const FORMS = [
  { apply_markdown: true, client_gravatar: true, allow_empty_topic_name: true },
  { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: false },
  { apply_markdown: false, client_gravatar: true, allow_empty_topic_name: false },
];

/** Reads messages one by one, which never caches, and all at once. The pictures are those of the sender's account. */
async function readBothWays(reader: Person, message_ids: MessageId[]) {
  const one_by_one = [];
  const at_once = [];
  for (const { client_gravatar, ...form } of FORMS) {
    const { user } = await reader.getUser({ user_id: cast.dara.user_id, client_gravatar });
    for (const message_id of message_ids) {
      const { message } = await reader.getMessage({ message_id, ...form });
      one_by_one.push({ ...message, avatar_url: user.avatar_url });
    }
    at_once.push(...(await reader.getMessages({ message_ids, client_gravatar, ...form })).messages);
  }
  return { one_by_one, at_once };
}

it('[MS70] cached messages are refreshed after every change of their content', async () => {
  const { ada, dara, eli, finn } = cast;
  const principals = [ada.user_id, eli.user_id, finn.user_id];
  await dara.subscribe({ subscriptions: [{ name: 'agora' }], principals });
  const { stream_id } = await dara.getStreamId({ stream: 'agora' });
  const send = (content: string, topic = 'stone #7') =>
    dara.sendMessage({ type: 'channel', to: 'agora', topic, content }).then(({ id }) => id);
  const message_id = await send('as **it** was');
  const poll = await send('/poll Where?\nAthens\nRome', '');
  const { id: direct } = await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'to you' });
  const reaction = { message_id, emoji_name: 'tada' };
  const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });

  const changes: Record<string, () => Promise<unknown>> = {
    reaction: () => eli.addReaction(reaction),
    'reaction removed': () => eli.removeReaction(reaction),
    vote: () => eli.addSubmessage({ message_id: poll, msg_type: 'widget', content: vote }),
    edit: () => dara.editMessage({ message_id, content: 'as it *is*' }),
    move: () => dara.editMessage({ message_id, topic: 'marble #7', propagate_mode: 'change_one' }),
    'name of the sender': () => dara.updateSettings({ full_name: 'Dara the Second' }),
    picture: () => dara.uploadAvatar({}, { file: samplePicture() }),
    'no picture': () => dara.deleteAvatar(),
    'hidden address': () => dara.updateSettings({ email_address_visibility: 3 }),
    channel: () => ada.updateStream({ stream_id, new_name: 'market' }),
    linkifier: () => ada.addLinkifier({ pattern: '#(?P<id>[0-9]+)', url_template: 'https://stoa.example/{id}' }),
    'history that is shown': () => ada.updateRealm({ message_edit_history_visibility_policy: 'none' }),
  };
  const texts = async () => {
    const read = [];
    for (const reader of [dara, eli, ada]) {
      const mine = reader === ada ? [message_id, poll] : [message_id, poll, direct];
      const first = await readBothWays(reader, mine);
      const again = await readBothWays(reader, mine);
      expect(again.at_once).toEqual(first.at_once);
      expect(first.at_once).toEqual(first.one_by_one);
      read.push(...first.at_once);
    }
    return JSON.stringify(read);
  };
  let before = await texts();
  for (const [name, change] of Object.entries(changes)) {
    await change();
    const after = await texts();
    expect({ name, is_told: after !== before }).toEqual({ name, is_told: true });
    before = after;
  }
  // Some 1,200 requests.
}, 180_000);

it('[MS71] the cache is bounded and keeps messages in use longest', () => {
  const cache = new RevisionCache<number, Uint8Array>({ ...MESSAGE_TEXTS, bound: 1000 });
  const at = { revision: 0, surroundings: 0 };
  const text = new Uint8Array(100);
  const find = (id: number, form: number, revisions: Revisions) =>
    cache.get(textKey(id as MessageId, form), revisionOf(revisions));
  for (let id = 1; id <= 500; id++) {
    cache.set(textKey(id as MessageId, 0), revisionOf(at), text);
    expect(find(1, 0, at)).toBe(text);
  }
  const still = Array.from({ length: 500 }, (_, n) => find(n + 1, 0, at)).filter(Boolean);
  expect(still.length).toBeLessThanOrEqual(25);
  expect(find(1, 1, at)).toBeUndefined();
  expect(find(1, 0, { ...at, revision: 1 })).toBeUndefined();
  expect(find(1, 0, { ...at, surroundings: 1 })).toBeUndefined();
});
