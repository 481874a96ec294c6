// Colours code by a grammar in one pass: every character is looked at a bounded number of times, whatever the code is.
import type { Grammar, StringRule } from './grammar.ts';
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

class Lexer {
  private at = 0;
  private lineStart = 0;
  private definition = '';
  private isSpaced = false;

  constructor(
    private readonly code: string,
    private readonly grammar: Grammar,
    private readonly writer: Writer,
  ) {}

  run(): void {
    while (this.at < this.code.length) {
      if (this.spaces() || this.comment() || this.string() || this.number() || this.name()) continue;
      this.symbol();
    }
  }

  private take(end: number, className: string): void {
    this.writer.add(this.code.slice(this.at, end), className);
    this.at = end;
  }

  private spaces(): boolean {
    let end = this.at;
    for (; end < this.code.length; end++) {
      const code = this.code.charCodeAt(end);
      if (code === 0x0a) {
        this.lineStart = end + 1;
        this.definition = '';
      } else if (code !== 0x20 && code !== 0x09) break;
    }
    if (end === this.at) return false;
    this.take(end, this.isSpaced ? 'w' : '');
    this.isSpaced = false;
    return true;
  }

  private endOfLine(): number {
    const end = this.code.indexOf('\n', this.at);
    return end < 0 ? this.code.length : end;
  }

  private comment(): boolean {
    const { code, at, grammar } = this;
    if (at === 0 && code.startsWith('#!')) {
      this.take(this.endOfLine(), 'ch');
      return true;
    }
    for (const open of grammar.lineComments) {
      if (!code.startsWith(open, at)) continue;
      this.take(this.endOfLine(), 'c1');
      return true;
    }
    for (const [open, close] of grammar.blockComments) {
      if (!code.startsWith(open, at)) continue;
      const end = code.indexOf(close, at + open.length);
      this.take(end < 0 ? code.length : end + close.length, 'cm');
      return true;
    }
    if (grammar.hasDirectives && code[at] === '#' && code.slice(this.lineStart, at).trim() === '') {
      this.take(this.endOfLine(), 'cp');
      return true;
    }
    return false;
  }

  private string(): boolean {
    const rule = this.grammar.strings.find((candidate) => this.code.startsWith(candidate.open, this.at));
    if (!rule) return false;
    this.literal(rule, this.classOfString(rule));
    return true;
  }

  /** A string of three quotes that begins a line documents something. */
  private classOfString(rule: StringRule): string {
    if (rule.open.length !== 3 || !rule.multiline) return rule.className;
    return this.code.slice(this.lineStart, this.at).trim() === '' ? 'sd' : rule.className;
  }

  private literal(rule: StringRule, className: string): void {
    const { code } = this;
    const start = this.at;
    let end = start + rule.open.length;
    const escapes: number[] = [];
    for (; end < code.length; end++) {
      const character = code.charCodeAt(end);
      if (rule.escapes && character === 0x5c && end + 1 < code.length) {
        escapes.push(end);
        end++;
      } else if (character === 0x0a && !rule.multiline) break;
      else if (code.startsWith(rule.close, end)) {
        end += rule.close.length;
        break;
      }
    }
    end = Math.min(end, code.length);
    const { keyBefore } = this.grammar;
    const isKey = keyBefore !== '' && keyBefore.includes(this.characterAfter(end));
    for (const escaped of isKey ? [] : escapes) {
      this.take(escaped, className);
      this.take(escaped + 2, 'se');
    }
    this.take(end, isKey ? 'nt' : className);
  }

  /** The first character that is no space, or a character that is in no list. */
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
    this.take(end, isHex ? 'mh' : /^0[bB]/.test(text) ? 'mb' : /[.eE]/.test(text) ? 'mf' : 'mi');
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
    // The letters before a string change how it is read.
    if (
      word.length <= 2 &&
      /^[rbfu]{1,2}$/i.test(word) &&
      (code[end] === '"' || code[end] === "'") &&
      grammar.spaced.size > 0
    ) {
      this.take(end, 'sa');
      return;
    }
    const key = grammar.ignoresCase ? word.toLowerCase() : word;
    const known = grammar.words.get(key);
    const next = grammar.definitions.get(key);
    const isKey = grammar.keyBefore !== '' && grammar.keyBefore.includes(this.characterAfter(end));
    const className = this.definition || (isKey ? 'nt' : (known ?? grammar.name));
    this.definition = next ?? '';
    this.isSpaced = grammar.spaced.has(word);
    this.take(end, className);
  }

  private symbol(): void {
    const { code, grammar } = this;
    const character = code[this.at] as string;
    const width = (code.codePointAt(this.at) as number) > 0xffff ? 2 : 1;
    const isOperator = grammar.operators.includes(character);
    this.take(this.at + width, isOperator ? 'o' : grammar.punctuation.includes(character) ? 'p' : '');
  }
}

export function lex(code: string, grammar: Grammar, writer: Writer): void {
  new Lexer(code, grammar, writer).run();
}
