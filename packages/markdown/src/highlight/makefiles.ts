// Makefiles: targets, variables, and recipes in the language of the shell. One pass over the lines.
import type { Grammar, Rule } from './grammar.ts';
import { GRAMMARS } from './grammars.ts';
import { lex } from './lexer.ts';
import type { Writer } from './writer.ts';

const SPECIAL =
  /^(?:\.\s{0,9}(?:include|undef|error|warning|if|else|elif|endif|for|endfor)|[ \t]{0,99}(?:ifeq|ifneq|ifdef|ifndef|else|endif|-?include|define|endef|vpath|if))(?=\s|$)/;
const COMMENT = /^[ \t]{0,99}@?#/;
const RECIPE = /^[ \t]+\S/;
const VARIABLE = /^((?:un)?export[ \t]{1,9})?([\w${}().-]{1,200})([ \t]{0,99})([!?:+]?=)([ \t]{0,99})/;
const EXPORT = /^((?:un)?export)([ \t]{1,99})(?=[\w${} \t-]{1,500}$)/;
const TARGET = /^([^\n:]{1,500}?)(:{1,2})([ \t]{0,99})/;

const HEADER: readonly Rule[] = [
  [/[,|]/y, 'p'],
  [/#.*/y, 'c'],
  [/[a-zA-Z_]{1,200}/y, 'n'],
];
const EXPORTED: readonly Rule[] = [
  [/[\w${}-]{1,200}/y, 'nv'],
  [/[ \t]{1,99}/y, 'w'],
];
const EXPANSION: readonly Rule[] = [
  [/[\w.-]{1,200}/y, 'nv'],
  [/[$()]/y, 'k'],
];
const ANYWHERE: readonly Rule[] = [
  [/\$[<@$+%?|*]/y, 'k'],
  [/[ \t]{1,99}/y, 'w'],
  [/#.*/y, 'c'],
];

class MakefileLexer {
  private readonly shell = GRAMMARS.get('bash') as Grammar;
  private recipe: string[] = [];

  constructor(private readonly writer: Writer) {}

  run(code: string): void {
    const lines = code.split('\n');
    for (let at = 0; at < lines.length; at++) {
      let line = lines[at] as string;
      const end = at === lines.length - 1 ? '' : '\n';
      if (SPECIAL.test(line) || COMMENT.test(line)) {
        this.flush();
        this.writer.add(line + end, SPECIAL.test(line) ? 'cp' : 'c');
      } else if (RECIPE.test(line) || line === '') this.recipe.push(line + end);
      else {
        this.flush();
        const isVariable = VARIABLE.test(line);
        while (isVariable && line.endsWith('\\') && at + 1 < lines.length) line += `\n${lines[++at]}`;
        this.line(line);
        this.writer.add(at === lines.length - 1 ? '' : '\n');
      }
    }
    this.flush();
  }

  private flush(): void {
    if (this.recipe.length > 0) lex(this.recipe.join(''), this.shell, this.writer);
    this.recipe = [];
  }

  private line(line: string): void {
    const { writer } = this;
    let match = EXPORT.exec(line);
    if (match) {
      writer.add(match[1] as string, 'k');
      writer.add(match[2] as string, 'w');
      this.by(line.slice(match[0].length), EXPORTED);
      return;
    }
    match = VARIABLE.exec(line);
    if (match) {
      for (const [group, className] of ['k', 'nv', 'w', 'o', 'w'].entries())
        writer.add(match[group + 1] ?? '', className);
      lex(line.slice(match[0].length), this.shell, writer);
      return;
    }
    match = TARGET.exec(line);
    if (!match) {
      this.by(line, ANYWHERE);
      return;
    }
    for (const [group, className] of ['nf', 'o', 'w'].entries()) writer.add(match[group + 1] as string, className);
    this.by(line.slice(match[0].length), HEADER);
  }

  private by(text: string, rules: readonly Rule[]): void {
    let depth = 0;
    for (let at = 0; at < text.length; ) {
      if (text.startsWith('$(', at)) {
        depth++;
        this.writer.add('$(', 'k');
        at += 2;
        continue;
      }
      let length = 1;
      let className = '';
      for (const [pattern, name] of depth > 0 ? EXPANSION : rules) {
        pattern.lastIndex = at;
        const match = pattern.exec(text);
        if (!match) continue;
        length = match[0].length;
        className = name as string;
        break;
      }
      if (depth > 0 && text[at] === '(') depth++;
      if (depth > 0 && text[at] === ')') depth--;
      this.writer.add(text.slice(at, at + length), className);
      at += length;
    }
  }
}

export const lexMakefile = (code: string, writer: Writer): void => new MakefileLexer(writer).run(code);
