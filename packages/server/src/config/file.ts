// The configuration file: TOML, or JSON where its name ends so. Every value becomes the text that a flag would have.
import { dirname, resolve } from 'node:path';
import { parse as parseToml, TomlError } from 'smol-toml';
import { z } from 'zod';
import { nearest } from './nearest.ts';
import { readSmallFile } from './read-small-file.ts';
import { ConfigError, infoOf, mayBeFile, type SettingInfo, type Settings } from './setting.ts';

export interface ConfigFile {
  /** The name in messages. */
  readonly path: string;
  readonly values: ReadonlyMap<string, string | boolean>;
}

const item = z.union([z.string(), z.int().transform(String)]);
const many = z.array(item).transform((parts) => parts.join(','));
const named = z.record(z.string(), item).transform((parts) =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(','),
);
const KINDS = {
  text: [z.string(), 'a text'],
  path: [z.string(), 'a text'],
  number: [z.int().transform(String), 'a whole number'],
  switch: [z.boolean(), 'true or false'],
  list: [z.union([z.string(), many]), 'a text or a list of texts'],
  table: [z.union([z.string(), named]), 'a text or a table'],
} as const satisfies Record<SettingInfo['kind'], readonly [z.ZodType<string | boolean>, string]>;

/** Refuses keys that are no settings: one that is misspelt would otherwise be forgotten. [CF3] */
export function readConfigFile(path: string, settings: Settings): ConfigFile {
  const values = new Map<string, string | boolean>();
  for (const [key, value] of Object.entries(parseFile(path))) {
    const kind = kindOf(key, settings);
    if (kind === null) {
      const names = Object.keys(settings).flatMap((name) => keysOf(name, settings));
      const near = nearest(key, names);
      throw new ConfigError(
        `${path}: there is no setting "${key}"; ${near === null ? 'docs/configuration.md lists them' : `is "${near}" meant?`}`,
      );
    }
    const [schema, expected] = KINDS[kind];
    const read = schema.safeParse(value);
    if (!read.success) throw new ConfigError(`${key} in ${path} must be ${expected}`);
    if (kind === 'path' && read.data === '') throw new ConfigError(`${key} in ${path} must not be empty`);
    values.set(key, kind === 'path' ? resolve(dirname(path), String(read.data)) : read.data);
  }
  return { path, values };
}

/** The keys that a setting has in the file; the file itself is none. */
export function keysOf(name: string, settings: Settings): string[] {
  if (name === 'config') return [];
  return mayBeFile(infoOf(settings[name]!)) ? [name, `${name}_file`] : [name];
}

function kindOf(key: string, settings: Settings): SettingInfo['kind'] | null {
  const name = Object.keys(settings).find((each) => keysOf(each, settings).includes(key));
  if (name === undefined) return null;
  return name === key ? infoOf(settings[name]!).kind : 'path';
}

function parseFile(path: string): Readonly<Record<string, unknown>> {
  let content: string;
  try {
    content = readSmallFile(path);
  } catch (error) {
    throw new ConfigError(`can't read the configuration file: ${(error as Error).message}`);
  }
  return path.endsWith('.json') ? parseJson(path, content) : parseTomlFile(path, content);
}

function parseJson(path: string, content: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(content));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it must be one object';
    throw new ConfigError(`${path} is not valid JSON: ${reason}`);
  }
}

function parseTomlFile(path: string, content: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(content);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The first line of the message says what is wrong; the others quote the file, which may hold secrets.
    const reason = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '');
    throw new ConfigError(`${path}, line ${error.line}: ${reason}`);
  }
}
