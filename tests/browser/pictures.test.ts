// Ten views of a small team's day: nothing in them is in anybody's way, and with STOA_SCREENSHOTS they are the pictures of
// docs/screenshots.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cast, Person } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, type Options, openStage, PHONE, picture, type Stage } from './stage.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let stage: Stage;
let cast: Cast;
const ids: Record<string, number> = {};

/** Time passes between what people write, and ends where the browsers' clocks are. */
function pass(minutes: number): void {
  stage.server.clock.advance(minutes * MINUTE_MS);
}

async function nameEverybody({ ada, bela, chen, dara, eli, finn }: Cast): Promise<void> {
  const names: [Person, string][] = [
    [ada, 'Ada Okafor'],
    [bela, 'Béla Kovács'],
    [chen, 'Chen Wei'],
    [dara, 'Dara Quinn'],
    [eli, 'Eli Haddad'],
    [finn, 'Finn Berg'],
  ];
  for (const [{ user_id }, full_name] of names) await ada.updateUser({ user_id, full_name });
  await chen.updateStatus({ status_text: 'Reviewing', emoji_name: 'eyes' });
  await eli.updateStatus({ status_text: 'On the train', emoji_name: 'train' });
  await ada.updateRealm({ name: 'Lighthouse' });
}

async function makeChannels({ ada, bela, chen, dara, eli, finn }: Cast): Promise<void> {
  const everybody = [ada, bela, chen, dara, eli, finn].map(({ user_id }) => user_id);
  const product = (await ada.createChannelFolder({ name: 'Product', description: '' })).channel_folder_id;
  const company = (await ada.createChannelFolder({ name: 'Company', description: '' })).channel_folder_id;
  const channels: [string, string, number, object?][] = [
    ['design', 'How it looks and how it feels', product],
    ['engineering', 'Code, reviews and releases', product],
    ['launch', 'Who does what until the 3rd', product, { invite_only: true }],
    ['support', 'What people who use it tell us', company],
    ['everybody', 'What concerns all of us', company],
  ];
  for (const [name, description, folder_id, more] of channels) {
    await ada.subscribe({
      subscriptions: [{ name, description }],
      principals: everybody,
      folder_id,
      send_new_subscription_messages: false,
      ...more,
    });
    ids[name] = (await ada.getStreamId({ stream: name })).stream_id;
  }
}

async function talk({ ada, bela, chen, dara, eli, finn, bot }: Cast): Promise<void> {
  const send = async (who: Person, to: string, topic: string, content: string, minutes = 4) => {
    pass(minutes);
    return (await who.sendMessage({ type: 'channel', to, topic, content })).id;
  };
  const react = (who: Person, message_id: number, emoji_name: string) =>
    who.addReaction({ message_id, emoji_name } as never);

  await send(eli, 'support', 'exports', 'Two schools asked whether they can take their history with them.');
  await send(finn, 'support', 'exports', 'They can: **Settings › Exports**, and the archive opens anywhere.');
  await send(bela, 'everybody', 'summer party', 'Who is in on *Thursday*, and what do we bring?');
  const party = await send(
    bela,
    'everybody',
    'summer party',
    '/poll Where do we meet?\nRoof terrace\nBy the canal\nThe old canteen',
  );
  for (const [who, option] of [
    [ada, 0],
    [chen, 0],
    [eli, 1],
  ] as const)
    await who.addSubmessage({
      message_id: party,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 }),
    } as never);
  await send(
    chen,
    'design',
    'reading at night',
    'The dark theme has enough contrast everywhere now; I measured every pair of colours.',
    700,
  );
  const shot = readFileSync(join(import.meta.dir, '../../docs/screenshots/inbox-desktop-light.png'));
  const { url } = await chen.uploadFile({}, { file: new File([shot], 'inbox.png', { type: 'image/png' }) });
  const seen = await send(chen, 'design', 'reading at night', `Here is the inbox: [inbox.png](${url})`);
  await react(ada, seen, 'heart');
  await react(eli, seen, 'heart');
  await send(eli, 'launch', 'press', 'The release notes are ready to be read once more.', 90);
  await send(ada, 'launch', 'press', 'Reading them now. Thank you!', 6);
  await send(bot, 'engineering', 'builds', '**main** is green: 3,812 tests in 4:09.', 240);
  const plan = await send(
    ada,
    'engineering',
    'queues after a crash',
    'Clients must find their event queue again after we are killed. What does it take to keep one?',
    30,
  );
  await react(dara, plan, 'thinking');
  await send(
    chen,
    'engineering',
    'queues after a crash',
    'A row: how far the client is, and what it asked for. The events are in the log already.\n\n```sql\nselect id, body from events\n where realm_id = $1 and id > $2\n order by id limit 1000\n```',
  );
  const sum = await send(
    eli,
    'engineering',
    'queues after a crash',
    'So ten thousand queues cost ten thousand rows, and an event is stored once:\n\n| queues | rows a message | after `kill -9` |\n|---|---|---|\n| before | one each reader | lost |\n| now | **1** | where they were |',
    3,
  );
  await react(ada, sum, 'tada');
  await react(chen, sum, 'tada');
  await react(dara, sum, '+1');
  await send(
    ada,
    'engineering',
    'queues after a crash',
    '@**Dara Quinn** can you try it on the old laptop?\n\n> it should come back within a second',
    12,
  );
  pass(9);
  await bela.sendMessage({ type: 'direct', to: [dara.user_id], content: 'Do you have a minute for the contracts?' });
  pass(5);
  await chen.sendMessage({ type: 'direct', to: [dara.user_id, eli.user_id], content: 'Lunch at half past twelve?' });
}

