// Custom emoji over HTTP, by rule.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import type { CustomEmoji } from '@stoa/contract';
import { codeOf, messageOf, type Person, samplePicture, serveTests, textFile, verifyEvents } from '@stoa/testkit';
import sharp from 'sharp';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
let message_id: number;
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'emoji' }], principals: [cast.dara.user_id, cast.eli.user_id] });
  message_id = (await cast.dara.sendMessage({ type: 'stream', to: 'emoji', topic: 'e', content: 'react' })).id;
});

const add = (who: Person, emoji_name: string, file = samplePicture()) =>
  who.uploadCustomEmoji({ emoji_name }, { file });
const all = async () => Object.values((await cast.dara.getCustomEmoji()).emoji as Record<string, CustomEmoji>);
const find = async (name: string) => (await all()).findLast((emoji) => emoji.name === name)!;
const size = async (url: string) => {
  const answer = await fetch(`${server.url}${url}`);
  const { width, height, format, pages } = await sharp(await answer.arrayBuffer(), { pages: -1 }).metadata();
  return [answer.status, answer.headers.get('content-type'), width, pages ? height / 64 : height / 64, format];
};

describe('custom emoji', () => {
  it('[EM1] [EM6] are added by members, and everyone receives an event', async () => {
    const { dara, eli, finn } = cast;
    const capable = await eli.registerQueue({
      event_types: ['realm_emoji'],
      client_capabilities: { individual_emoji_changes: true },
    });
    const { events } = await verifyEvents([dara, finn], () => add(dara, 'columns'));
    const emoji = await find('columns');
    expect(emoji).toMatchObject({ author_id: dara.user_id, deactivated: false, still_url: null });
    for (const seen of events)
      expect(seen.map(({ type, op, realm_emoji }) => ({ type, op, realm_emoji }))).toEqual([
        { type: 'realm_emoji', op: 'update', realm_emoji: { [emoji.id]: emoji } },
      ]);
    await cast.ada.deactivateCustomEmoji({ emoji_name: 'columns' });
    const { events: single } = await eli.getEvents({ queue_id: capable.queue_id!, dont_block: true });
    expect(single.map(({ id: _, ...event }) => event) as unknown[]).toEqual([
      { type: 'realm_emoji', op: 'add', emoji },
      { type: 'realm_emoji', op: 'update_one', emoji_id: emoji.id, data: { deactivated: true } },
    ]);
  });

  it('[EM1] can’t be added without permission', async () => {
    const { ada, dara, finn } = cast;
    expect(await codeOf(add(finn, 'by_a_guest'))).toBe('BAD_REQUEST');
    const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
    const group = (name: string) => realm_user_groups!.find((group) => group.name === name)!.id;
    await ada.updateRealm({ can_add_custom_emoji_group: { new: group('role:administrators') } });
    expect(await messageOf(add(dara, 'not_now'))).toBe('Insufficient permission');
    await ada.updateRealm({ can_add_custom_emoji_group: { new: group('role:members') } });
  });

  it('[EM2] [EM3] have unique, valid names', async () => {
    const { dara, ada } = cast;
    for (const name of ['', 'Upper', 'a b', 'a.b', 'ü', 'end_', 'end-', '../x', 'a/b', '<b>', 'x'.repeat(101)])
      expect([name, await codeOf(add(dara, name))].slice(1)).not.toEqual([null]);
    await add(dara, 'x'.repeat(100));
    await add(dara, '0-a_9');
    expect(await messageOf(add(dara, '0-a_9'))).toBe('A custom emoji with this name already exists.');
    for (const name of ['smile', 'zulip', '+1'.replace('+', 'plus'), 'tada'].filter((name) => name !== 'plus1'))
      expect(await messageOf(add(dara, name))).toBe('Only administrators can override default emoji.');
    await verifyEvents([dara], () => add(ada, 'tada'));
    const { id } = await dara.sendMessage({
      type: 'stream',
      to: 'emoji',
      topic: 'e',
      content: ':tada: :0-a_9: :heart:',
    });
    const { content } = (await dara.getMessage({ message_id: id })).message;
    expect(content).toContain(`<img alt=":tada:" class="emoji" src="${(await find('tada')).source_url}" title="tada">`);
    expect(content).toContain(`src="${(await find('0-a_9')).source_url}"`);
    expect(content).toContain('emoji-2764');
    await ada.deactivateCustomEmoji({ emoji_name: 'tada' });
    expect((await dara.getMessage({ message_id: id })).message.content).toBe(content);
    const { id: later } = await dara.sendMessage({ type: 'stream', to: 'emoji', topic: 'e', content: ':tada:' });
    expect((await dara.getMessage({ message_id: later })).message.content).toContain('emoji-1f389');
  });

  it('[EM4] are deactivated by their author and administrators, which frees the name', async () => {
    const { dara, eli, chen, bela } = cast;
    await add(dara, 'of_dara');
    const first = await find('of_dara');
    for (const other of [eli, chen])
      expect(await messageOf(other.deactivateCustomEmoji({ emoji_name: 'of_dara' }))).toBe(
        'Must be an organization administrator or emoji author',
      );
    await verifyEvents([eli], () => dara.deactivateCustomEmoji({ emoji_name: 'of_dara' }));
    expect((await find('of_dara')).deactivated).toBe(true);
    const again = await dara.deactivateCustomEmoji({ emoji_name: 'of_dara' }).catch((error) => error);
    expect([again.status, again.code, again.message]).toEqual([404, 'BAD_REQUEST', "Emoji 'of_dara' does not exist"]);
    await add(eli, 'of_dara');
    expect((await find('of_dara')).id).not.toBe(first.id);
    await bela.deactivateCustomEmoji({ emoji_name: 'of_dara' });
    expect(await size(first.source_url)).toEqual([200, 'image/png', 64, 1, 'png']);
  });

  it('[EM5] become small squares and stay animated', async () => {
    const { dara } = cast;
    const wide = await sharp({ create: { width: 300, height: 50, channels: 3, background: '#a00' } })
      .jpeg()
      .toBuffer();
    await add(dara, 'wide', new File([wide], 'wide.jpg'));
    expect(await size((await find('wide')).source_url)).toEqual([200, 'image/png', 64, 1, 'png']);
    const raw = Buffer.alloc(20 * 20 * 3 * 3);
    for (let at = 0; at < 3; at++) raw.fill(90 * at, at * 1200, (at + 1) * 1200);
    const gif = await sharp(raw, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    await add(dara, 'moving', new File([gif], 'moving.gif'));
    const { source_url, still_url } = await find('moving');
    expect(await size(source_url)).toEqual([200, 'image/gif', 64, 3, 'gif']);
    expect(await size(still_url!)).toEqual([200, 'image/png', 64, 1, 'png']);
    expect(await codeOf(add(dara, 'text', textFile('no picture', 'x.png', 'image/png')))).toBe('BAD_IMAGE');
    expect(await codeOf(add(dara, 'svg', textFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'x.svg')))).toBe(
      'BAD_IMAGE',
    );
    expect(await messageOf(dara.uploadCustomEmoji({ emoji_name: 'none' }))).toBe('You must upload exactly one file.');
    const big = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png');
    expect(await messageOf(add(dara, 'big', big))).toBe('Uploaded file is larger than the allowed limit of 5 MiB');
    const wide_and_high = await sharp({ create: { width: 2001, height: 2000, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
    expect(await messageOf(add(dara, 'huge', new File([wide_and_high as BlobPart], 'huge.png')))).toBe(
      'The image is too large: it may have at most 4 megapixels.',
    );
  });

  it('[EM7] can be reactions, by name or by id', async () => {
    const { ada, dara, eli } = cast;
    await add(dara, 'roof');
    const { id } = await find('roof');
    const react = (who: Person, emoji_name: string, emoji_code?: string) =>
      who.addReaction({ message_id, emoji_name, ...(emoji_code ? { emoji_code, reaction_type: 'realm_emoji' } : {}) });
    await react(dara, 'roof');
    expect(await codeOf(react(dara, 'roof', id))).toBe('REACTION_ALREADY_EXISTS');
    expect(await messageOf(react(eli, 'wall', '987654'))).toBe('Invalid custom emoji.');
    expect(await messageOf(react(eli, 'wall', 'abc'))).toBe('Invalid custom emoji.');
    expect(await messageOf(react(ada, 'wide', (await find('moving')).id))).toBe('Invalid custom emoji name.');
    await ada.deactivateCustomEmoji({ emoji_name: 'roof' });
    const { message: reacted } = await eli.getMessage({ message_id });
    expect(reacted.reactions).toEqual([
      { emoji_name: 'roof', emoji_code: id, reaction_type: 'realm_emoji', user_id: dara.user_id },
    ]);
    expect(await messageOf(react(eli, 'roof'))).toBe("Emoji 'roof' does not exist");
    await react(eli, 'roof', id);
    await dara.removeReaction({ message_id, emoji_code: id, reaction_type: 'realm_emoji' });
    await eli.removeReaction({ message_id, emoji_code: id, reaction_type: 'realm_emoji' });
    expect(await messageOf(react(eli, 'roof', id))).toBe('This custom emoji has been deactivated.');
    const taken = { message_id, emoji_code: id, reaction_type: 'realm_emoji' } as const;
    expect(await codeOf(eli.removeReaction(taken))).toBe('REACTION_DOES_NOT_EXIST');
    expect(await codeOf(eli.removeReaction({ ...taken, emoji_code: '987654' }))).toBe('BAD_REQUEST');
    await add(ada, 'heart');
    await react(dara, 'heart');
    await dara.addReaction({ message_id, emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' });
    const types = (await dara.getMessage({ message_id })).message.reactions.map((reaction) => reaction.reaction_type);
    expect(types).toEqual(['realm_emoji', 'unicode_emoji']);
    await dara.updateStatus({ emoji_name: 'heart' });
    expect(await dara.getUserStatus({ user_id: dara.user_id })).toMatchObject({
      status: { reaction_type: 'realm_emoji' },
    });
  });
});

it('[EM8] names of Unicode emoji and emoji pictures need no account', async () => {
  const { server_emoji_data_url } = await cast.finn.registerQueue({ fetch_event_types: ['realm'] });
  const answer = await fetch(server_emoji_data_url!);
  const { code_to_names } = (await answer.json()) as { code_to_names: Record<string, string[]> };
  expect(Object.keys(code_to_names).length).toBe(1875);
  expect(code_to_names['1f44d']).toEqual(['+1', 'thumbs_up', 'like']);
  for (const path of [
    '/static/generated/emoji/images/emoji/unicode/zulip.png',
    '/static/images/loading/loader-black.svg',
  ])
    expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
});
