// Colours code of a named language, in time linear in its length. Never guesses a language.
import { GRAMMARS } from './grammars.ts';
import { findLanguage } from './languages.ts';
import { lex } from './lexer.ts';
import { lexDiff, lexMarkdown, lexMarkup, lexTex } from './markup.ts';
import { Writer } from './writer.ts';

export { languageName } from './languages.ts';

const SPECIAL: ReadonlyMap<string, (code: string, writer: Writer) => void> = new Map([
  ['markup', lexMarkup],
  ['diff', lexDiff],
  ['latex', lexTex],
  ['markdown', lexMarkdown],
]);

/** [MD32] HTML whose text is exactly the code, or null for a language without colours. */
export function highlight(code: string, language: string): string | null {
  const name = findLanguage(language)?.grammar;
  if (!name) return null;
  const writer = new Writer();
  const special = SPECIAL.get(name);
  const grammar = GRAMMARS.get(name);
  if (special) special(code, writer);
  else if (grammar) lex(code, grammar, writer);
  else return null;
  return writer.finish();
}
