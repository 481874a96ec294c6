// All events on one page, and the errors that every endpoint may answer on another.
import { type Endpoint, type EventDeclaration, endpoints, events, GENERIC_ERRORS } from '@stoa/contract';
import { type AnyError, errorList, memberList } from './fields.ts';
import { type Html, html, prose } from './html.ts';
import { endpointPath, type PageContent } from './layout.ts';
import { valueType } from './value-types.ts';

export const eventAnchor = ({ type, op }: EventDeclaration): string =>
  [type, op]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll(/\W+/g, '-');

export function eventsPage(): PageContent {
  const body = html`<p class="trail"><a href="/api/docs">API</a></p>
<h1>Events</h1>
<p>An event queue delivers these (<a href="/api/docs/guides/events">how</a>). Each event also has <code>id</code>, its position in the
organization's log, and <code>type</code>, and <code>op</code> where one is named below.</p>
${events.map(section)}`;
  return { title: 'Events', here: '/api/docs/events', body };
}

function section(event: EventDeclaration): Html {
  const causes = (Object.values(endpoints) as Endpoint[]).filter(({ emits }) => emits.includes(event));
  return html`<section>
<h2 id="${eventAnchor(event)}"><code>${event.type}${event.op === null ? null : ` / ${event.op}`}</code></h2>
<p>${prose(event.summary)}</p>
${memberList(valueType(event.fields, 'output').members)}
${
  causes.length === 0
    ? null
    : html`<p>Caused by ${causes.map(({ id, summary }, at) => html`${at === 0 ? null : '; '}<a href="${endpointPath(id)}">${prose(summary)}</a>`)}.</p>`
}
</section>`;
}

export function errorsPage(): PageContent {
  const body = html`<p class="trail"><a href="/api/docs">API</a></p>
<h1>Errors</h1>
<p>An error answer is a JSON object with <code>result</code> (<code>"error"</code>), <code>msg</code>, a sentence for people, and
<code>code</code>, which programs should compare. Every endpoint may answer the errors below; the page of an endpoint lists those it has beside them.</p>
${errorList(GENERIC_ERRORS as readonly AnyError[])}`;
  return { title: 'Errors', here: '/api/docs/errors', body };
}
