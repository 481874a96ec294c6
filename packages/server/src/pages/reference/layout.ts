// The frame of every page of the API reference: links, search field, style. No page has a script.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { answer, STRICT_POLICY } from '../../kit/http/pages/page.ts';
import { groups } from '../openapi/groups.ts';
import { guides } from './guides.ts';
import { type Html, html } from './html.ts';

const style = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
const version = createHash('sha256').update(style).digest('hex').slice(0, 12);
export const STYLE_PATH = `/api/docs/${version}/reference.css`;

const POLICY = `${STRICT_POLICY.replace("form-action 'none'", "form-action 'self'")}; style-src 'self'`;

export const styleFile = () =>
  answer(style, 'text/css; charset=utf-8', { headers: { 'cache-control': 'public, max-age=31536000, immutable' } });

export const groupPath = (id: string): string => `/api/docs/groups/${id}`;
export const endpointPath = (id: string): string => `/api/docs/endpoints/${id}`;
export const guidePath = (id: string): string => `/api/docs/guides/${id}`;

/** An entry of the navigation, which says whether it is the page that is shown. */
const entry = (path: string, title: string, here: string) =>
  html`<li><a href="${path}"${path === here ? html` aria-current="page"` : null}>${title}</a></li>`;

function navigation(here: string): Html {
  return html`<nav class="sidebar-links" aria-label="Sections">
<p class="heading">Guides</p>
<ul>${guides.map(({ id, title }) => entry(guidePath(id), title, here))}</ul>
<p class="heading">Endpoints</p>
<ul>${groups.map(({ id, title }) => entry(groupPath(id), title, here))}</ul>
<p class="heading">More</p>
<ul>${entry('/api/docs/events', 'Events', here)}${entry('/api/docs/errors', 'Errors', here)}
<li><a href="/api/v1/openapi.json">OpenAPI document</a></li></ul>
</nav>`;
}

export interface PageContent {
  readonly title: string;
  /** The entry of the navigation that is marked. */
  readonly here: string;
  /** The search query. */
  readonly query?: string;
  readonly body: Html;
}

export function referencePage({ title, here, query = '', body }: PageContent): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Stoa API</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/api/docs">Stoa API</a>
<form role="search" action="/api/docs" method="get">
<label for="query">Search</label>
<input id="query" name="q" type="search" value="${query}" maxlength="100" autocomplete="off">
<button type="submit">Search</button>
</form>
</header>
<div class="columns">
<main id="content">
${body}
</main>
${navigation(here)}
</div>
</body>
</html>
`;
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': POLICY };
  return answer(text, 'text/html; charset=utf-8', { headers });
}
