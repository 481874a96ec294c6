// Form pages for people without an app: plain HTML without scripts, all with the same look and headers. [PG6]
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../text/escape-html.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f3ef; --card: #ffffff; --text: #23262a; --soft: #62656a; --line: #8d8a82; --main: #17685f; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111316; --card: #22252a; --text: #e3e4e6; --soft: #9da2a9; --line: #757b84; --main: #6ec7b8; --bad: #f2a09a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { max-width: 27rem; margin: 0 auto; padding: max(2rem, 10vh) 1.25rem 2rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.75rem; }
.where { color: var(--soft); margin: 0 0 1rem; text-align: center; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 1rem 0 0.3rem; }
.hint { color: var(--soft); font-size: 0.9rem; margin: 0.3rem 0 0; }
input { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.6rem 0.7rem; }
input[readonly] { color: var(--soft); }
button { width: 100%; margin-top: 1.5rem; font: inherit; font-weight: 600; color: var(--card); background: var(--main); border: 0; border-radius: 0.4rem; padding: 0.7rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
.error { color: var(--bad); border: 1px solid currentColor; border-radius: 0.4rem; padding: 0.6rem 0.8rem; }
`;

const style_hash = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-${style_hash}'`,
  'x-content-type-options': 'nosniff',
  // URLs contain keys, so other sites get no referrer; without any, browsers would also hide a form's origin.
  'referrer-policy': 'same-origin',
};

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'text' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly readonly?: boolean;
  readonly hint?: string;
  readonly minlength?: number;
  readonly maxlength?: number;
}

/** The content of a page; all text is escaped. */
export interface View {
  readonly status?: number;
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly error?: string;
  readonly form?: { readonly fields: readonly Field[]; readonly button: string };
  readonly link?: { readonly url: string; readonly label: string };
  /** Sent to programs instead of the page; the web client builds its own page from it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

function writeField(field: Field, focus: boolean): string {
  const { name, label, type, autocomplete, value, hint, minlength, maxlength } = field;
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required`,
    value === undefined ? '' : `value="${escapeHtml(value)}"`,
    field.readonly ? 'readonly' : '',
    minlength === undefined ? '' : `minlength="${minlength}"`,
    maxlength === undefined ? '' : `maxlength="${maxlength}"`,
    hint === undefined ? '' : `aria-describedby="${name}-hint"`,
    focus ? 'autofocus' : '',
  ].filter((attribute) => attribute !== '');
  const below = hint === undefined ? '' : `\n<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`;
  return `<label for="${name}">${escapeHtml(label)}</label>\n<input ${attributes.join(' ')}>${below}`;
}

/** `where` names the organization, if any. */
export function htmlPage(where: string | null, view: View): Response {
  const { status = 200, title, paragraphs = [], error, form, link } = view;
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
  ];
  if (form) {
    const first = form.fields.findIndex((field) => !field.readonly);
    const fields = form.fields.map((field, at) => writeField(field, at === first));
    parts.push(
      `<form method="post">\n${fields.join('\n')}\n<button type="submit">${escapeHtml(form.button)}</button>\n</form>`,
    );
  }
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(where === null ? title : `${title} · ${where}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${where === null ? '' : `<p class="where">${escapeHtml(where)}</p>\n`}<div class="card">
${parts.filter((part) => part !== '').join('\n')}
</div>
</main>
</body>
</html>
`;
  return new Response(body, { status, headers: HEADERS });
}
