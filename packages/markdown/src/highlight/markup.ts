// Highlights languages not made of names and operators: HTML and XML, diffs, TeX, Markdown. One pass each.
import type { Grammar, Rule } from './grammar.ts';
import { GRAMMARS } from './grammars.ts';
import { lex } from './lexer.ts';
import { lexSheet } from './sheets.ts';
import type { Writer } from './writer.ts';

const isSpace = (character: string | undefined) => character === ' ' || character === '\t' || character === '\n';

function until(code: string, close: string, from: number): number {
  const end = code.indexOf(close, from);
  return end < 0 ? code.length : end + close.length;
}

/** The inside of a tag: attribute names, `=`, values. Returns its end. */
function attributes(code: string, from: number, writer: Writer): number {
  let at = from;
  while (at < code.length && code[at] !== '>') {
    let end = at + 1;
    const character = code[at] as string;
    if (isSpace(character)) {
      while (isSpace(code[end])) end++;
      writer.add(code.slice(at, end));
    } else if (character === '"' || character === "'") {
      end = until(code, character, at + 1);
      writer.add(code.slice(at, end), 's');
    } else if (character === '=') {
      writer.add('=', 'o');
      while (end < code.length && !isSpace(code[end]) && !'>"\''.includes(code[end] as string)) end++;
      writer.add(code.slice(at + 1, end), 's');
    } else if (character === '/' || character === '?') writer.add(character, 'p');
    else {
      while (end < code.length && !isSpace(code[end]) && !'=>/"\''.includes(code[end] as string)) end++;
      writer.add(code.slice(at, end), 'na');
    }
    at = end;
  }
  return at;
}

const isHolder = (tag: string) => /^(?:script|style)$/i.test(tag);

/** The content of a script or style element, in its own language. Returns its end. */
function held(code: string, tag: string, from: number, writer: Writer): number {
  const close = tag === 'script' ? /<\/script/gi : /<\/style/gi;
  close.lastIndex = from;
  const end = close.exec(code)?.index ?? code.length;
  const inside = code.slice(from, end);
  if (tag === 'style') lexSheet(inside, writer);
  else lex(inside, GRAMMARS.get('javascript') as Grammar, writer);
  return end;
}

