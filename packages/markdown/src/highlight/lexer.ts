// Highlights code by a grammar in one pass: each character is read a bounded number of times, for any input.
import type { Bracket, Grammar, Rule, StringRule } from './grammar.ts';
import type { Writer } from './writer.ts';

const NAME_START = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}_]/u;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

function isNameStart(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
  return NAME_START.test(String.fromCharCode(code));
}

function isNamePart(code: number): boolean {
  if (code < 0x80) return isNameStart(code) || isDigit(code);
  return NAME_PART.test(String.fromCharCode(code));
}

/** Maximum nesting of code inside strings inside code; deeper strings are plain text. */
const MAX_NESTING = 20;

interface OpenString {
  rule: StringRule;
  className: string;
  /** Braces opened in the code since; in a format, brackets of any kind. */
  braces: number;
}

/** Ends the code in a format string, with the conversion of the value or before its format. */
const FORMAT_END = /(?:=[ \t]{0,20})?(?:![sraf])?[}:]/y;

/** A directive with its comments goes on after an escaped line end. */
const DIRECTIVE: readonly Rule[] = [
  [/\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'cm'],
  [/\/\/[^\n]*/y, 'c1'],
  [/(?:\\\n|[^\n/]){1,9999}|\//y, 'cp'],
];

const FORMAT_BRACES: readonly Rule[] = [
  [/\{\{|\}\}/y, 'se'],
  [/\}/y, 'si'],
];

/** The class and last character of a token after which a slash divides. */
const ENDS_VALUE = /^(?:n|m|s|b|v|kc|p [)\]}]|k s)/;

class Lexer {
  private last = '';
  private functionAt = -1;
  private readonly open: OpenString[] = [];
  private at = 0;
  private lineStart = 0;
  private definition = '';
  private isSpaced = false;
  /** The letters before the string that begins here. */
  private prefix = '';
  private readonly closing: (Bracket & { string: OpenString | null })[] = [];

  constructor(
    private readonly code: string,
    private readonly grammar: Grammar,
    private readonly writer: Writer,
  ) {}

