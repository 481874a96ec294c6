// Jira's markup (https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all) as Markdown. Pure.
import { clip, code, link } from '../../markdown.rules.ts';

/** More than a message shows, so that what is converted is bounded. */
const LENGTH_MAX = 4000;
/** What contains no markup: code, and addresses with their names. */
const VERBATIM =
  /\{(?<tag>code|noformat)(?::(?<settings>[^}\n]{0,100}))?\}(?<block>[\s\S]*?)\{\k<tag>\}|\{\{(?<mono>[^{}\n]+)\}\}|\[(?:(?<name>[^[\]|\n]{0,500})\|)?(?<url>https?:[^[\]|\s]+)(?:\|[^[\]\n]*)?\]|https?:[^\s[\]|{}]+/g;
/** Stands for verbatim text while the rest is converted. */
const HELD = /\ue000(\d+)\ue001/g;

/** The name of a person by name, key or account id. */
export type FindName = (id: string) => string | null;

/** Marks around a phrase: not inside words, and not around blanks. */
const around = (mark: string) =>
  new RegExp(`(?<![\\w\\\\${mark}])${mark}(?=\\S)([^\\n${mark}]{1,500}?)(?<=\\S)${mark}(?![\\w${mark}])`, 'g');
const BOLD = around('\\*');
const STRUCK = around('-');
const EMPHASIZED = around('_');

const fenced = (kind: string, text: string): string => `\n~~~${kind}\n${text.replace(/^\n+|\n+$/g, '')}\n~~~\n`;

/** The language among the settings of a code block: `title=Pump.java|java`. */
function languageOf(settings: string): string {
  const language = settings.split('|').find((setting) => /^[\w+#-]{1,20}$/.test(setting));
  return language ? ` ${language}` : '';
}

function verbatim(whole: string, { block, settings, mono, name, url }: Record<string, string | undefined>): string {
  if (block !== undefined) return fenced(languageOf(settings ?? ''), block);
  if (mono !== undefined) return code(mono);
  return url === undefined ? whole : link(name || url, url);
}

function styled(text: string, nameOf: FindName): string {
  return (
    text
      // A line that is all marks is a ruler, not a list.
      .replace(/^-{4,}$/gm, '---')
      .replace(
        /^([*#-]{1,6}) +/gm,
        (_, marks: string) => `${'  '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '*'} `,
      )
      .replace(BOLD, '**$1**')
      .replace(EMPHASIZED, '*$1*')
      .replace(STRUCK, '~~$1~~')
      .replace(/^h([1-6])\. +/gm, (_, level: string) => `${'#'.repeat(Number(level))} `)
      .replace(/^bq\. +/gm, '> ')
      .replace(/\{(?:color|panel|anchor)(?::[^{}\n]*)?\}/g, '')
      .replace(/\[~(?:accountid:)?([^\]\n]{1,200})\]/g, (_, id: string) => `@${nameOf(id) ?? 'someone'}`)
      // Quotes are nested in the quote that the message puts around the text.
      .replace(/\{quote\}((?:(?!\{quote\})[\s\S])*)\{quote\}/g, (_, words: string) => fenced(' quote', words))
      .replace(/\\([!{}?])/g, '$1')
  );
}

export function markdownOf(markup: string | null | undefined, nameOf: FindName): string {
  const text = clip((markup ?? '').replace(/\r\n?/g, '\n').replace(/[\ue000\ue001]/g, ''), LENGTH_MAX);
  const held: string[] = [];
  const rest = text.replace(VERBATIM, (whole: string, ...found: readonly unknown[]) => {
    held.push(verbatim(whole, found.at(-1) as Record<string, string | undefined>));
    return `\ue000${held.length - 1}\ue001`;
  });
  return styled(rest, nameOf)
    .replace(HELD, (_, index: string) => held[Number(index)] ?? '')
    .replace(/\n{3,}/g, '\n\n');
}
