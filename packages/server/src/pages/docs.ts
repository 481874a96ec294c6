// The readable API documentation: a viewer from its package, served by us, so that nothing is fetched from elsewhere.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { answer, type Page, STRICT_POLICY } from './page.ts';

const require = createRequire(import.meta.url);
const FOREVER = 'public, max-age=31536000, immutable';
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

// The viewer styles what it draws from script, and draws its icons from data: addresses.
const POLICY = `${STRICT_POLICY}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'`;

const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

function html(base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stoa API</title>
<link rel="stylesheet" href="${base}/swagger-ui.css">
<link rel="icon" type="image/png" href="${base}/favicon-32x32.png">
</head>
<body>
<div id="documentation"><noscript>This page needs JavaScript. The same description as data: <a href="/api/v1/openapi.json">OpenAPI</a>.</noscript></div>
<script src="${base}/swagger-ui-bundle.js"></script>
<script src="${base}/start.js"></script>
</body>
</html>
`;
}

/** The page and its files; their addresses change with the viewer's version, so they may be kept for good. */
export function docsPages(): [string, Page][] {
  const manifest = require.resolve('swagger-ui-dist/package.json');
  const { version } = require(manifest) as { version: string };
  const base = `/api/docs/${version}`;
  const index = html(base);
  const files = Object.entries(FILES).map(([name, type]): [string, Page] => {
    const path = join(dirname(manifest), name);
    return [
      `${base}/${name}`,
      async () => answer(await readFile(path), type, { headers: { 'cache-control': FOREVER } }),
    ];
  });
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': POLICY };
  return [
    ['/api/docs', () => answer(index, 'text/html; charset=utf-8', { headers })],
    [`${base}/start.js`, () => answer(START, FILES['swagger-ui-bundle.js'], { headers: { 'cache-control': FOREVER } })],
    ...files,
  ];
}
