// The page at the root address: says what answers here. Never names organizations or people.
import { createHash } from 'node:crypto';
import { FEATURE_LEVEL } from '@stoa/contract';
import { answer, type Page, STRICT_POLICY } from './page.ts';

const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; }
code { font-size: 0.95em; }
`;

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stoa</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Stoa</h1>
<p>This is a Stoa server: self-hosted, topic-threaded team chat. It has no web client yet.</p>
<p>Clients of the Zulip API (feature level ${FEATURE_LEVEL}) work with this address.</p>
<ul>
<li><a href="/api/docs">API documentation</a></li>
<li><a href="/api/v1/openapi.json">API description (OpenAPI)</a></li>
<li><a href="/health">Health</a></li>
</ul>
</body>
</html>
`;

const style_hash = createHash('sha256').update(STYLE).digest('base64');
const headers = {
  'cache-control': 'public, max-age=300',
  'content-security-policy': `${STRICT_POLICY}; style-src 'sha256-${style_hash}'`,
};

export const rootPage: Page = () => answer(HTML, 'text/html; charset=utf-8', { headers });
