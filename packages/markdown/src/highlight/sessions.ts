// Terminal sessions: prompts with commands, highlighted in their language, and output.
import type { Grammar } from './grammar.ts';
import { GRAMMARS } from './grammars.ts';
import { lex } from './lexer.ts';
import type { Writer } from './writer.ts';

/** Lexes a session by its prompt: commands by their language's grammar, everything else as output. */
function lexSession(code: string, writer: Writer, prompt: RegExp, language: string): void {
  const grammar = GRAMMARS.get(language) as Grammar;
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    const mark = prompt.exec(line)?.[0];
    if (mark === undefined) writer.add(line, 'go');
    else {
      writer.add(mark, 'gp');
      lex(line.slice(mark.length), grammar, writer);
    }
  }
}

const SHELL_PROMPT = /^(?:(?:\[?[\w.-]{1,50}@[\w.-]{1,50}[^#$%\]]{0,100}\]?|[\w.-]{0,50})[#$%])(?: |$)/;
const PYTHON_PROMPT = /^(?:>>>|\.\.\.)(?: |$)/;
const RUBY_PROMPT = /^(?:irb[^>]{0,50}>|>>|julia>|iex(?:\(\d{1,9}\))?>|\d{1,9}>|sqlite>|[\w-]{1,50}[=-]#|>) ?/;
const DOS_PROMPT = /^(?:PS )?[A-Z]:\\[^>]{0,200}>/;

const VIRTUAL_ENVIRONMENT = /^(\([\w.-]{1,50}\))( ?)/;

/** A command goes on after a line end that is escaped. Otherwise `>` begins a line of output. */
export function lexConsole(code: string, writer: Writer): void {
  let continues = false;
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n', continues ? 'se' : '');
    const [environment = '', name = '', blank = ''] = VIRTUAL_ENVIRONMENT.exec(line) ?? [];
    const rest = line.slice(environment.length);
    const mark = (continues && rest.startsWith('> ') && environment === '' && '> ') || SHELL_PROMPT.exec(rest)?.[0];
    if (mark === undefined) {
      writer.add(line, 'go');
      continues = false;
      continue;
    }
    writer.add(name, 'gp gp-VirtualEnv');
    writer.add(blank);
    writer.add(mark, 'gp');
    const command = rest.slice(mark.length);
    continues = /(?:^|[^\\])(?:\\\\)*\\$/.test(command);
    lex(command, GRAMMARS.get('bash') as Grammar, writer);
  }
}
export const lexInteractive = (code: string, writer: Writer): void => lexSession(code, writer, RUBY_PROMPT, 'ruby');
export const lexDosSession = (code: string, writer: Writer): void => lexSession(code, writer, DOS_PROMPT, 'batch');

const FRAME = /^( {2})(File )("[^"\n]{0,500}")(, line )(\d{1,9})(?:(, in )(.{1,300}))?$/;
const FRAME_CLASSES = ['', '', 'nb', '', 'm', '', 'n'];
const ERROR = /^([\w.]{1,200})(: )(.{0,5000})$/;

function frame(line: string, writer: Writer): boolean {
  const match = FRAME.exec(line);
  for (const [at, part] of (match?.slice(1) ?? []).entries()) if (part) writer.add(part, FRAME_CLASSES[at]);
  return match !== null;
}

/** One line inside a traceback. Returns whether the traceback continues. */
function traceLine(line: string, writer: Writer): boolean {
  if (frame(line, writer)) return true;
  if (/^ {4}/.test(line)) {
    const source = line.trimStart();
    writer.add(line.slice(0, line.length - source.length), 'w');
    if (/^[~^]+$/.test(source)) writer.add(source, 'pm');
    else lex(source, GRAMMARS.get('python') as Grammar, writer);
    return true;
  }
  const error = ERROR.exec(line);
  if (error) {
    writer.add(error[1] as string, 'gr');
    writer.add(': ');
    writer.add(error[3] as string, 'n');
  } else if (/^[\w.]{1,200}$/.test(line)) writer.add(line, 'gr');
  else {
    writer.add(line);
    return line === '';
  }
  return false;
}

const isTraceStart = (line: string) => line.startsWith('Traceback (');

export function lexTraceback(code: string, writer: Writer): void {
  let inTrace = false;
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    if (isTraceStart(line)) {
      writer.add(line, 'gt');
      inTrace = true;
    } else if (inTrace || FRAME.test(line)) inTrace = traceLine(line, writer);
    else writer.add(line);
  }
}

export function lexPythonConsole(code: string, writer: Writer): void {
  let inTrace = false;
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    const mark = PYTHON_PROMPT.exec(line)?.[0];
    if (mark !== undefined) {
      inTrace = false;
      writer.add(mark, 'gp');
      lex(line.slice(mark.length), GRAMMARS.get('python') as Grammar, writer);
    } else if (isTraceStart(line)) {
      writer.add(line, 'gt');
      inTrace = true;
    } else if (inTrace) inTrace = traceLine(line, writer);
    else writer.add(line, 'go');
  }
}