  run(): void {
    if (/^#!(?!\[)/.test(this.code)) this.take(this.endOfLine(), 'ch');
    while (this.at < this.code.length) {
      if (this.at === this.lineStart && this.byLineRule()) continue;
      if (this.formatEnd() || this.bracket() || this.pattern() || this.byRule(this.grammar.rules)) continue;
      if (this.spaces() || this.comment() || this.string() || this.number() || this.name()) continue;
      this.symbol();
    }
  }

  private take(end: number, className: string): void {
    this.group(this.code.slice(this.at, end), className);
  }

  private byLineRule(): boolean {
    const { functionLine, lineRules } = this.grammar;
    if (functionLine) {
      functionLine.lastIndex = this.at;
      const match = functionLine.exec(this.code);
      if (match) this.functionAt = this.at + (match[1] as string).length;
    }
    return this.byRule(lineRules);
  }

  private formatEnd(): boolean {
    const string = this.open.at(-1);
    if (!string?.rule.isFormat || string.braces > 0) return false;
    FORMAT_END.lastIndex = this.at;
    const match = FORMAT_END.exec(this.code);
    if (!match) return false;
    this.open.pop();
    this.take(this.at + match[0].length, 'si');
    this.body(string.rule, string.className);
    return true;
  }

  /** A bracket of the grammar, or what closes the innermost one. */
  private bracket(): boolean {
    const { brackets } = this.grammar;
    if (brackets.length === 0) return false;
    const { code, at } = this;
    const last = this.closing.at(-1);
    if (last && code.startsWith(last.close, at)) {
      this.closing.pop();
      this.take(at + last.close.length, last.className);
      if (last.string) this.body(last.string.rule, last.string.className);
      return true;
    }
    return this.openBracket(null) || (last !== undefined && this.byRule(last.inner));
  }

  /** `string` is that in which the bracket stands, if any: it goes on where the bracket closes. */
  private openBracket(string: OpenString | null): boolean {
    const next = this.grammar.brackets.find(({ open }) => this.code.startsWith(open, this.at));
    if (!next || (string && (!next.isInStrings || this.closing.length >= MAX_NESTING))) return false;
    this.closing.push({ ...next, string });
    this.take(this.at + next.open.length, next.className);
    return true;
  }

  /** A slash begins a regular expression, or divides. */
  private pattern(): boolean {
    const { regexp } = this.grammar;
    if (!regexp || this.code.charCodeAt(this.at) !== 0x2f || ENDS_VALUE.test(this.last)) return false;
    return this.byRule([[regexp, 'sr']]);
  }

  private byRule(rules: readonly Rule[]): boolean {
    for (const [pattern, ...classNames] of rules) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.code);
      if (!match || match[0] === '') continue;
      if (match.length === 1 || classNames.length === 1) this.take(this.at + match[0].length, classNames[0] as string);
      else
        for (let group = 1; group < match.length; group++) this.group(match[group] ?? '', classNames[group - 1] ?? '');
      const newline = this.code.lastIndexOf('\n', this.at - 1);
      if (newline >= match.index) this.lineStart = newline + 1;
      return true;
    }
    return false;
  }

  private group(text: string, className: string): void {
    this.writer.add(text, className);
    this.at += text.length;
    if (className !== 'w' && className !== '' && text !== '') this.last = `${className} ${text.slice(-1)}`;
  }

  private spaces(): boolean {
    let end = this.at;
    for (; end < this.code.length; end++) {
      const code = this.code.charCodeAt(end);
      if (code === 0x0a) {
        this.lineStart = end + 1;
        this.definition = '';
        if (this.grammar.lineRules.length > 0 || this.grammar.functionLine) {
          end++;
          break;
        }
      } else if (code !== 0x20 && code !== 0x09) break;
    }
    if (end === this.at) return false;
    this.take(end, this.isSpaced || this.open.at(-1)?.rule.isFormat ? 'w' : this.grammar.space);
    this.isSpaced = false;
    return true;
  }

  private endOfLine(): number {
    const end = this.code.indexOf('\n', this.at);
    return end < 0 ? this.code.length : end;
  }

  private comment(): boolean {
    const { code, at, grammar } = this;
    for (const open of grammar.lineComments) {
      if (!code.startsWith(open, at)) continue;
      this.take(this.endOfLine(), 'c1');
      return true;
    }
    for (const [open, close] of grammar.blockComments) {
      if (!code.startsWith(open, at)) continue;
      this.take(this.endOfComment(open, close), 'cm');
      return true;
    }
    if (!grammar.hasDirectives || code[at] !== '#' || code.slice(this.lineStart, at).trim() !== '') return false;
    while (this.at < code.length && code[this.at] !== '\n') this.byRule(DIRECTIVE);
    return true;
  }

  private endOfComment(open: string, close: string): number {
    const { code, grammar } = this;
    let from = this.at + open.length;
    for (let depth = 1; depth > 0; depth--) {
      const end = code.indexOf(close, from);
      if (end < 0) return code.length;
      if (grammar.nestsComments)
        for (let inner = code.indexOf(open, from); inner >= 0 && inner < end; inner = code.indexOf(open, inner + 1))
          depth++;
      from = end + close.length;
    }
    return from;
  }

  private string(): boolean {
    const found = this.grammar.strings.find((candidate) => this.code.startsWith(candidate.open, this.at));
    if (!found) return false;
    const { prefix } = this;
    this.prefix = '';
    let rule = found;
    if (prefix.includes('r')) rule = { ...rule, marksEscapes: false };
    if (prefix.includes('f')) rule = { ...rule, codeOpen: '{', isFormat: true, inner: FORMAT_BRACES };
    this.literal(rule, this.classOfString(rule));
    return true;
  }

  /** A string in triple quotes at the start of a line is documentation. */
  private classOfString(rule: StringRule): string {
    if (rule.open.length !== 3 || !rule.multiline) return rule.className;
    return this.code.slice(this.lineStart, this.at).trim() === '' ? 'sd' : rule.className;
  }

  private literal(rule: StringRule, className: string): void {
    const start = this.at;
    const end = this.endOfString(rule, start + rule.open.length);
    const { keyBefore } = this.grammar;
    if (keyBefore !== '' && keyBefore.includes(this.characterAfter(end))) {
      this.take(end, 'nt');
      return;
    }
    if (!rule.inner && !rule.codeOpen && !(rule.escapes && rule.marksEscapes)) {
      this.take(end, className);
      return;
    }
    this.take(start + rule.open.length, className);
    this.body(rule, className);
  }

  private endOfString(rule: StringRule, from: number): number {
    const { code } = this;
    for (let end = from; end < code.length; end++) {
      const character = code.charCodeAt(end);
      if (rule.escapes && character === 0x5c) end++;
      else if (character === 0x0a && !rule.multiline) return end;
      else if (code.startsWith(rule.close, end)) return end + rule.close.length;
    }
    return code.length;
  }

  /** The content of a string, up to its end or to code inside it, after which `symbol` resumes here. */
  private body(rule: StringRule, className: string): void {
    const { code } = this;
    while (this.at < code.length) {
      const character = code.charCodeAt(this.at);
      if (code.startsWith(rule.close, this.at)) {
        this.take(this.at + rule.close.length, className);
        return;
      }
      if (character === 0x0a && !rule.multiline) return;
      if (rule.hasBrackets && this.openBracket({ rule, className, braces: 0 })) return;
      if (rule.isFormat && code.startsWith('{{', this.at)) this.take(this.at + 2, 'se');
      else if (rule.codeOpen && this.open.length < MAX_NESTING && code.startsWith(rule.codeOpen, this.at)) {
        this.take(this.at + rule.codeOpen.length, 'si');
        this.open.push({ rule, className, braces: 0 });
        return;
      } else if (rule.escapes && character === 0x5c && this.at + 1 < code.length) {
        if (!rule.marksEscapes || !this.byRule(rule.escape)) this.take(this.at + 2, className);
      } else if (!rule.inner || !this.byRule(rule.inner)) this.take(this.at + 1, className);
    }
  }

  /** The first character from `end` on that is not a space; a line end at the end of the code. */
  private characterAfter(end: number): string {
    let at = end;
    while (this.code[at] === ' ' && at < end + 20) at++;
    return this.code[at] ?? '\n';
  }

  private number(): boolean {
    const { code, at } = this;
    if (!isDigit(code.charCodeAt(at))) return false;
    let end = at + 1;
    const isHex = code[at] === '0' && /[xX]/.test(code[end] ?? '');
    for (; end < code.length; end++) {
      const character = code.charCodeAt(end);
      if (isNamePart(character)) continue;
      if (character === 0x2e && isDigit(code.charCodeAt(end + 1))) continue;
      const isExponent = /[eE]/.test(code[end - 1] as string) && !isHex;
      if (isExponent && (character === 0x2b || character === 0x2d) && isDigit(code.charCodeAt(end + 1))) continue;
      break;
    }
    const text = code.slice(at, end);
    const { float, integer } = this.grammar;
    this.take(
      end,
      isHex ? 'mh' : /^0[bB]/.test(text) ? 'mb' : /^0[oO]/.test(text) ? 'mo' : /[.eE]/.test(text) ? float : integer,
    );
    return true;
  }

  private name(): boolean {
    const { code, at, grammar } = this;
    const sigil = grammar.sigils.get(code[at] as string);
    const start = sigil === undefined ? at : at + 1;
    if (!isNameStart(code.charCodeAt(start))) return false;
    let end = start + 1;
    while (end < code.length && (isNamePart(code.charCodeAt(end)) || grammar.nameExtra.includes(code[end] as string)))
      end++;
    if (sigil !== undefined) {
      this.take(end, sigil);
      return true;
    }
    const word = code.slice(at, end);
    this.word(word, end);
    return true;
  }

  private word(word: string, end: number): void {
    const { grammar, code } = this;
    // The prefix letters of a string decide how it is read.
    if (
      word.length <= 2 &&
      /^[rbfu]{1,2}$/i.test(word) &&
      (code[end] === '"' || code[end] === "'") &&
      grammar.spaced.size > 0
    ) {
      this.prefix = word.toLowerCase();
      this.take(end, 'sa');
      return;
    }
    const key = grammar.ignoresCase ? word.toLowerCase() : word;
    const word_class = grammar.words.get(key);
    const next = grammar.definitions.get(key);
    const isKey = grammar.keyBefore !== '' && grammar.keyBefore.includes(this.characterAfter(end));
    const defined = this.at === this.functionAt && !word_class ? 'nf' : this.definition;
    const className =
      (defined && word_class === 'fm' ? word_class : defined) || (isKey ? 'nt' : (word_class ?? grammar.name));
    this.definition = next ?? '';
    this.isSpaced = grammar.spaced.has(word);
    this.take(end, className);
  }

  private resume({ rule, className }: OpenString): void {
    this.open.pop();
    this.body(rule, className);
  }

  private symbol(): void {
    const { code, grammar } = this;
    const character = code[this.at] as string;
    const string = this.open.at(-1);
    if (string?.rule.codeClose === ')' && '()'.includes(character)) {
      this.take(this.at + 1, 'si');
      if (character === '(') string.braces++;
      else if (string.braces-- === 0) this.resume(string);
      return;
    }
    if (string && !string.rule.isFormat && !string.rule.codeClose && character === '}' && string.braces-- === 0) {
      this.take(this.at + 1, 'si');
      this.resume(string);
      return;
    }
    if (string && !string.rule.codeClose && (string.rule.isFormat ? '{[(' : '{').includes(character)) string.braces++;
    if (string?.rule.isFormat && '}])'.includes(character)) string.braces--;
    const width = (code.codePointAt(this.at) as number) > 0xffff ? 2 : 1;
    const isOperator = grammar.operators.includes(character);
    this.take(this.at + width, isOperator ? 'o' : grammar.punctuation.includes(character) ? 'p' : '');
  }
}

export function lex(code: string, grammar: Grammar, writer: Writer): void {
  new Lexer(code, grammar, writer).run();
}
