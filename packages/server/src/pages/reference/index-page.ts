// The first page of the reference, the page of a group, and what a search finds.
import { type Endpoint, FEATURE_LEVEL } from '@stoa/contract';
import { type EndpointGroup, groups, type NamedEndpoint } from '../openapi/groups.ts';
import { type Guide, guides } from './guides.ts';
import { type Html, html, prose } from './html.ts';
import { endpointPath, groupPath, guidePath, type PageContent } from './layout.ts';
import { parameterNote } from './notes.ts';

const listOf = (list: readonly NamedEndpoint[]): Html =>
  html`<ul class="endpoints">${list.map(
    ({ endpoint: { id, method, path, summary } }) =>
      html`<li><a href="${endpointPath(id)}">${prose(summary)}</a><br><span class="method">${method}</span> <code>${path}</code></li>`,
  )}</ul>`;

const guideList = (list: readonly Guide[]): Html =>
  html`<ul class="guides">${list.map(
    ({ id, title, summary }) => html`<li><a href="${guidePath(id)}">${title}</a><br>${summary}</li>`,
  )}</ul>`;

export function indexPage(): PageContent {
  const body = html`<h1>The API of this server</h1>
<p>Programs use this server through a REST API, compatible with clients of the Zulip API at feature level ${FEATURE_LEVEL}. The base of every path is
<code>/api/v1</code> at the address of your organization. The <a href="/api/v1/openapi.json">OpenAPI document</a> has the same for machines.</p>
<ul class="facts">
<li>Credentials are the email address and API key of an account, by HTTP Basic authentication; or, in place of the key, an <a href="${guidePath('access-tokens')}">access token</a>.</li>
<li>Parameters go in the query, a form or a multipart body, whichever the method. Values that are not plain text are JSON.</li>
<li>Answers are JSON objects with <code>result</code> (<code>"success"</code> or <code>"error"</code>) and <code>msg</code>; an <a href="/api/docs/errors">error</a> also has a <code>code</code>.</li>
<li>Unknown parameters are ignored and named in <code>ignored_parameters_unsupported</code>.</li>
<li>Text is UTF-8 without null bytes. Times are seconds since 1970, UTC.</li>
</ul>
<h2 id="guides">Guides</h2>
${guideList(guides)}
<h2 id="endpoints">Endpoints</h2>
${groups.map(
  (group) => html`<section>
<h3 id="${group.id}"><a href="${groupPath(group.id)}">${group.title}</a></h3>
<p>${group.summary}</p>
${listOf(group.endpoints)}
</section>`,
)}`;
  return { title: 'Reference', here: '/api/docs', body };
}

export function groupPage(group: EndpointGroup): PageContent {
  const body = html`<p class="trail"><a href="/api/docs">API</a></p>
<h1>${group.title}</h1>
<p>${group.summary}</p>
${listOf(group.endpoints)}`;
  return { title: group.title, here: groupPath(group.id), body };
}

/** Everything a search looks at, in lower case. */
function textOf(name: string, { id, method, path, summary, params, errors, emits }: Endpoint): string {
  const parameters = Object.keys(params.shape).map((parameter) => `${parameter} ${parameterNote(name, parameter)}`);
  const events = emits.map(({ type, op }) => `${type} ${op ?? ''}`);
  const codes = errors.map(({ code }) => code);
  return [name, id, method, path, summary, ...parameters, ...events, ...codes].join(' ').toLowerCase();
}

const endpointsWithText = groups
  .flatMap(({ endpoints }) => endpoints)
  .map((named) => ({ named, text: textOf(named.name, named.endpoint) }));

/** Endpoints and guides that have every word; those with the words in the summary come first. */
export function searchPage(query: string): PageContent {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = endpointsWithText.filter(({ text }) => hasAll(text)).map(({ named }) => named);
  const [first, rest] = [true, false].map((wanted) =>
    found.filter(({ endpoint }) => hasAll(endpoint.summary.toLowerCase()) === wanted),
  ) as [NamedEndpoint[], NamedEndpoint[]];
  const texts = guides.filter(({ source }) => hasAll(source.toLowerCase()));
  const body = html`<h1>Search: ${query}</h1>
<p>${found.length} ${found.length === 1 ? 'endpoint' : 'endpoints'}, ${texts.length} ${texts.length === 1 ? 'guide' : 'guides'}.</p>
${texts.length > 0 ? guideList(texts) : null}
${listOf([...first, ...rest])}`;
  return { title: `Search: ${query}`, here: '/api/docs', query, body };
}
