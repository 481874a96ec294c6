// Serves the web client: one page and its immutable files. Contains nothing about organizations or people: the client asks the API.

import { answer, type Page, page, STRICT_POLICY } from '../kit/http/pages/page.ts';
import { encodingFor } from '../kit/http/responses/accept-encoding.ts';
import { THEME_COLOURS, TOUCH_ICON } from './manifest.ts';
import { WebBundle } from './web-bundle.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

// Scripts may create HTML only through the sanitizer's policy. Pictures that need credentials are fetched and shown from memory.
const POLICY = [
  STRICT_POLICY,
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "require-trusted-types-for 'script'",
  // The service worker is the only script with a fixed address.
  'trusted-types dompurify stoa-worker',
].join('; ');

/** The service worker fetches the client's own files. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The page names the files of the first view; the client loads the rest on demand. */
function html(
  { build, entries, parts, signed_in, signed_out }: Awaited<ReturnType<WebBundle['list']>>,
  without_script: string,
): string {
  const file = (name: string) => `/web/${entries[name]}`;
  return `<!doctype html>
<html lang="en" dir="ltr" data-build="${build}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Stoa</title>
<link rel="icon" type="image/svg+xml" href="/static/logo.svg">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="${TOUCH_ICON}">
<meta name="mobile-web-app-capable" content="yes">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${THEME_COLOURS.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${THEME_COLOURS.dark}">
<script async fetchpriority="high" src="${file('start.js')}" data-signed-in="${signed_in.join(' ')}" data-signed-out="${signed_out.join(' ')}"></script>
<link rel="stylesheet" href="${file('main.css')}">
<script type="module" src="${file('main.js')}"></script>
${parts.map((name) => `<link rel="modulepreload" href="/web/${name}">\n`).join('')}${without_script}</head>
<body>
<div id="app"></div>
<noscript>
<p>Stoa’s web client needs JavaScript. Other clients work with this address too: see the <a href="/api/docs">documentation of the API</a>.</p>
</noscript>
</body>
</html>
`;
}

const notFound = () => answer('There is no such file.\n', 'text/plain; charset=utf-8', { status: 404 });

/** Redirects browsers without scripts to the plain page at the same address. [PG8] */
const TO_PLAIN_PAGE =
  '<meta name="robots" content="noindex">\n<noscript><meta http-equiv="refresh" content="0; url=?plain"></noscript>\n';

export interface Web {
  /** The client at the addresses of plain pages: invitations and other mailed links. */
  readonly link_page: Page;
  readonly pages: readonly (readonly [string, Page])[];
  /** Prepares the bundle before the first request. */
  prepare(): Promise<void>;
}

export function openWeb(): Web {
  const bundle = new WebBundle();
  const serving =
    (without_script: string): Page =>
    async () => {
      const list = await bundle.list();
      const headers = { 'cache-control': 'no-cache', 'content-security-policy': POLICY };
      return answer(html(list, without_script), 'text/html; charset=utf-8', { headers });
    };
  const index = serving('');
  const file: Page = async (request) => {
    const name = new URL(request.url).pathname.slice('/web/'.length);
    const { files } = await bundle.list();
    const encodings = Object.hasOwn(files, name) ? files[name] : undefined;
    const type = TYPES[name.split('.').at(-1)!];
    if (!encodings || !type) return notFound();
    const encoding = encodingFor(request, encodings);
    return answer(await bundle.read(name, encoding), type, {
      headers: {
        'cache-control': FOREVER,
        vary: 'accept-encoding',
        ...(encoding === null ? {} : { 'content-encoding': encoding }),
      },
    });
  };
  // The address must not change: browsers look there for updates.
  const worker: Page = async () => {
    const { entries } = await bundle.list();
    const script = entries['service-worker.js'];
    if (script === undefined) return notFound();
    const headers = { 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY };
    return answer(await bundle.read(script, null), TYPES.js!, { headers });
  };
  return {
    link_page: page(serving(TO_PLAIN_PAGE)),
    pages: [
      ['/', page(index)],
      ['/web/*', page(file)],
      ['/sw.js', page(worker)],
    ],
    async prepare() {
      await bundle.list();
    },
  };
}