const topic = () =>
  `#narrow/channel/${ids.engineering}/topic/${encodeURIComponent('queues after a crash').replaceAll('%', '.')}`;

const LIGHT: Options = { colorScheme: 'light' };
const DARK: Options = { colorScheme: 'dark' };

/** The name of the picture, the place, what tells that it is all there, how it is looked at, and by whom. */
const VIEWS: [string, () => string, (page: Page) => Promise<unknown>, Options, keyof Cast][] = [
  [
    'inbox-desktop-light',
    () => '#inbox',
    (page) => page.locator('#main').getByText('press').first().waitFor(),
    LIGHT,
    'dara',
  ],
  ['topic-desktop-light', topic, (page) => page.getByText('old laptop').waitFor(), LIGHT, 'dara'],
  ['topic-desktop-dark', topic, (page) => page.getByText('old laptop').waitFor(), DARK, 'dara'],
  ['feed-desktop-dark', () => '#feed', (page) => page.locator('article').nth(2).waitFor(), DARK, 'eli'],
  [
    'channels-desktop-light',
    () => `#channels/${ids.engineering}/engineering/general`,
    (page) => page.locator('#main').getByText('launch').first().waitFor(),
    LIGHT,
    'ada',
  ],
  [
    'organization-desktop-light',
    () => '#organization/organization-permissions',
    (page) => page.locator('.setting').nth(3).waitFor(),
    LIGHT,
    'ada',
  ],
  [
    'settings-desktop-dark',
    () => '#settings/notifications',
    (page) => page.locator('.setting, table').first().waitFor(),
    DARK,
    'dara',
  ],
  [
    'inbox-phone-dark',
    () => '#inbox',
    (page) => page.locator('#main').getByText('press').first().waitFor(),
    { ...PHONE, ...DARK },
    'finn',
  ],
  ['topic-phone-light', topic, (page) => page.getByText('old laptop').waitFor(), { ...PHONE, ...LIGHT }, 'finn'],
  [
    'poll-phone-dark',
    () => `#narrow/channel/${ids.everybody}/topic/summer.20party`,
    (page) => page.getByText('Roof terrace').waitFor(),
    { ...PHONE, ...DARK },
    'dara',
  ],
];

describe.skipIf(!hasBrowser)('ten views', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    stage.server.clock.advance(-DAY_MS);
    const began = stage.server.clock.now();
    await nameEverybody(cast);
    await makeChannels(cast);
    await talk(cast);
    // What is left of the day until the browsers' now.
    pass((DAY_MS - (stage.server.clock.now() - began)) / MINUTE_MS);
  });
  afterAll(async () => {
    await stage?.stop();
  });

  for (const [name, hash, ready, options, who] of VIEWS)
    it(`[WB5] ${name}`, async () => {
      const page = await stage.open(hash(), cast[who], options);
      await ready(page);
      // What is loaded beside: pictures and faces.
      await page.waitForLoadState('load');
      await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
      expect(await barriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await picture(page, name);
      await page.context().close();
    });

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
