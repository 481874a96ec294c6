// Pasted HTML as a tree of plain data, made by the sanitizer in an inert document: nothing runs or is fetched.
import type { HtmlNode } from '@stoa/markdown/from-html';
import { inertBody } from '../content/message-html.ts';

/** Attributes renamed before parsing, because the page's policy reports them even in inert documents. */
const REFUSED = /([\s/"'])(style|on[a-z]+)(?=\s*=)/gi;
const STYLE = 'data-style';

/** Longer attribute values are cut. */
const LONGEST = 2000;
/** Tags in the source; an unclosed one extends to the end. */
const TAG = /<[a-z][^>]*/gi;
const STYLE_SHEET = /<style\b[\s\S]*?(?:<\/style\s*>|$)|<base\b[^>]*>?/gi;

function prepared(html: string): string {
  return html.replace(STYLE_SHEET, '').replace(TAG, (tag) => tag.replace(REFUSED, '$1data-$2'));
}

function readNode(element: Element): HtmlNode {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes)
    attributes[name === STYLE ? 'style' : name] = name === 'href' || name === 'src' ? value : value.slice(0, LONGEST);
  const children: (HtmlNode | string)[] = [];
  for (const child of element.childNodes) {
    if (child instanceof Element) children.push(readNode(child));
    else if (child.nodeType === Node.TEXT_NODE) children.push(child.nodeValue ?? '');
  }
  return { name: element.localName, attributes, children };
}

export const readHtml = (html: string): HtmlNode => readNode(inertBody(prepared(html)));
