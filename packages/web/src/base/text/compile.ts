// Compiles the catalogues in `locales/`: ICU messages in ARB files. Runs as a macro while the client is bundled, so that no
// parser reaches the browser, and in `npm run check:texts`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Select, type Token } from '@messageformat/parser';
import type { Forms, Text } from './catalogue.ts';

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'locales');
/** The texts of the first view. */
const FIRST = 'core.json';
/** Loaded apart from the others. */
const FAILURES = 'failures.json';

type Texts = Readonly<Record<string, Text>>;

const areasOf = (tag: string) => readdirSync(join(LOCALES, tag)).filter((name) => name !== FAILURES);
const compileFiles = (tag: string, names: readonly string[]): Texts =>
  Object.assign({}, ...names.toSorted().map((name) => compileFile(tag, name)));

/** All texts of a language but those of failures. */
export const texts = (tag: string): Texts => compileFiles(tag, areasOf(tag));

export const firstTexts = (tag: string): Texts => compileFile(tag, FIRST);

export const laterTexts = (tag: string): Texts =>
  compileFiles(
    tag,
    areasOf(tag).filter((name) => name !== FIRST),
  );

export const failureTexts = (tag: string): Texts => compileFile(tag, FAILURES);

function compileFile(tag: string, name: string): Record<string, Text> {
  const file: Record<string, unknown> = JSON.parse(readFileSync(join(LOCALES, tag, name), 'utf8'));
  return Object.fromEntries(
    Object.entries(file)
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, message]) => {
        try {
          return [key, compileMessage(String(message), tag)];
        } catch (error) {
          throw new Error(`locales/${tag}/${name}: ${key}: ${(error as Error).message}`);
        }
      }),
  );
}

/** Refuses what the browser's side does not know, and plural categories that the language lacks. */
export function compileMessage(message: string, tag: string): Text {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const tokens = parse(message, { cardinal: pluralCategories, strict: true, strictPluralKeys: true });
  return compileTokens(tokens, null);
}

/** Text around a choice is repeated in each of its forms, so that the browser chooses before it fills in. */
function compileTokens(tokens: readonly Token[], number: string | null): Text {
  const at = tokens.findIndex(({ type }) => type === 'plural' || type === 'select');
  if (at < 0) return tokens.map((token) => plain(token, number)).join('');
  const choice = tokens[at] as Select;
  if (choice.pluralOffset) throw new Error('offsets are not supported');
  const inner = choice.type === 'plural' ? choice.arg : number;
  const forms = Object.fromEntries(
    choice.cases.map(({ key, tokens: form }) => {
      const within = form.map((token): Token => (token.type === 'octothorpe' ? argument(inner, token) : token));
      return [key, compileTokens([...tokens.slice(0, at), ...within, ...tokens.slice(at + 1)], number)];
    }),
  ) as Forms;
  if (forms.other === undefined) throw new Error(`{${choice.arg}} has no form "other"`);
  return choice.type === 'plural' && choice.arg === 'count'
    ? forms
    : [choice.arg, choice.type as 'plural' | 'select', forms];
}

function argument(name: string | null, { ctx }: Token): Token {
  return name === null ? { type: 'content', value: '#', ctx } : { type: 'argument', arg: name, ctx };
}

function plain(token: Token, number: string | null): string {
  if (token.type === 'octothorpe') return plain(argument(number, token), number);
  if (token.type === 'argument') return `{${token.arg}}`;
  if (token.type !== 'content')
    throw new Error(`${token.type} is not supported: format values before they are filled in`);
  if (/[{}]/.test(token.value)) throw new Error('braces in the text are not supported');
  return token.value;
}
