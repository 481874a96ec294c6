// From the words of a command line and the environment to a command's values. Never runs anything.
import { parseArgs } from 'node:util';
import { type Command, type Option, UsageError } from './command.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variable of an option: `--password-file` is STOA_PASSWORD_FILE. [CL2] */
export function variableOf(option: string): string {
  return `STOA_${option.toUpperCase().replaceAll('-', '_')}`;
}

export interface Parsed {
  readonly help: boolean;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

export function parse(command: Command, args: readonly string[], environment: Environment): Parsed {
  const { values: given, positionals } = split(command, args);
  if (given.help) return { help: true, values: {}, words: [] };
  const values: Record<string, string | boolean | undefined> = {};
  for (const [name, option] of Object.entries(command.options))
    values[name] = given[name] ?? fromEnvironment(name, option, environment);
  checkWords(command, positionals);
  return { help: false, values, words: positionals };
}

function split(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      strict: true,
      allowPositionals: true,
    });
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, positionals };
  } catch (error) {
    // The first sentence says what is wrong; the others give advice that does not fit every case.
    throw new UsageError((error as Error).message.split(/\.(?:\s|$)/)[0]!);
  }
}

function fromEnvironment(name: string, option: Option, environment: Environment): string | boolean | undefined {
  // An empty variable is what a service file leaves behind for "not set".
  const text = environment[variableOf(name)] || undefined;
  if (option.type === 'boolean') return text !== undefined && parseFlag(variableOf(name), text);
  const value = text ?? option.fallback;
  if (value === undefined && option.required) throw new UsageError(`--${name} is missing`);
  return value;
}

function parseFlag(variable: string, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new UsageError(`${variable} must be true or false, not "${text}"`);
}

function checkWords(command: Command, words: readonly string[]): void {
  const missing = command.words[words.length];
  if (missing) throw new UsageError(`${missing} is missing`);
  const extra = words[command.words.length];
  if (extra !== undefined) throw new UsageError(`unexpected word "${extra}"`);
}

/** The whole number that an option gives. */
export function parseNumber<N extends string>(
  name: N,
  { [name]: text }: Readonly<Record<N, string>>,
  least: number,
  most: number,
): number {
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < least || number > most)
    throw new UsageError(`--${name} must be a number from ${least} to ${most}, not "${text}"`);
  return number;
}

/** A port number: 0 lets the system pick a free one. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}
