// Why a call failed, as text for the reader: by error code, by the server's own sentence where that says more, and in the
// server's words if neither is known. [WB102]
import { ApiError } from '@stoa/contract/api-error';
import type { Text, Translation } from './catalogue.ts';
import type { codes, narrows, parameters, sentences } from './en/failures.ts';
import { fillIn, t } from './text.ts';

type Codes = Translation<typeof codes>;
type Narrows = Translation<typeof narrows>;
type Sentences = Readonly<Record<keyof typeof sentences, string>>;

export interface FailureTexts {
  readonly codes: Codes;
  readonly parameters: Readonly<Record<keyof typeof parameters, string>>;
  readonly sentences: Sentences;
  readonly narrows: Narrows;
}

interface Pattern {
  readonly key: keyof Sentences;
  readonly names: readonly string[];
  readonly form: RegExp;
}

let texts: FailureTexts | null = null;
let patterns: readonly Pattern[] = [];

const PLACE = /\{(\w+)\}/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A sentence of the server and the values it contains. */
function patternOf(key: keyof Sentences, sentence: string): Pattern {
  // Splitting at captures: every second part is a name.
  const parts = sentence.split(PLACE);
  const form = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : '([\\s\\S]+)')).join('');
  return { key, names: parts.filter((_, at) => at % 2 === 1), form: new RegExp(`^${form}$`) };
}

/** Sets the texts of failures. The English texts are always needed, to recognize the server's sentences. */
export function setFailureTexts(own: FailureTexts, english: Pick<FailureTexts, 'sentences'>): void {
  texts = own;
  patterns = Object.entries(english.sentences).map(([key, sentence]) => patternOf(key as keyof Sentences, sentence));
}

/** The translation of a known sentence of the server. */
function translated(sentence: string): string | null {
  if (!texts) return null;
  for (const { key, names, form } of patterns) {
    const found = form.exec(sentence);
    if (found) return fillIn(texts.sentences[key], Object.fromEntries(names.map((name, at) => [name, found[at + 1]!])));
  }
  return null;
}

export const sentenceText = (sentence: string): string => translated(sentence) ?? sentence;

/** The field that `BAD_REQUEST` concerns, if the other fields of the answer tell. */
const BY_STATUS: Readonly<Record<number, keyof Codes>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
};
/** How the server begins messages about invalid parameters. */
const OF_PARAMETER =
  /^(?:Argument "(\w+)" is not valid JSON\.|Invalid ([a-z]\w*)|(\w+)(?:\[[^\]]*\])*: .+|([a-z]\w*) (?:contains a null byte|is not valid Unicode))$/;

function parameterIn(message: string): string | undefined {
  return OF_PARAMETER.exec(message)
    ?.slice(1)
    .find((name) => name !== undefined && Object.hasOwn(texts?.parameters ?? {}, name));
}

function kindOf({ code, status, message }: ApiError): string | undefined {
  if (code !== 'BAD_REQUEST') return code;
  if (status !== 400) return BY_STATUS[status];
  return parameterIn(message) === undefined ? undefined : 'INVALID_PARAMETER';
}

/** Why the server doesn't search for something. */
function narrowText({ fields }: ApiError): string | null {
  const { reason, operator = '', operand = '', limit = 1 } = fields;
  if (!texts || typeof reason !== 'string' || !Object.hasOwn(texts.narrows, reason)) return null;
  return fillIn(texts.narrows[reason as keyof Narrows], {
    operator: String(operator),
    value: String(operand),
    count: Number(limit),
  });
}

function textOf(error: ApiError): string {
  if (error.code === 'BAD_NARROW') {
    const text = narrowText(error);
    if (text !== null) return text;
  }
  const sentence = translated(error.message);
  if (sentence !== null) return sentence;
  const kind = kindOf(error);
  if (!texts || !kind || !Object.hasOwn(texts.codes, kind)) return error.message;
  const { var_name, desc, 'retry-after': wait } = error.fields;
  const name = String(var_name ?? parameterIn(error.message) ?? '');
  const text: Text = texts.codes[kind as keyof Codes];
  return fillIn(text, {
    parameter: Object.hasOwn(texts.parameters, name) ? texts.parameters[name as keyof typeof parameters] : name,
    sentence: error.message,
    detail: typeof desc === 'string' ? desc : error.message,
    count: typeof wait === 'number' ? Math.max(1, Math.ceil(wait)) : 1,
  });
}

export const failureText = (error: unknown): string =>
  error instanceof ApiError ? textOf(error) : t('server_unreachable');
