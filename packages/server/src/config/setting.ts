// A setting: a zod schema that parses its text, with its description for help, tables and errors.
import { z } from 'zod';

/** A setting that can't be used; the message says which, where it was set, and why. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface About {
  /** One line, for help and tables. */
  readonly summary: string;
  /** The placeholder for the value in help. */
  readonly value?: string;
  readonly fallback?: string;
  /** Shown in tables instead of the fallback. */
  readonly shown_default?: string;
  readonly required?: true;
  /** No flag, since command lines can be read by everybody on the machine; may come from a file that `..._FILE` names. */
  readonly secret?: true;
  /** Has a flag, but may hold a password: may come from a file too. */
  readonly may_be_file?: true;
  /** An empty variable is a value, not "not set". */
  readonly empty_counts?: true;
  /** Another variable that other programs read, too; ours wins. */
  readonly also_variable?: string;
  /** Settings that must be set too. */
  readonly needs?: readonly string[];
}

export interface SettingInfo extends About {
  /** The type of the value in the configuration file; `list` and `table` may also be text. */
  readonly kind: 'text' | 'number' | 'switch' | 'path' | 'list' | 'table';
}

const registry = z.registry<SettingInfo>();
export const infoOf = (schema: z.core.$ZodType): SettingInfo => registry.get(schema)!;

export type Settings = Readonly<Record<string, z.ZodType>>;
export type Values<S extends Settings> = { readonly [K in keyof S]: z.output<S[K]> };

type Optional<T, A extends About> = A extends { fallback: string } | { required: true } ? T : T | undefined;
type Parse<T> = (text: string) => T | Promise<T>;

/** `parse` throws an error whose message continues after the setting's name: "must be ..." or a sentence of its own. */
function declare<T, A extends About>(kind: SettingInfo['kind'], about: A, parse: Parse<T>): z.ZodType<Optional<T, A>> {
  const read = z.string({ error: 'is missing' }).transform(async (text, context) => {
    try {
      return await parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });
  const { fallback, required } = about;
  const schema = fallback !== undefined ? read.prefault(fallback) : required ? read : read.optional();
  return schema.register(registry, { kind, ...about }) as unknown as z.ZodType<Optional<T, A>>;
}

const asIs = (text: string) => text;

export function text<const A extends About>(about: A): z.ZodType<Optional<string, A>>;
export function text<T, const A extends About>(about: A, parse: Parse<T>): z.ZodType<Optional<T, A>>;
export function text(about: About, parse: Parse<unknown> = asIs): z.ZodType {
  return declare('text', about, parse);
}

/** Secrets are never options and never in messages. */
export function secret<const A extends About>(about: A, parse: Parse<string> = asIs): z.ZodType<Optional<string, A>> {
  return declare('text', { ...about, secret: true }, parse);
}

/** In the configuration file it is relative to the directory of that file. */
export function path<const A extends About>(about: A): z.ZodType<Optional<string, A>> {
  return declare('path', { value: 'FILE', ...about }, (text) => {
    if (text === '') throw new Error('must not be empty');
    return text;
  });
}

export function number<const A extends About>(least: number, most: number, about: A): z.ZodType<Optional<number, A>> {
  return declare('number', { value: 'NUMBER', ...about }, (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < least || value > most)
      throw new Error(`must be a number from ${least} to ${most}, not "${text}"`);
    return value;
  });
}

export function list<T, const A extends About>(about: A, parse: Parse<T>): z.ZodType<Optional<T, A>> {
  return declare('list', about, parse);
}

export function table<T, const A extends About>(about: A, parse: Parse<T>): z.ZodType<Optional<T, A>> {
  return declare('table', about, parse);
}

export function toggle(about: About): z.ZodType<boolean> {
  return z
    .boolean()
    .prefault(false)
    .register(registry, { kind: 'switch', ...about });
}

/** `smtp_url` is `--smtp-url`. */
export const flagOf = (key: string) => `--${key.replaceAll('_', '-')}`;
/** `smtp_url` is STOA_SMTP_URL. [CL2] */
export const variableOf = (key: string) => `STOA_${key.toUpperCase()}`;
export const mayBeFile = ({ secret, may_be_file }: About) => secret === true || may_be_file === true;
