// Generates expensive calls: parameters with the largest and strangest values of each endpoint's schemas, and narrows
// combining all terms. A search keeps the most expensive calls and varies them.
import { type Endpoint, MAX_MESSAGES_PER_REQUEST, MAX_SEARCH_LENGTH, type NarrowTerm } from '@stoa/contract';
import { z } from 'zod';
import type { SeededRandom } from './seeded-random.ts';

/** Endpoints that end access, block by design, or send mail. */
const LEFT_OUT = /deactivate|regenerate|get-events|delete-queue|dev-|export|password|logout|session|import/;

/** Whether the same account can call an endpoint repeatedly. */
export const isRepeatable = ({ id }: Endpoint): boolean => !LEFT_OUT.test(id);

/** Existing objects that calls can name. */
export interface HostileFacts {
  readonly user_ids: readonly number[];
  readonly stream_ids: readonly number[];
  readonly message_ids: readonly number[];
  readonly topics: readonly string[];
  /** Words that many messages contain. */
  readonly words: readonly string[];
}

export type HostileParameters = Record<string, unknown>;

const IS = ['unread', 'muted', 'starred', 'mentioned', 'alerted', 'followed', 'dm', 'resolved'];
const HAS = ['link', 'image', 'attachment', 'reaction'];
const MESSAGE_CHARACTERS = 10_000;
const MANY = 1000;

/** Texts known to slow down parsers of Markdown, patterns and URLs. */
const PARTS = [
  '*',
  '_a',
  '[',
  '[a](b',
  '> ',
  '`',
  '```quote\n',
  '$$\\frac{',
  ':a:',
  '@**a** ',
  'a.com ',
  '|a',
  '(a+)+',
  'é\u0301',
  '# a\n',
];

export class HostileCalls {
  constructor(
    private readonly random: SeededRandom,
    private readonly facts: HostileFacts,
  ) {}

  narrow(): NarrowTerm[] {
    const { random } = this;
    const length = random.pick([1, 3, 8, 20, 60]);
    return asPossible(Array.from({ length }, () => this.term()));
  }

  /** A variation of the narrow. */
  variationOf(narrow: readonly NarrowTerm[]): NarrowTerm[] {
    const terms = narrow.filter(() => this.random.chance(0.8));
    return asPossible([...terms, ...Array.from({ length: 1 + this.random.below(6) }, () => this.term())]).slice(0, 100);
  }

  /** Random parameters for any endpoint. */
  parameters({ params }: Endpoint): HostileParameters {
    const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        name === 'narrow' ? this.narrow() : this.value(schema, name, 0),
      ]),
    );
  }

  private term(): NarrowTerm {
    const { random, facts } = this;
    const person = () => random.pick(facts.user_ids);
    const [operator, operand] = random.pick<() => [string, NarrowTerm['operand']]>([
      () => ['is', random.pick(IS)],
      () => ['is', random.pick(IS)],
      () => ['has', random.pick(HAS)],
      () => ['search', this.search()],
      () => ['search', this.search()],
      () => ['sender', person()],
      () => ['mentions', person()],
      () => ['dm-including', person()],
      () => ['topic', random.pick(facts.topics)],
      () => ['channels', random.pick(['public', 'archived'])],
      () => ['channel', random.pick(facts.stream_ids)],
      () => ['in', random.pick(['home', 'all'])],
    ])();
    return { operator, operand, negated: random.chance(0.6) };
  }

  private search(): string {
    const { random, facts } = this;
    const words = Array.from({ length: random.pick([1, 3, 10, 60]) }, (_, n) => {
      const word = random.chance(0.7) ? random.pick(facts.words) : `${random.pick(facts.words)}${n}`;
      const formed = random.pick([word, `${word.slice(0, 3)}*`, `"${word} ${random.pick(facts.words)}"`]);
      return random.chance(0.3) ? `-${formed}` : formed;
    });
    return words.join(' ').slice(0, MAX_SEARCH_LENGTH);
  }

  private value(schema: Schema, name: string, depth: number): unknown {
    const { random, facts } = this;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.value(random.pick(choices), name, depth);
    if (schema.enum) return random.pick(schema.enum);
    if ('const' in schema) return schema.const;
    if (name.startsWith('num_')) return random.pick([0, MAX_MESSAGES_PER_REQUEST / 2, MAX_MESSAGES_PER_REQUEST]);
    if (name === 'anchor') return random.pick(['oldest', 'newest', 'first_unread']);
    switch (schema.type) {
      case 'boolean':
        return random.chance(0.7);
      case 'integer':
      case 'number':
        return random.pick(
          /stream|channel/.test(name) ? facts.stream_ids : /user/.test(name) ? facts.user_ids : facts.message_ids,
        );
      case 'array': {
        const of = schema.items ?? {};
        if (of.type === 'integer')
          return (
            /stream|channel/.test(name)
              ? facts.stream_ids
              : /user|principal|member/.test(name)
                ? facts.user_ids
                : facts.message_ids
          ).slice(0, MAX_MESSAGES_PER_REQUEST);
        return Array.from({ length: depth === 0 ? random.pick([1, 30, MANY]) : 2 }, () =>
          this.value(of, name, depth + 1),
        );
      }
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, of]) => [key, this.value(of, key, depth + 1)]),
        );
      default:
        return depth > 0 ? random.pick(PARTS) : this.text();
    }
  }

  private text(): string {
    const part = this.random.pick(PARTS);
    return part.repeat(Math.floor(this.random.pick([10, MESSAGE_CHARACTERS, 40 * MESSAGE_CHARACTERS]) / part.length));
  }
}

/** No message is both in a channel and direct, so a narrow with a channel negates its direct-message terms. */
function asPossible(narrow: readonly NarrowTerm[]): NarrowTerm[] {
  const in_channel = narrow.some(({ operator, negated }) => !negated && /^(channels?|topic)$/.test(operator));
  const isDirect = ({ operator, operand }: NarrowTerm) => operator.startsWith('dm') || operand === 'dm';
  return narrow.map((term) => (in_channel && isDirect(term) ? { ...term, negated: true } : term));
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The call in wire format: texts verbatim, all else as JSON. */
export function formOf(parameters: HostileParameters): URLSearchParams {
  const values = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(values as [string, string][]);
}
