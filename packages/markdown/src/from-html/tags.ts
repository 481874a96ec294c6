// How elements are laid out, by name. Pure.
export const HEADING = /^h([1-6])$/;

/** One line each, as plain-text editors copy them. */
export const LINES: ReadonlySet<string> = new Set('div dt dd figcaption summary caption tr address option'.split(' '));
const PARAGRAPHS = new Set(
  'p section article header footer main aside nav figure details dl fieldset form hgroup body center search menu'.split(
    ' ',
  ),
);
/** Elements that Markdown has marks for. */
export const OWN: ReadonlySet<string> = new Set('ul ol li blockquote pre table hr'.split(' '));
/** Elements whose content is never shown. */
export const IGNORED: ReadonlySet<string> = new Set(
  'style script title head template noscript button select svg'.split(' '),
);
export const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);

export const isBlockName = (name: string): boolean =>
  HEADING.test(name) || LINES.has(name) || PARAGRAPHS.has(name) || OWN.has(name);
