// Lets browsers install the web client as an app: the manifest, named after the organization and in the reader's
// language, and icons. [WB140]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Realm } from '../kit/access/actor.ts';
import type { DispatchServices } from '../kit/http/handling.ts';
import { answer, type Page, page } from '../kit/http/pages/page.ts';
import { manifestTexts } from './manifest-texts.ts';

/** Background colours of the sign-in page, light and dark. */
export const THEME_COLOURS = { light: '#f4f3ef', dark: '#111316' } as const;
const ICONS = ['icon-192.png', 'icon-512.png', 'maskable-512.png', 'apple-touch-icon.png'] as const;
const iconPath = (name: (typeof ICONS)[number]) => `/static/icons/${name}`;
export const TOUCH_ICON = iconPath('apple-touch-icon.png');

/** Some systems cut names under icons at 12 letters. */
const SHORT_NAME_MAX = 12;
const SHARED_FILES = ['image/*', 'video/*', 'audio/*', 'text/*', 'application/*'];

const manifestOf = (name: string, { lang, compose, inbox, search }: ReturnType<typeof manifestTexts>) => ({
  id: '/',
  lang,
  dir: 'ltr',
  name,
  ...([...name].length <= SHORT_NAME_MAX ? { short_name: name } : {}),
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: THEME_COLOURS.light,
  theme_color: THEME_COLOURS.light,
  icons: [
    { src: iconPath('icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: iconPath('icon-512.png'), sizes: '512x512', type: 'image/png' },
    { src: iconPath('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: compose, url: '/#new' },
    { name: inbox, url: '/#inbox' },
    { name: search, url: '/#find' },
  ],
  // The service worker takes what is shared; the server never sees it.
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: SHARED_FILES }] },
  },
});

interface InstallServices extends Pick<DispatchServices, 'gate' | 'store'> {
  /** The organization's own language. */
  languageOf(realm: Realm): Promise<string>;
}

/** The host decides which organization it is; before there is one, the app is called Stoa. */
async function organizationAt({ gate, store, languageOf }: InstallServices, { headers }: Request) {
  try {
    const realm = await gate.findRealm(store.db, headers.get('host') ?? '');
    return { name: realm.name, language: await languageOf(realm) };
  } catch {
    return { name: 'Stoa', language: '' };
  }
}

export function installPages(services: InstallServices): [string, Page][] {
  const manifest: Page = async (request) => {
    const { name, language } = await organizationAt(services, request);
    const texts = manifestTexts(request.headers.get('accept-language') ?? '', language);
    return answer(JSON.stringify(manifestOf(name, texts)), 'application/manifest+json', {
      headers: { 'cache-control': 'no-cache', vary: 'accept-language' },
    });
  };
  const icon = (name: (typeof ICONS)[number]): Page => {
    let bytes: Uint8Array | null = null;
    return () => {
      bytes ??= readFileSync(join(import.meta.dirname, 'icons', name));
      return answer(bytes, 'image/png', { headers: { 'cache-control': 'public, max-age=604800' } });
    };
  };
  /** Without a service worker, what was shared is lost, but the app opens. */
  const share: Page = ({ method }) =>
    method === 'POST'
      ? new Response(null, { status: 303, headers: { location: '/' } })
      : answer('', 'text/plain', { status: 405, headers: { allow: 'POST' } });
  return [
    ['/manifest.webmanifest', page(manifest)],
    ...ICONS.map((name): [string, Page] => [iconPath(name), page(icon(name))]),
    ['/share', share],
  ];
}
