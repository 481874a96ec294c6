// The only ways text becomes HTML, and the attribute writer. Nothing else in the package joins text to markup.

const TEXT = /[&<>]/;
const CODE = /[&<>"']/;

/** [MD91] Text between tags. Character references stay as written: they can only become characters, never tags. */
export function escapeText(text: string): string {
  if (!TEXT.test(text)) return text;
  return text
    .replace(/&(?!(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{2,31});)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Inline code and other literal text. */
export function escapeLiteral(text: string): string {
  if (!TEXT.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Code blocks and attribute values. */
export function escapeAll(text: string): string {
  if (!CODE.test(text)) return text;
  return escapeLiteral(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Addresses and titles keep character references, as text does: a pasted `&amp;` is not escaped again. */
const KEEPS_REFERENCES: ReadonlySet<string> = new Set(['href', 'title']);

function escapeAttribute(name: string, text: string): string {
  if (!CODE.test(text)) return text;
  return (KEEPS_REFERENCES.has(name) ? escapeText(text) : escapeLiteral(text)).replaceAll('"', '&quot;');
}

export function writeAttributes(attributes: readonly (readonly [string, string | number])[] | null): string {
  if (!attributes) return '';
  let out = '';
  for (const [name, value] of attributes) out += ` ${name}="${escapeAttribute(name, String(value))}"`;
  return out;
}
