// Pictures of people over HTTP, by rule.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { basic, messageOf, samplePicture, serveTests, textFile, verifyEvents } from '@stoa/testkit';
import sharp from 'sharp';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const upload = (file = samplePicture()) => cast.dara.uploadAvatar({}, { file });
const stored = () =>
  readdirSync(join(server.data, 'files', 'avatars'), { recursive: true }).filter((name) => `${name}`.endsWith('.png'));

it('[AV1] [AV2] are uploaded, and everybody is notified', async () => {
  const { dara, eli, bot } = cast;
  const before = (await eli.getUser({ user_id: dara.user_id, client_gravatar: false })).user;
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#080' } })
    .png()
    .toBuffer();
  const { value, events } = await verifyEvents([dara, eli], () => upload(new File([wide], 'me.png')));
  expect(value.avatar_url).toMatch(/^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=2$/);
  const { user } = await eli.getUser({ user_id: dara.user_id, client_gravatar: true });
  expect([user.avatar_url, user.avatar_version]).toEqual([value.avatar_url, before.avatar_version + 1]);
  const medium = value.avatar_url.replace('.png', '-medium.png');
  expect(events[1]!.map(({ id: _, ...event }) => event)).toEqual([
    {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: dara.user_id,
        avatar_source: 'U',
        avatar_url: value.avatar_url,
        avatar_url_medium: medium,
        avatar_version: 2,
      },
    },
  ]);
  for (const [url, side] of [
    [value.avatar_url, 100],
    [medium, 500],
  ] as const) {
    const answer = await fetch(`${server.url}${url}`);
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
    expect([answer.status, width, height, format]).toEqual([200, side, side, 'png']);
    expect(answer.headers.get('cache-control')).toContain('public');
  }
  const own = await dara.registerQueue({ fetch_event_types: ['realm_user'] });
  expect(own).toMatchObject({ avatar_source: 'U', avatar_url: value.avatar_url, avatar_url_medium: medium });
  const queue = await dara.registerQueue({ event_types: ['message'], client_gravatar: true });
  const { id } = await dara.sendMessage({ type: 'direct', to: [dara.user_id], content: 'seen' });
  expect((await dara.getMessage({ message_id: id })).message.avatar_url).toBe(value.avatar_url);
  const { messages } = await dara.getMessages({ message_ids: [id], client_gravatar: true });
  expect(messages[0]!.avatar_url).toBe(value.avatar_url);
  const { events: sent } = await dara.getEvents({ queue_id: queue.queue_id!, dont_block: true });
  expect(sent[0]).toMatchObject({ type: 'message', message: { avatar_url: value.avatar_url } });
  const made = await bot.uploadAvatar({}, { file: samplePicture() });
  expect((await dara.getBots()).bots.find(({ user_id }) => user_id === bot.user_id)!.avatar_url).toBe(made.avatar_url);
});

it('[AV3] are deleted and replaced, together with their files', async () => {
  const { dara, eli } = cast;
  await upload();
  await server.app.runNow('files');
  const before = stored().length;
  const { value: second } = await verifyEvents([dara, eli], () => upload());
  const { value, events: received } = await verifyEvents([dara, eli], () => dara.deleteAvatar());
  const { avatar_url } = value;
  expect(avatar_url).toStartWith(`/generated_avatars/${dara.user_id}.png?version=`);
  const person = { avatar_source: 'J', avatar_url, avatar_url_medium: avatar_url.replace('.png', '-medium.png') };
  expect(received).toMatchObject([[{ person }], [{ person }]]);
  expect((await fetch(`${server.url}${second.avatar_url}`)).status).toBe(200);
  await server.app.runNow('files');
  expect((await fetch(`${server.url}${second.avatar_url}`)).status).toBe(404);
  expect(stored().length).toBe(before - 2);
  const { events } = await verifyEvents([dara], () => dara.deleteAvatar());
  expect(events[0]).toEqual([]);
});

it('[AV4] can’t be changed if the organization forbids it', async () => {
  const { ada, dara } = cast;
  await ada.updateRealm({ avatar_changes_disabled: true });
  for (const call of [() => upload(), () => dara.deleteAvatar()])
    expect(await messageOf(call())).toBe('Avatar changes are disabled in this organization.');
  await ada.uploadAvatar({}, { file: samplePicture() });
  await ada.updateRealm({ avatar_changes_disabled: false });
});

