// The organization's icon and logos over HTTP, by rule.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { basic, codeOf, samplePicture, serveTests, textFile, verifyEvents } from '@stoa/testkit';
import sharp from 'sharp';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const wide = async () =>
  new File(
    [
      await sharp({ create: { width: 1000, height: 200, channels: 3, background: '#008' } })
        .png()
        .toBuffer(),
    ],
    'w.png',
  );
const size = async (url: string) => {
  const answer = await fetch(`${server.url}${url}`);
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return [answer.status, width, height];
};
const redirect = async (path: string) =>
  (await fetch(`${server.url}/api/v1${path}`, { headers: basic(cast.finn), redirect: 'manual' })).headers.get(
    'location',
  );

const generated = (realm_id: number) => `/generated_avatars/organization-${realm_id}.png`;

it('[RI5] without an upload the icon is generated, and no picture is at another host', async () => {
  const { finn } = cast;
  const other = await server.organization('other.example');
  for (const { realm, client } of [server, other]) {
    const { realm_icon } = await client().getServerSettings();
    expect(realm_icon).toBe(generated(realm.realm_id));
    expect(await size(realm_icon)).toEqual([200, 100, 100]);
  }
  const [own, another] = await Promise.all(
    [server, other].map(async ({ realm }) => (await fetch(`${server.url}${generated(realm.realm_id)}`)).bytes()),
  );
  expect(own).not.toEqual(another!);
  expect(await redirect('/realm/icon')).toBe(generated(server.realm.realm_id));
  for (const bad of ['organization-0.png', 'organization-1-medium.png', 'organization-.png', 'organization-1.svg'])
    expect((await fetch(`${server.url}/generated_avatars/${bad}`)).status).toBe(404);
  const state = await finn.registerQueue({ client_gravatar: false });
  expect(state.realm_icon_source).toBe('G');
  const pictures = [...JSON.stringify(state).matchAll(/"\w*(?:avatar|icon|logo)_url\w*":"([^"]*)"/g)];
  expect(pictures.length).toBeGreaterThan(8);
  for (const [, url] of pictures) expect(url).toStartWith('/');
});

it('[RI1] [RI2] [RI4] are uploaded by administrators, and everybody is notified', async () => {
  const { ada, bela, chen, dara, finn } = cast;
  for (const other of [chen, dara]) {
    expect(await codeOf(other.uploadRealmIcon({}, { file: samplePicture() }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await codeOf(other.uploadRealmLogo({ night: false }, { file: samplePicture() }))).toBe(
      'UNAUTHORIZED_PRINCIPAL',
    );
  }
  const file = await wide();
  const { value, events } = await verifyEvents([ada, finn], () => bela.uploadRealmIcon({}, { file }));
  expect(events[1]!.map(({ id: _, ...event }) => event)).toEqual([
    { type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url: value.icon_url, icon_source: 'U' } },
  ]);
  expect(await size(value.icon_url)).toEqual([200, 100, 100]);
  expect((await server.client().getServerSettings()).realm_icon).toBe(value.icon_url);
  expect(await redirect('/realm/icon')).toBe(value.icon_url);
  for (const night of [false, true]) await verifyEvents([ada, finn], () => bela.uploadRealmLogo({ night }, { file }));
  const { realm_logo_url, realm_night_logo_url, realm_logo_source } = await finn.registerQueue({
    fetch_event_types: ['realm'],
  });
  expect(realm_logo_source).toBe('U');
  expect(realm_logo_url).not.toBe(realm_night_logo_url);
  expect(await size(realm_logo_url!)).toEqual([200, 500, 100]);
  expect(await redirect('/realm/logo?night=true')).toBe(realm_night_logo_url!);
  expect(await redirect('/realm/logo?night=false')).toBe(realm_logo_url!);
});

it('[RI3] are deleted, and the default returns', async () => {
  const { ada, dara } = cast;
  const { value } = await verifyEvents([dara], () => ada.deleteRealmIcon());
  expect(value.icon_url).toBe(generated(server.realm.realm_id));
  await verifyEvents([dara], () => ada.deleteRealmLogo({ night: true }));
  expect(await codeOf(dara.deleteRealmLogo({ night: false }))).toBe('UNAUTHORIZED_PRINCIPAL');
  const { realm_night_logo_source, realm_logo_source } = await dara.registerQueue({ fetch_event_types: ['realm'] });
  expect([realm_night_logo_source, realm_logo_source]).toEqual(['D', 'U']);
  const { value: again } = await verifyEvents([dara], () => ada.uploadRealmIcon({}, { file: samplePicture() }));
  expect(again.icon_url).toEndWith('?version=4');
  expect(await codeOf(ada.uploadRealmIcon({}, { file: textFile('no picture') }))).toBe('BAD_IMAGE');
  expect(await codeOf(ada.uploadRealmLogo({ night: true }, { file: textFile('no picture') }))).toBe('BAD_IMAGE');
  expect(await codeOf(ada.uploadRealmIcon())).toBe('BAD_REQUEST');
});
