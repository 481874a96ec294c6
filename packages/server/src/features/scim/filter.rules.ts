// Reads filters of SCIM (RFC 7644, section 3.4.2.2), and the paths of PATCH, which are made of the same parts. Pure. Ours, because the
// library for it (scim2-parse-filter) reads escapes in texts wrongly and overflows the stack on nested parentheses.
import { isStorable } from '../../kit/text/storable-text.ts';
import { type ScimType, scimError } from './scim-error.rules.ts';

export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];
export type FilterValue = string | number | boolean | null;

/** Names of attributes are in lower case, without the schema of the resource. */
export type Filter =
  | { readonly kind: 'and'; readonly parts: readonly Filter[] }
  | { readonly kind: 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'compare'; readonly attribute: string; readonly operator: Operator; readonly value: FilterValue }
  | { readonly kind: 'present'; readonly attribute: string };

export interface Path {
  readonly attribute: string;
  /** Which values of the attribute; null for all. */
  readonly filter: Filter | null;
}

/** In characters. */
export const FILTER_MAX = 4000;
const TERMS_MAX = 50;
const DEPTH_MAX = 10;

/** A bracket, a text, or a word; each character is read once. */
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const NAME = /^[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)?$/;

interface Token {
  readonly kind: 'bracket' | 'text' | 'word';
  readonly text: string;
}

function tokensOf(input: string, type: ScimType): Token[] {
  if (input.length > FILTER_MAX) throw scimError(400, `At most ${FILTER_MAX} characters are accepted`, type);
  const tokens: Token[] = [];
  const { length } = input.trimEnd();
  for (let at = 0; at < length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, bracket, text, word] = TOKEN.exec(input) ?? [];
    if (bracket !== undefined) tokens.push({ kind: 'bracket', text: bracket });
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else throw scimError(400, `A text does not end, from character ${at + 1}`, type);
  }
  return tokens;
}

/** In lower case, without the schema of users and groups; names in other schemas stay whole. */
export function attributeName(text: string): string {
  return text.toLowerCase().replace(CORE, '');
}

class FilterReader {
  private at = 0;
  private terms = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly type: ScimType,
  ) {}

  get is_done(): boolean {
    return this.at === this.tokens.length;
  }

  fail(expected: string): never {
    const found = this.tokens[this.at]?.text.slice(0, 40) ?? 'the end';
    throw scimError(400, `Expected ${expected}, found ${found}`, this.type);
  }

  isNext(text: string): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text;
  }

  take(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.at++;
    return true;
  }

  word(expected: string): string {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') this.fail(expected);
    this.at++;
    return token.text;
  }

  /** `within` is the attribute whose values are filtered, with a full stop; empty outside of brackets. */
  filter(within = '', depth = 0): Filter {
    if (depth > DEPTH_MAX) throw scimError(400, `At most ${DEPTH_MAX} parentheses within each other`, this.type);
    return this.chain('or', () => this.chain('and', () => this.term(within, depth)));
  }

  private chain(kind: 'and' | 'or', next: () => Filter): Filter {
    const parts = [next()];
    while (this.take(kind)) parts.push(next());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private term(within: string, depth: number): Filter {
    if (++this.terms > TERMS_MAX) throw scimError(400, `At most ${TERMS_MAX} conditions`, this.type);
    if (this.take('(')) {
      const inner = this.filter(within, depth + 1);
      if (!this.take(')')) this.fail(')');
      return inner;
    }
    if (this.isNext('not') && this.tokens[this.at + 1]?.text === '(') {
      this.at++;
      return { kind: 'not', part: this.term(within, depth) };
    }
    const name = attributeName(this.word('an attribute'));
    const attribute = within + name;
    if (within === '' && this.take('[')) {
      const inner = this.values(name, depth);
      const sub = this.tokens[this.at];
      if (sub?.kind !== 'word' || !sub.text.startsWith('.')) return inner;
      this.at++;
      return { kind: 'and', parts: [inner, this.condition(name + attributeName(sub.text))] };
    }
    return this.condition(attribute);
  }

  private condition(attribute: string): Filter {
    if (this.take('pr')) return { kind: 'present', attribute };
    const operator = OPERATORS.find((each) => this.take(each)) ?? this.fail('an operator');
    return { kind: 'compare', attribute, operator, value: this.value() };
  }

  /** The filter in brackets, as conditions on the attributes of the values. */
  values(attribute: string, depth: number): Filter {
    const inner = this.filter(`${attribute}.`, depth + 1);
    if (!this.take(']')) this.fail(']');
    return inner;
  }

  private value(): FilterValue {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === 'bracket') return this.fail('a value');
    const value = parseValue(token.kind === 'word' ? token.text.toLowerCase() : token.text);
    if (value === undefined) return this.fail('a value');
    this.at++;
    return value;
  }
}

/** Undefined for what is no value that a database can compare. */
function parseValue(text: string): FilterValue | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === 'string') return isStorable(value) ? value : undefined;
  return Number.isFinite(value) || typeof value === 'boolean' || value === null ? (value as FilterValue) : undefined;
}

export function parseFilter(input: string): Filter {
  const reader = new FilterReader(tokensOf(input, 'invalidFilter'), 'invalidFilter');
  const filter = reader.filter();
  if (!reader.is_done) reader.fail('and, or, or the end');
  return filter;
}

/** `name.givenName`, `members[value eq "5"]`, `emails[type eq "work"].value`, with or without the schema. */
export function parsePath(input: string): Path {
  const reader = new FilterReader(tokensOf(input, 'invalidPath'), 'invalidPath');
  const name = attributeName(reader.word('an attribute'));
  // Extensions are ignored, whatever their paths look like.
  if (name.startsWith('urn:')) return { attribute: name, filter: null };
  if (!NAME.test(name)) throw scimError(400, 'The path names no attribute', 'invalidPath');
  const filter = reader.take('[') ? reader.values(name, 0) : null;
  const sub = filter !== null && !reader.is_done ? attributeName(reader.word('a sub-attribute')) : '';
  if (!reader.is_done || (sub !== '' && !NAME.test(sub.slice(1)))) reader.fail('the end of the path');
  return { attribute: name + sub, filter };
}

/** An id as the resources have them; null for any other text. */
export function idOf(value: string): number | null {
  return /^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : null;
}

const PARTIAL: ReadonlySet<Operator> = new Set(['co', 'sw', 'ew']);
const FEW = 5;

/** How many conditions a filter has; a comparison that no index answers counts as many. */
function costOf(filter: Filter): number {
  if (filter.kind === 'not') return costOf(filter.part);
  if (filter.kind === 'compare') return PARTIAL.has(filter.operator) ? FEW + 1 : 1;
  return filter.kind === 'present' ? 1 : filter.parts.reduce((sum, part) => sum + costOf(part), 0);
}

const ACCOUNT = ['username', 'emails', 'emails.value', 'name.formatted'];
/** Attributes whose values are found by an index; there are few groups to look through for a member. */
const INDEXED = new Set([...ACCOUNT, 'id', 'externalid', 'displayname', 'members', 'members.value']);

/** Whether an index leads to all that may match. */
function isLookUp(filter: Filter): boolean {
  if (filter.kind === 'and') return filter.parts.some(isLookUp);
  if (filter.kind === 'or') return filter.parts.every(isLookUp);
  return filter.kind === 'compare' && filter.operator === 'eq' && INDEXED.has(filter.attribute);
}

/** Whether finding what matches may take long where there are many accounts. Providers look for one by one name. [SI21] [SI802] */
export const isLong = (filter: Filter | null): boolean => filter === null || costOf(filter) > FEW || !isLookUp(filter);
