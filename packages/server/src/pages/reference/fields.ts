// Lists of fields, errors and code, as several pages of the reference show them.
import type { ErrorDeclaration } from '@stoa/contract';
import { type Html, html, prose } from './html.ts';
import type { Member } from './value-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
export type AnyError = ErrorDeclaration<any>;

/** Long lines scroll, by keyboard too. */
export function code(title: string, text: string): Html {
  return html`<figure><figcaption>${title}</figcaption><pre tabindex="0" role="region" aria-label="${title}"><code>${text}</code></pre></figure>`;
}

export function memberList(list: readonly Member[]): Html {
  if (list.length === 0) return html``;
  return html`<dl class="fields">${list.map(
    ({ name, text, required, members: inner, default: usual }) =>
      html`<dt><code>${name}</code> <span class="type">${text}${required || usual !== undefined ? null : '; may be absent'}${usual === undefined ? null : `; default ${JSON.stringify(usual)}`}</span></dt>
<dd>${memberList(inner)}</dd>`,
  )}</dl>`;
}

export function errorList(list: readonly AnyError[]): Html {
  return html`<dl class="fields">${list.map(
    ({ code, status, summary, fields }) =>
      html`<dt><code>${code}</code> <span class="type">HTTP ${status}${Object.keys(fields.shape).length > 0 ? `; with ${Object.keys(fields.shape).join(', ')}` : null}</span></dt>
<dd><p>${prose(summary)}</p></dd>`,
  )}</dl>`;
}
