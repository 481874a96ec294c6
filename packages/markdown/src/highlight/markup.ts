// Colours what is not made of names and operators: HTML and XML, differences, TeX, Markdown. One pass each.
import type { Writer } from './writer.ts';

const isSpace = (character: string | undefined) => character === ' ' || character === '\t' || character === '\n';

function until(code: string, close: string, from: number): number {
  const end = code.indexOf(close, from);
  return end < 0 ? code.length : end + close.length;
}

/** The inside of a tag: attribute names, `=`, values. Answers where it ends. */
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
    } else if (character === '=') writer.add('=', 'o');
    else if (character === '/' || character === '?') writer.add(character, 'p');
    else {
      while (end < code.length && !isSpace(code[end]) && !'=>/"\''.includes(code[end] as string)) end++;
      writer.add(code.slice(at, end), 'na');
    }
    at = end;
  }
  return at;
}

export function lexMarkup(code: string, writer: Writer): void {
  for (let at = 0; at < code.length; ) {
    let end: number;
    if (code.startsWith('<!--', at)) {
      end = until(code, '-->', at);
      writer.add(code.slice(at, end), 'c');
    } else if (code.startsWith('<!', at)) {
      end = until(code, '>', at);
      writer.add(code.slice(at, end), 'cp');
    } else if (code[at] === '<' && /[a-zA-Z/?]/.test(code[at + 1] ?? '')) {
      const opened = code[at + 1] === '/' || code[at + 1] === '?' ? 2 : 1;
      writer.add(code.slice(at, at + opened), 'p');
      end = at + opened;
      while (end < code.length && !isSpace(code[end]) && !'/>?'.includes(code[end] as string)) end++;
      writer.add(code.slice(at + opened, end), 'nt');
      end = attributes(code, end, writer);
      if (end < code.length) writer.add(code[end++] as string, 'p');
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

/** Line by line, each of one class. */
function lexLines(code: string, writer: Writer, classOf: (line: string) => string): void {
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    writer.add(line, classOf(line));
  }
}

export function lexDiff(code: string, writer: Writer): void {
  lexLines(code, writer, (line) => {
    if (/^(?:\+\+\+|---|diff |index |=+$)/.test(line)) return 'gh';
    if (line.startsWith('@@')) return 'gu';
    if (/^[+>]/.test(line)) return 'gi';
    return /^[-<]/.test(line) ? 'gd' : '';
  });
}

export function lexMarkdown(code: string, writer: Writer): void {
  lexLines(code, writer, (line) => {
    if (/^#{1,6} /.test(line)) return line.startsWith('# ') ? 'gh' : 'gu';
    if (/^ {0,3}>/.test(line)) return 'k';
    return /^ {0,3}(?:```|~~~)/.test(line) ? 'sb' : '';
  });
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
