// Whether HTML that comes rendered with an archive is as harmless as what the renderer makes: clients show it as it is. Pure. [IM63]
import { Parser } from 'htmlparser2';

/** They run, load or send something, or change the page around them. */
const REFUSED: ReadonlySet<string> = new Set([
  'applet',
  'base',
  'button',
  'embed',
  'form',
  'frame',
  'frameset',
  'iframe',
  'input',
  'link',
  'meta',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'template',
  'textarea',
  'title',
  'xmp',
]);
/** Attributes with addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'poster', 'xlink:href', 'data']);
/** Browsers ignore controls and blanks in addresses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers ignore
const IGNORED = /[\u0000-\u0020\u007f-\u009f]/g;

/** Describes the first construct that no message may have; null if there is none. */
export function faultOfHtml(html: string): string | null {
  if (!html.includes('<')) return null;
  let fault: string | null = null;
  const parser = new Parser({
    onopentagname(name) {
      if (REFUSED.has(name)) fault ??= `it has an element <${name}>, which no message has`;
    },
    onattribute(name, value) {
      if (/^on|^srcdoc$/.test(name)) fault ??= `it has an attribute ${name}, which no message has`;
      if (ADDRESSES.has(name) && /^(?:javascript|vbscript|data):/i.test(value.replace(IGNORED, '')))
        fault ??= `it has an address in ${name} that runs something`;
    },
  });
  parser.end(html);
  return fault;
}
