// Test only: parses rendered HTML strictly and reports everything the package must never write.

const TAGS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['p', 'ul', 'li', 'blockquote', 'strong', 'em', 'del', 'code', 'pre', 'br', 'hr'].map((tag) => [tag, []] as const),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr'].map((tag) => [tag, []] as const),
  ['ol', ['start']],
  ['th', ['style']],
  ['td', ['style']],
  ['a', ['href', 'title', 'class', 'data-stream-id', 'data-id', 'style']],
  ['div', ['class', 'data-code-language', 'aria-hidden']],
  ['time', ['datetime']],
  ['video', ['preload', 'src']],
  ['audio', ['controls', 'preload', 'src', 'title']],
  ['span', ['class', 'style', 'aria-label', 'aria-hidden', 'role', 'title', 'data-user-id', 'data-user-group-id']],
  [
    'img',
    [
      'alt',
      'class',
      'src',
      'title',
      'data-animated',
      'data-original-content-type',
      'data-original-dimensions',
      'data-original-src',
      'data-transcoded-image',
    ],
  ],
]);

const MATH_TAGS = new Set(
  'math semantics mrow mi mo mn ms mtext mspace mover munder munderover msub msup msubsup mfrac msqrt mroot mtable mtr mtd mstyle mpadded mphantom menclose mglyph annotation svg path line'.split(
    ' ',
  ),
);
const MATH_ATTRIBUTES = new Set(
  'xmlns display encoding mathvariant stretchy fence separator lspace rspace minsize maxsize linethickness columnalign columnspacing rowspacing columnlines rowlines scriptlevel displaystyle accent accentunder width height depth voffset notation mathcolor mathbackground mathsize form movablelimits largeop linebreak symmetric style class side aria-hidden viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img', 'path', 'line']);
const SAFE_URL = /^(?:(?:https?|ftp|mailto|tel|sms|bitcoin):|#|\/(?![/\\]))/i;
const PROXIED_PICTURE =
  /^background-image: url\(&quot;(?:\/external_content\/[\da-f]{40}\/[\da-f]+|\/static\/images\/link-preview\.png)&quot;\)$/;
const SAFE_STYLE = /^(?:[a-z-]+:\s?[#\w.%\s-]+;)*$/;

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)>/y;
const ATTRIBUTE = / ([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"<>]*)")?/g;

function decode(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

function checkAttribute(tag: string, name: string, value: string): string | null {
  const isMath = MATH_TAGS.has(tag);
  const allowed = isMath ? MATH_ATTRIBUTES.has(name) : TAGS.get(tag)?.includes(name);
  if (!allowed) return `attribute ${name} on <${tag}>`;
  if ((name === 'href' || name === 'src') && !SAFE_URL.test(decode(value))) return `address ${value}`;
  // Browsers ignore these inside a scheme; an address that has one was not looked at closely.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if ((name === 'href' || name === 'src') && /[\u0000-\u0020\u007f]/.test(decode(value))) return `space in ${value}`;
  if (tag === 'a' && name === 'style') return PROXIED_PICTURE.test(value) ? null : `style ${value}`;
  if (name === 'style' && !SAFE_STYLE.test(value)) return `style ${value}`;
  return null;
}

/** Everything wrong with a piece of HTML; empty if it has only what the package writes. */
export function problemsOf(html: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    TAG.lastIndex = at;
    const match = TAG.exec(html);
    if (!match) {
      problems.push(`a "<" that begins no tag: ${html.slice(at, at + 60)}`);
      continue;
    }
    const [, slash = '', tag = '', attributes = ''] = match;
    if (!TAGS.has(tag) && !MATH_TAGS.has(tag)) problems.push(`tag <${tag}>`);
    if (slash) {
      const expected = open.pop();
      if (expected !== tag) problems.push(`</${tag}> closes <${expected}>`);
    } else if (!VOID.has(tag)) open.push(tag);
    const names = new Set<string>();
    for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) {
      if (names.has(name as string)) problems.push(`attribute ${name} twice`);
      names.add(name as string);
      const problem = checkAttribute(tag, name as string, value ?? '');
      if (problem) problems.push(problem);
    }
    at = TAG.lastIndex - 1;
  }
  if (open.length > 0) problems.push(`left open: ${open.join(' ')}`);
  return problems;
}

/** The nesting depth of a piece of HTML. */
export function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (VOID.has(tag as string)) continue;
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
