// Pasted HTML as a tree of plain data, made by the sanitizer without ever being in the page: nothing in it runs or is fetched.
import { inertBody } from '../content/message-html.ts';

export interface HtmlNode {
  /** In small letters. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (HtmlNode | string)[];
}

/** The names under which these are kept: the page's policy makes the browser complain of them even where nothing is run or drawn. */
const REFUSED = /([\s/"'])(style|on[a-z]+)(?=\s*=)/gi;
const STYLE = 'data-style';

/** More than this of an attribute says nothing. */
const LONGEST = 2000;
/** Tags as they stand in a text, to its end if one is never closed. */
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