export function lexMarkup(code: string, writer: Writer): void {
  for (let at = 0; at < code.length; ) {
    let end: number;
    if (code.startsWith('<!--', at)) {
      end = until(code, '-->', at);
      writer.add(code.slice(at, end), 'cm');
    } else if (code.startsWith('<!', at)) {
      end = until(code, '>', at);
      writer.add(code.slice(at, end), 'cp');
    } else if (code[at] === '<' && /[a-zA-Z/?]/.test(code[at + 1] ?? '')) {
      const opened = code[at + 1] === '/' || code[at + 1] === '?' ? 2 : 1;
      writer.add(code.slice(at, at + opened), 'p');
      end = at + opened;
      while (end < code.length && !isSpace(code[end]) && !'/>?'.includes(code[end] as string)) end++;
      const tag = code.slice(at + opened, end);
      writer.add(tag, 'nt');
      end = attributes(code, end, writer);
      if (end < code.length) writer.add(code[end++] as string, 'p');
      if (opened === 1 && isHolder(tag)) end = held(code, tag.toLowerCase(), end, writer);
    } else if (code[at] === '&') {
      end = at + 1;
      while (end < at + 32 && /[\w#]/.test(code[end] ?? '')) end++;
      const isEntity = code[end] === ';' && end > at + 1;
      end = isEntity ? end + 1 : at + 1;
      writer.add(code.slice(at, end), isEntity ? 'ni' : '');
    } else {
      end = at + 1;
      while (end < code.length && code[end] !== '<' && code[end] !== '&') end++;
      writer.add(code.slice(at, end));
    }
    at = end;
  }
}

export function lexDiff(code: string, writer: Writer): void {
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    if (line.startsWith(' ')) {
      writer.add(' ', 'w');
      writer.add(line.slice(1));
    } else writer.add(line, classOfDiff(line));
  }
}

function classOfDiff(line: string): string {
  if (/^(?:[Ii]ndex |diff |=)/.test(line)) return 'gh';
  if (line.startsWith('@@')) return 'gu';
  if (/^[+>]/.test(line)) return 'gi';
  if (line.startsWith('!')) return 'gs';
  return /^[-<]/.test(line) ? 'gd' : '';
}

const MARKDOWN_INLINE: Rule[] = [
  [/`[^`\n]{1,500}`/y, 'sb'],
  [/\w{1,200}[*_@#]{0,3}/y, ''],
  [/\*\*[^*\n]{1,500}\*\*/y, 'gs'],
  [/\*[^*\s][^*\n]{0,500}\*/y, 'ge'],
  [/_[^_\s][^_\n]{0,500}_(?!\w)/y, 'ge'],
  [/~~[^~\n]{1,500}~~/y, 'gd'],
  [/[@#][\w/:]{1,99}/y, 'ni'],
  [/(!?\[)([^\]\n]{1,300})(\])(\()([^)\n]{1,500})(\))/y, '', 'nt', '', '', 'na', ''],
  [/[^`*_~@#![\w]{1,500}/y, ''],
];

function markdownInline(text: string, writer: Writer): void {
  for (let at = 0; at < text.length; ) at += ruleAt(text, at, MARKDOWN_INLINE, writer);
}

/** Writes the match of the first matching rule, or one character. Returns the length written. */
function ruleAt(text: string, at: number, rules: readonly Rule[], writer: Writer): number {
  for (const [pattern, ...classNames] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    if (match.length === 1 || classNames.length === 1) writer.add(match[0], classNames[0]);
    else for (const [group, part] of match.slice(1).entries()) writer.add(part ?? '', classNames[group]);
    return match[0].length;
  }
  writer.add(text[at] as string);
  return 1;
}

const LIST_ITEM = /^(\s{0,99})(?:([*-] \[[ xX]\])|([*+-])|(\d{1,9}\.))( )/;

export function lexMarkdown(code: string, writer: Writer): void {
  let fence = '';
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? '';
    if (fence || mark) {
      writer.add(line, 'sb');
      if (mark && (!fence || (mark === fence && line.trim() === mark))) fence = fence ? '' : mark;
      continue;
    }
    const item = LIST_ITEM.exec(line);
    if (/^#{1,6} /.test(line)) writer.add(line, line.startsWith('# ') ? 'gh' : 'gu');
    else if (item) {
      writer.add(item[1] as string, 'w');
      writer.add((item[2] ?? item[3] ?? item[4]) as string, 'k');
      writer.add(' ', 'w');
      markdownInline(line.slice(item[0].length), writer);
    } else if (/^ {0,3}> /.test(line)) {
      const quote = line.indexOf('>') + 2;
      writer.add(line.slice(0, quote), 'k');
      writer.add(line.slice(quote), 'ge');
    } else markdownInline(line, writer);
  }
}

const XML: Rule[] = [
  [/<!--[\s\S]*?(?:-->|$(?![\s\S]))/my, 'cm'],
  [/<!\[CDATA\[[\s\S]*?(?:\]\]>|$(?![\s\S]))/my, 'cp'],
  [/<\?[\s\S]*?(?:\?>|$(?![\s\S]))/my, 'cp'],
  [/<![^>]{0,2000}>?/y, 'cp'],
  [/<\/?[\w:.-]{1,200}/y, 'nt'],
  [/([\w:.-]{1,200}[ \t]{0,9}=)([ \t]{0,9})("[^"]{0,5000}"|'[^']{0,5000}')(?=[^<]{0,2000}>)/y, 'na', 'w', 's'],
  [/\/?>/y, 'nt'],
  [/&[\w#]{1,31};/y, 'ni'],
  [/\s+/y, 'w'],
  [/[^<&>\s=]{1,500}/y, ''],
];

export function lexXml(code: string, writer: Writer): void {
  for (let at = 0; at < code.length; ) at += ruleAt(code, at, XML, writer);
}

/** Commands, braces and comments. */
export function lexTex(code: string, writer: Writer): void {
  for (let at = 0; at < code.length; ) {
    const character = code[at] as string;
    let end = at + 1;
    if (character === '\\') {
      while (/[a-zA-Z@*]/.test(code[end] ?? '')) end++;
      if (end === at + 1) end++;
      writer.add(code.slice(at, end), 'k');
    } else if (character === '%') {
      end = until(code, '\n', at);
      if (code[end - 1] === '\n') end--;
      writer.add(code.slice(at, end), 'c');
    } else if ('{}[]&'.includes(character)) writer.add(character, 'nb');
    else if (character === '$') writer.add(character, 's');
    else writer.add(character);
    at = end;
  }
}
