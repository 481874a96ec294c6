// Where settings come from: a flag wins over a variable, a variable over the configuration file, the file over the default. [CF1]
import { z } from 'zod';
import { type ConfigFile, readConfigFile } from './file.ts';
import { readFileOf } from './read-small-file.ts';
import {
  ConfigError,
  flagOf,
  infoOf,
  mayBeFile,
  type SettingInfo,
  type Settings,
  type Values,
  variableOf,
} from './setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
type Value = string | boolean;

export interface Sources {
  /** The values of options, keyed by setting. */
  readonly flags: Readonly<Record<string, Value | undefined>>;
  readonly environment: Environment;
  /** The settings that the configuration file may contain. */
  readonly in_file: Settings;
}

interface SettingSource {
  readonly value: Value;
  /** Says in messages where it was set. */
  readonly name: string;
  readonly source: 'flag' | 'variable' | 'file';
}

export async function readSettings<S extends Settings>(settings: S, sources: Sources): Promise<Values<S>> {
  const path = settings.config && (find('config', settings.config, sources, null)?.value as string | undefined);
  const file = path === undefined ? null : readConfigFile(path, sources.in_file);
  const raw_settings = new Map<string, SettingSource>();
  for (const [key, schema] of Object.entries(settings)) {
    const found = find(key, schema, sources, file);
    if (found !== null) raw_settings.set(key, found);
  }
  checkNeeds(settings, raw_settings, file);
  const values = Object.fromEntries([...raw_settings].map(([key, { value }]) => [key, value]));
  const read = await z.object(settings).safeParseAsync(values);
  if (read.success) return read.data as Values<S>;
  const { path: at, message } = read.error.issues[0]!;
  const key = String(at[0]);
  const name = raw_settings.get(key)?.name ?? nameOf(key, infoOf(settings[key]!), 'flag', null);
  throw new ConfigError(/^(must|is) /.test(message) ? `${name} ${message}` : `${name}: ${message}`);
}

function find(
  key: string,
  schema: z.ZodType,
  { flags, environment }: Sources,
  file: ConfigFile | null,
): SettingSource | null {
  const info = infoOf(schema);
  const flag = flags[key];
  const name = flagOf(key);
  if (flag !== undefined) return { value: switched(info, name, flag), name, source: 'flag' };
  return fromEnvironment(key, info, environment) ?? (file && fromFile(key, file));
}

function fromEnvironment(key: string, info: SettingInfo, environment: Environment): SettingSource | null {
  const { also_variable } = info;
  const name = also_variable && !environment[variableOf(key)] ? also_variable : variableOf(key);
  const value = environment[name];
  // An empty variable is what a service file leaves behind for "not set".
  if (value || (value === '' && info.empty_counts))
    return { value: switched(info, name, value), name, source: 'variable' };
  const path = mayBeFile(info) ? environment[`${name}_FILE`] : undefined;
  if (!path) return null;
  return { value: readFileOf(`${name}_FILE`, path).trim(), name: `${name}_FILE`, source: 'variable' };
}

function fromFile(key: string, { path, values }: ConfigFile): SettingSource | null {
  const value = values.get(key);
  if (value !== undefined) return { value, name: `${key} in ${path}`, source: 'file' };
  const secret = values.get(`${key}_file`);
  if (secret === undefined) return null;
  const name = `${key}_file in ${path}`;
  return { value: readFileOf(name, String(secret)).trim(), name, source: 'file' };
}

function switched({ kind }: SettingInfo, name: string, value: Value): Value {
  if (kind !== 'switch' || typeof value === 'boolean') return value;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new ConfigError(`${name} must be true or false, not "${value}"`);
}

/** The name of a setting for the place where the setting that needs it was set: flag, variable or file. */
function nameOf(key: string, info: SettingInfo, source: SettingSource['source'], file: ConfigFile | null): string {
  if (source === 'file') return mayBeFile(info) ? `${key} or ${key}_file in ${file!.path}` : `${key} in ${file!.path}`;
  if (source === 'flag' && !info.secret) return flagOf(key);
  return mayBeFile(info) ? `${variableOf(key)} or ${variableOf(key)}_FILE` : variableOf(key);
}

function checkNeeds(
  settings: Settings,
  raw_settings: ReadonlyMap<string, SettingSource>,
  file: ConfigFile | null,
): void {
  for (const [key, { name, source }] of raw_settings) {
    // A command that takes one setting of a group, such as `status`, leaves the others to the server.
    const needs = (infoOf(settings[key]!).needs ?? []).filter((other) => other in settings);
    const missing = needs.filter((other) => !raw_settings.get(other)?.value);
    if (missing.length === 0) continue;
    const names = missing.map((other) => nameOf(other, infoOf(settings[other]!), source, file));
    throw new ConfigError(`${name} needs ${names.join(', ')}`);
  }
}