it('[AV5] [UP24] are pictures of at most 30 megapixels, one at a time', async () => {
  const { dara } = cast;
  const { avatar_version } = (await dara.getOwnUser()) as { avatar_version: number };
  const refused: [File, string][] = [
    [textFile('text', 'x.png', 'image/png'), 'Could not decode image; did you upload an image file?'],
    [
      textFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'x.svg', 'image/svg+xml'),
      'Could not decode image; did you upload an image file?',
    ],
    [
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png'),
      'Uploaded file is larger than the allowed limit of 5 MiB',
    ],
  ];
  const huge = await sharp({ create: { width: 6000, height: 5001, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  refused.push([
    new File([huge as BlobPart], 'huge.png', { type: 'image/png' }),
    'The image is too large: it may have at most 30 megapixels.',
  ]);
  for (const [file, why] of refused) expect(await messageOf(upload(file))).toBe(why);
  expect(await messageOf(dara.uploadAvatar())).toBe('You must upload exactly one avatar.');
  const form = new FormData();
  for (const name of ['a', 'b']) form.append(name, samplePicture());
  const two = await fetch(`${server.url}/api/v1/users/me/avatar`, { method: 'POST', body: form, headers: basic(dara) });
  expect(two.status).toBe(400);
  expect(((await dara.getOwnUser()) as { avatar_version: number }).avatar_version).toBe(avatar_version);
});

it('[AV6] are found by redirects from an id or address', async () => {
  const { dara, eli, ada } = cast;
  const { avatar_url } = await upload();
  const to = async (path: string, who: typeof dara | null = eli) => {
    const answer = await fetch(`${server.url}/avatar/${path}`, { headers: who ? basic(who) : {}, redirect: 'manual' });
    return answer.headers.get('location') ?? answer.status;
  };
  expect(await to(String(dara.user_id))).toBe(avatar_url);
  expect(await to(dara.email)).toBe(avatar_url);
  expect(await to(`${dara.user_id}/medium`)).toBe(avatar_url.replace('.png', '-medium.png'));
  expect(await to(String(eli.user_id))).toBe(`/generated_avatars/${eli.user_id}.png?version=1`);
  await ada.getOwnUser();
  for (const nobody of ['987654', 'nobody@stoa.example', 'a/b/c']) expect(await to(nobody)).toBeOneOf([400, 404]);
  expect(await to(String(dara.user_id), null)).toBe(401);
});

it('[AV7] are generated without an upload: stable, and different for each account', async () => {
  const { ada, dara, eli } = cast;
  await dara.deleteAvatar();
  const urlOf = async (user_id: typeof dara.user_id) =>
    (await ada.getUser({ user_id, client_gravatar: true })).user.avatar_url!;
  const fetched = async (url: string) => {
    const answer = await fetch(`${server.url}${url}`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toBe('image/png');
    return Buffer.from(await answer.arrayBuffer());
  };
  const [mine, again, theirs] = [await urlOf(dara.user_id), await urlOf(dara.user_id), await urlOf(eli.user_id)];
  expect(mine).toBe(again);
  const picture = await fetched(mine);
  expect(picture.equals(await fetched(again))).toBe(true);
  expect(picture.equals(await fetched(theirs))).toBe(false);
  expect(await sharp(picture).metadata()).toMatchObject({ width: 100, height: 100, format: 'png' });
  const medium = await fetched(mine.replace('.png', '-medium.png'));
  expect(await sharp(medium).metadata()).toMatchObject({ width: 500, height: 500, format: 'png' });
  await sharp(await fetched('/generated_avatars/unknown.png'))
    .raw()
    .toBuffer();
  for (const bad of ['0.png', 'x.png', '1.svg', '1-large.png', `${'9'.repeat(20)}.png`, '../1.png'])
    expect((await fetch(`${server.url}/generated_avatars/${bad}`)).status).toBe(404);
  const { events } = await verifyEvents([eli], () => ada.updateRealm({ default_avatar_source: 'G' }));
  expect(events[0]).toMatchObject([
    { type: 'realm', op: 'update', property: 'default_avatar_source', value: 'G' },
  ] as never);
  const account = { email: 'gravatar@stoa.example', full_name: 'Grava Tar', password: 'a long password' };
  const { value } = await verifyEvents([eli], () => ada.createUser(account));
  expect(await urlOf(value.user_id as typeof dara.user_id)).toBeNull();
  expect(await urlOf(dara.user_id)).toBe(mine);
  await ada.updateRealm({ default_avatar_source: 'J' });
});
