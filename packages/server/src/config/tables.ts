// The tables of settings in README.md and docs/configuration.md, as Markdown.
import { DOCUMENTED_SECTIONS } from './config.ts';
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

/** One table for all, as README.md has it. */
export function overview(): string {
  const settings = DOCUMENTED_SECTIONS.flatMap(([, members]) => Object.entries(members));
  const rows = settings.map(([key, schema]) => {
    const info = infoOf(schema);
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
