// The tables of settings in README.md and docs/configuration.md, as Markdown.
import { DOCUMENTED_SECTIONS, serverSettings } from './config.ts';
import { keysOf } from './file.ts';
import { flagOf, infoOf, mayBeFile, type SettingInfo, type Settings, variableOf } from './setting.ts';

const code = (text: string) => `\`${text}\``;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function flag(key: string, { kind, secret, value = 'TEXT' }: SettingInfo): string {
  if (secret) return '';
  return code(kind === 'switch' ? flagOf(key) : `${flagOf(key)} ${value}`);
}

function variables(key: string, info: SettingInfo): string {
  const name = variableOf(key);
  return (mayBeFile(info) ? [name, `${name}_FILE`] : [name]).map(code).join(', ');
}

function defaultOf({ kind, fallback, shown_default }: SettingInfo): string {
  if (shown_default !== undefined) return shown_default;
  if (fallback !== undefined) return code(fallback);
  return kind === 'switch' ? 'off' : 'none';
}

/** The settings that a first server may need; nobody reads a hundred before they start one. */
const FIRST_SETTINGS: readonly (keyof typeof serverSettings)[] = [
  'config',
  'data',
  'database',
  'host',
  'port',
  'trusted_proxies',
  'tls',
  'tls_hosts',
  'tls_certificate',
  'tls_key',
  'workers',
  'smtp_url',
  'mail_from',
  's3_endpoint',
  'log_format',
];

/** The first settings in one table, as README.md has it. */
export function overview(): string {
  const rows = FIRST_SETTINGS.map((key) => {
    const info = infoOf(serverSettings[key]);
    return row([flag(key, info), variables(key, info), defaultOf(info), info.summary]);
  });
  return [row(['option', 'variable', 'default', 'meaning']), row(['---', '---', '---', '---']), ...rows].join('\n');
}

/** A table for each section, with the keys of the configuration file. */
export function reference(): string {
  return DOCUMENTED_SECTIONS.map(([title, members]) => `### ${title}\n\n${sectionTable(members)}`).join('\n\n');
}

function sectionTable(members: Settings): string {
  const rows = Object.entries(members).map(([key, schema]) => {
    const info = infoOf(schema);
    const keys = keysOf(key, members).map(code).join(', ');
    return row([flag(key, info), variables(key, info), keys, info.kind, defaultOf(info), info.summary]);
  });
  const head = ['option', 'variable', 'key in the file', 'type', 'default', 'meaning'];
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}
