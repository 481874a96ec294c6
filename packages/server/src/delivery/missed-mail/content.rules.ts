// Converts a rendered message for an email, to safe HTML and to text. Allows only the elements listed here: no pictures, no
// styles or attributes of the message, no URLs except those of links. Pure. [MM7]
import { escapeHtml } from '../../kit/text/escape-html.ts';
import { decoded, ENDS_A_LINE, HAS_NO_END, piecesOf, replacementOf, textOf } from '../push/excerpt.rules.ts';

const QUOTE = 'margin:0 0 8px;padding-left:12px;border-left:3px solid #98a2b3';
const CODE = 'font-family:ui-monospace,monospace;font-size:14px';
const CELL = 'border:1px solid #98a2b3;padding:2px 8px';
/** The allowed elements and their styles. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...{ p: 'margin:0 0 8px', br: '', hr: '', strong: '', em: '', del: '', ul: '', ol: '', li: '', a: '' },
  ...{ blockquote: QUOTE, code: CODE, pre: `${CODE};white-space:pre-wrap;margin:0 0 8px` },
  ...{ table: 'border-collapse:collapse;margin:0 0 8px', thead: '', tbody: '', tr: '', th: CELL, td: CELL },
  ...{ h1: '', h2: '', h3: '', h4: '', h5: '', h6: '' },
};

/** An address as people write it. */
const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '');

/** The absolute URL of a link, if its scheme is safe to open from an email. */
function addressIn(tag: string, base: string): string | null {
  const href = tag.match(/\shref="([^"]*)"/)?.[1];
  const url = href === undefined ? null : URL.parse(decoded(href), `${base}/`);
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
}

function openingTag(tag: string, name: string, address: string | null): string {
  const style = ELEMENTS[name];
  const start = name === 'ol' ? tag.match(/\sstart="(\d{1,9})"/)?.[1] : undefined;
  const attributes = [
    address === null ? '' : ` href="${escapeHtml(address)}"`,
    start === undefined ? '' : ` start="${start}"`,
    style ? ` style="${style}"` : '',
  ];
  return `<${name}${attributes.join('')}>`;
}

export interface Content {
  readonly html: string;
  readonly text: string;
}

/** Collects both forms. The HTML is balanced for any input. */
class ContentWriter {
  private html = '';
  private text = '';
  private readonly open: string[] = [];
  private link: { address: string; begins: number } | null = null;

  constructor(private readonly base: string) {}

  append(words: string): void {
    this.html += escapeHtml(words);
    // Elements end lines, except in code.
    this.text += this.open.includes('pre') ? words : words.replaceAll('\n', '');
  }

  begin(tag: string, name: string): void {
    const address = name === 'a' ? addressIn(tag, this.base) : null;
    if (name === 'li') this.text += '* ';
    if (Object.hasOwn(ELEMENTS, name) && (name !== 'a' || address !== null)) {
      this.html += openingTag(tag, name, address);
      if (!HAS_NO_END.has(name)) this.open.push(name);
      if (address !== null) this.link = { address, begins: this.text.length };
    }
    this.text += textOf('', name);
    // An emoji shown as a picture has a name.
    const picture = name === 'img' ? textOf(tag, name) : '';
    if (picture !== '') this.append(picture);
  }

  end(name: string): void {
    if (name === 'a') this.endLink();
    if (this.open.includes(name)) this.close(name);
    if (ENDS_A_LINE.has(name)) this.text += '\n';
    else if (name === 'td' || name === 'th') this.text += '  ';
  }

  private close(name: string): void {
    for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) {
      this.html += `</${last}>`;
      if (last === name) return;
    }
  }

  /** In text, the URL of a link follows its words unless they are the same. */
  private endLink(): void {
    if (!this.link) return;
    const { address, begins } = this.link;
    const words = this.text.slice(begins).trim();
    this.link = null;
    const is_own = address.startsWith(`${this.base}/`) || bare(address) === bare(words);
    if (!is_own) this.text += ` (${address})`;
  }

  finish(): Content {
    while (this.open.length > 0) this.close(this.open.at(-1)!);
    return { html: this.html, text: this.text.replace(/\n{3,}/g, '\n\n').trim() };
  }
}

/** `base`: the organization's URL, without a trailing slash. */
export function contentForMail(rendered_content: string, base: string): Content {
  const writer = new ContentWriter(base);
  /** Number of open elements inside a skipped one, including itself. */
  let skipped = 0;
  for (const { text, is_tag } of piecesOf(rendered_content)) {
    if (!is_tag) {
      if (skipped === 0) writer.append(decoded(text));
      continue;
    }
    const ends = text.startsWith('</');
    const name = text.match(/^<\/?([A-Za-z0-9]+)/)?.[1]?.toLowerCase() ?? '';
    const is_single = HAS_NO_END.has(name) || text.endsWith('/>');
    if (skipped > 0) {
      if (!is_single) skipped += ends ? -1 : 1;
    } else if (ends) writer.end(name);
    else {
      const replacement = is_single ? null : replacementOf(text, name);
      if (replacement === null) writer.begin(text, name);
      else {
        writer.append(replacement);
        skipped = 1;
      }
    }
  }
  return writer.finish();
}
