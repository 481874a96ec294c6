// The page of one endpoint: what it does, who may call it, its parameters, examples, answer, errors and events.
import { type Endpoint, type EventDeclaration, pathParameters } from '@stoa/contract';
import type { z } from 'zod';
import { accessNotes } from '../openapi/access.ts';
import { levelNotes } from '../openapi/feature-levels.ts';
import type { EndpointGroup, NamedEndpoint } from '../openapi/groups.ts';
import { eventAnchor } from './events-page.ts';
import { exampleCode, LANGUAGES } from './example-code.ts';
import { type AnyError, code, errorList, memberList } from './fields.ts';
import { type Html, html, prose } from './html.ts';
import { groupPath, type PageContent } from './layout.ts';
import { parameterNote, recordedCall } from './notes.ts';
import { type Member, valueType } from './value-types.ts';

export function endpointPage({ name, endpoint }: NamedEndpoint, group: EndpointGroup): PageContent {
  const body = html`<p class="trail"><a href="/api/docs">API</a> / <a href="${groupPath(group.id)}">${group.title}</a></p>
<h1>${prose(endpoint.summary)}</h1>
<p class="call"><span class="method">${endpoint.method}</span> <code>/api/v1${endpoint.path}</code></p>
<ul class="facts">
${accessNotes(endpoint).map((note) => html`<li>${note}</li>`)}
${levelNotes(endpoint).map((note) => html`<li>${prose(note)}</li>`)}
${endpoint.body_limit === undefined ? null : html`<li>A request body has at most ${endpoint.body_limit.toLocaleString('en')} bytes.</li>`}
</ul>
<h2 id="parameters">Parameters</h2>
${parameters(name, endpoint)}
${examples(name, endpoint)}
<h2 id="answer">Answer</h2>
${answerFields(valueType(endpoint.result, 'output').members)}
${answerExample(name)}
<h2 id="errors">Errors</h2>
${errors(endpoint)}
<h2 id="events">Events</h2>
${events(endpoint.emits)}`;
  return { title: endpoint.summary, here: groupPath(group.id), body };
}

function parameters(call: string, endpoint: Endpoint): Html {
  const in_path = pathParameters(endpoint.path);
  const rows = Object.entries(endpoint.params.shape as Record<string, z.ZodType>).map(([name, schema]): Html => {
    const type = valueType(schema, 'input');
    const required = in_path.includes(name) || !schema.safeParse(undefined).success;
    const facts = [type.text, in_path.includes(name) ? 'in the path' : required ? 'required' : 'optional'];
    if (type.default !== undefined) facts.push(`default ${JSON.stringify(type.default)}`);
    const note = parameterNote(call, name);
    return html`<dt id="parameter-${name}"><code>${name}</code> <span class="type">${facts.join('; ')}</span></dt>
<dd>${note === '' ? null : html`<p>${prose(note)}</p>`}${memberList(type.members)}</dd>`;
  });
  const file =
    endpoint.files_limit_mib === undefined
      ? null
      : html`<dt><code>file</code> <span class="type">file; any part name</span></dt>
<dd><p>A file of at most ${endpoint.files_limit_mib} MiB, in a multipart body.</p></dd>`;
  const former = Object.entries(endpoint.former_names ?? {});
  return html`${rows.length === 0 && file === null ? html`<p>None.</p>` : html`<dl class="fields">${rows}${file}</dl>`}
${former.length === 0 ? null : html`<p>Former names are still taken: ${former.map(([old, now], at) => html`${at === 0 ? null : ', '}<code>${old}</code> for <code>${now}</code>`)}.</p>`}`;
}

function examples(name: string, endpoint: Endpoint): Html {
  const recorded = recordedCall(name);
  if (!recorded) return html``;
  return html`<h2 id="examples">Examples</h2>
${LANGUAGES.map((language) => code(language, exampleCode(language, { name, endpoint, params: recorded.params })))}`;
}

function answerExample(name: string): Html {
  const recorded = recordedCall(name);
  return recorded ? code('Example answer', JSON.stringify(recorded.answer, null, 2)) : html``;
}

function answerFields(fields: readonly Member[]): Html {
  if (fields.length > 0) return memberList(fields);
  return html`<p>No fields beside <code>result</code> and <code>msg</code>.</p>`;
}

function errors({ errors: own }: Endpoint): Html {
  const specific = [...new Set<AnyError>(own)];
  return html`${specific.length === 0 ? null : errorList(specific)}
<p>${specific.length === 0 ? 'Only the' : 'Also the'} <a href="/api/docs/errors">errors that every endpoint may answer</a>.</p>`;
}

function events(emits: readonly EventDeclaration[]): Html {
  if (emits.length === 0) return html`<p>None.</p>`;
  return html`<ul>${emits.map(
    (event) =>
      html`<li><a href="/api/docs/events#${eventAnchor(event)}"><code>${event.type}${event.op === null ? null : ` / ${event.op}`}</code></a>: ${prose(event.summary)}</li>`,
  )}</ul>`;
}
