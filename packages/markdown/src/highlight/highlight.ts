// Highlights code in a named language, in time linear in its length. Never guesses a language.
import { GRAMMARS } from './grammars.ts';
import { findLanguage } from './languages.ts';
import { lex } from './lexer.ts';
import { findParser } from './library.ts';
import { lexMakefile } from './makefiles.ts';
import { lexDiff, lexMarkdown, lexMarkup, lexTex, lexXml } from './markup.ts';
import { lexConsole, lexDosSession, lexInteractive, lexPythonConsole, lexTraceback } from './sessions.ts';
import { lexNestedSheet, lexSheet } from './sheets.ts';
import { lexByLibrary } from './stream-lexer.ts';
import { Writer } from './writer.ts';
import { lexYaml } from './yaml.ts';

export { languageName } from './languages.ts';

const SPECIAL: ReadonlyMap<string, (code: string, writer: Writer) => void> = new Map([
  ['markup', lexMarkup],
  ['xml', lexXml],
  ['diff', lexDiff],
  ['latex', lexTex],
  ['markdown', lexMarkdown],
  ['restructuredtext', lexMarkdown],
  ['css', lexSheet],
  ['scss', lexNestedSheet],
  ['less', lexNestedSheet],
  ['console', lexConsole],
  ['irb', lexInteractive],
  ['msdos-session', lexDosSession],
  ['pycon', lexPythonConsole],
  ['pytb', lexTraceback],
  ['yaml', lexYaml],
  ['makefile', lexMakefile],
]);

/** [MD93] Highlights with one of our own grammars, else the library's. False if the language has neither. */
function colour(code: string, name: string, writer: Writer): boolean {
  const special = SPECIAL.get(name);
  const grammar = GRAMMARS.get(name);
  if (special) special(code, writer);
  else if (grammar) lex(code, grammar, writer);
  else {
    const parser = findParser(name);
    if (!parser) return false;
    lexByLibrary(code, parser, writer);
  }
  return true;
}

/** [MD32] HTML whose text is exactly the code, or null for a language without a grammar. */
export function highlight(code: string, language: string): string | null {
  const name = findLanguage(language)?.grammar;
  if (!name) return null;
  const writer = new Writer();
  try {
    return colour(code, name, writer) ? writer.finish() : null;
  } catch {
    // A grammar of the library may throw on unexpected input; such code stays plain.
    return null;
  }
}
