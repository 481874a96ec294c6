// The HTML of a mail as Markdown: parsed into a tree of bounded size, without quotations and signatures, and without pictures of other
// servers, which tell who reads. [IC8]
import { asMarkdown, type HtmlNode } from '@stoa/markdown/from-html';
import { Parser } from 'htmlparser2';

/** Elements beyond this depth become their parent's text; more of them, and more text, are left out: a message has room for less. */
const DEPTH_MAX = 60;
const NODES_MAX = 20_000;
const TEXT_MAX = 500_000;
/** Elements nested deeper are no page: the parser's time grows with the square of the depth. */
const OPEN_MAX = 2000;
/** In characters: what is parsed before the limits are looked at again. */
const PORTION = 16_384;
const ATTRIBUTE_MAX = 2000;

interface OpenNode {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (OpenNode | string)[];
}

export interface HtmlOptions {
  readonly quotes: boolean;
  readonly footers: boolean;
  /** The link that stands for a picture in the mail, by its content id; null if there is none. */
  pictureOf(content_id: string): { readonly url: string; readonly name: string } | null;
}

export function markdownOfHtml(html: string, options: HtmlOptions): string {
  return asMarkdown(prepared(parse(html), options)!);
}

function parse(html: string): OpenNode {
  const root: OpenNode = { name: 'body', attributes: {}, children: [] };
  const open = [root];
  let depth = 0;
  let nodes = 0;
  let length = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > DEPTH_MAX || nodes >= NODES_MAX) return;
        nodes++;
        const node: OpenNode = { name, attributes: cut(attributes), children: [] };
        open.at(-1)!.children.push(node);
        open.push(node);
      },
      ontext(text) {
        if (length >= TEXT_MAX) return;
        length += text.length;
        open.at(-1)!.children.push(text);
      },
      onclosetag() {
        if (depth < open.length) open.pop();
        depth--;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (let at = 0; at < html.length && depth <= OPEN_MAX && nodes < NODES_MAX && length < TEXT_MAX; at += PORTION)
    parser.write(html.slice(at, at + PORTION));
  parser.end();
  return root;
}

const cut = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value.slice(0, ATTRIBUTE_MAX)]));

/** Whether mail programs mark the element as quoted, not written by the mail's author. */
const isQuote = ({ name, attributes: { type, class: classes = '', id } }: OpenNode) =>
  (name === 'blockquote' && type === 'cite') ||
  /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)(?:\s|$)/.test(classes) ||
  id === 'divRplyFwdMsg' ||
  id === 'appendonsend';
const isFooter = ({ attributes: { class: classes = '', id = '' } }: OpenNode) =>
  /(?:^|\s)(?:gmail_signature|moz-signature|protonmail_signature_block)(?:\s|$)/.test(classes) ||
  /^Signature$/i.test(id);

/** Null for what is left out. */
function prepared(node: OpenNode, options: HtmlOptions): HtmlNode | null {
  if ((!options.quotes && isQuote(node)) || (!options.footers && isFooter(node))) return null;
  if (node.name === 'img') return preparedPicture(node, options);
  const children = node.children.flatMap((child): (HtmlNode | string)[] => {
    if (typeof child === 'string') return [child];
    const kept = prepared(child, options);
    return kept ? [kept] : [];
  });
  return { name: node.name, attributes: node.attributes, children };
}

function preparedPicture({ attributes: { src = '', alt = '' } }: OpenNode, { pictureOf }: HtmlOptions): HtmlNode {
  const content_id = /^cid:(.+)$/i.exec(src.trim())?.[1];
  const picture = content_id === undefined ? null : pictureOf(content_id);
  if (!picture) return { name: 'span', attributes: {}, children: [alt] };
  return { name: 'img', attributes: { src: picture.url, alt: picture.name }, children: [] };
}
