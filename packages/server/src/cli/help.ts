// The help texts, made from the commands themselves.
import type { Command, Option } from './command.ts';
import { variableOf } from './parse.ts';

const WIDTH = 30;

function line(left: string, right: string): string {
  return left.length < WIDTH - 2 ? `  ${left.padEnd(WIDTH - 2)}${right}` : `  ${left}\n${' '.repeat(WIDTH)}${right}`;
}

function describe(name: string, option: Option): string {
  const left = `--${name}${option.type === 'string' ? ` ${option.placeholder ?? 'TEXT'}` : ''}`;
  const fallback = option.fallback === undefined ? '' : ` (${option.fallback})`;
  const required = option.required ? ' [required]' : '';
  return line(left, `${option.summary}${fallback}${required}`);
}

export function generalHelp(commands: readonly Command[]): string {
  return [
    'Stoa: self-hosted, topic-threaded team chat.',
    '',
    'Usage: stoa COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => line(name, summary)),
    '',
    'stoa COMMAND --help explains a command; stoa --version prints the version.',
    'Every option is also an environment variable: --password-file is STOA_PASSWORD_FILE. An option wins over its variable.',
    'STOA_SECRET gives the secret that API keys are derived from, for several nodes that share a database.',
    'STOA_DEBUG=1 adds where in the program an error came from.',
  ].join('\n');
}

export function commandHelp({ name, summary, words, options, notes }: Command): string {
  const required = Object.entries(options).filter(([, option]) => option.required);
  const shown = required.map(([option, { placeholder }]) => `--${option} ${placeholder ?? 'TEXT'}`);
  const variables = Object.keys(options).map(variableOf).join(', ');
  return [
    `Usage: ${['stoa', name, ...words, ...shown, '[OPTIONS]'].join(' ')}`,
    '',
    `${summary}.`,
    '',
    'Options:',
    ...Object.entries(options).map(([option, declared]) => describe(option, declared)),
    line('-h, --help', 'explain this command'),
    '',
    `Environment: ${variables}`,
    ...(notes === '' ? [] : ['', notes]),
  ].join('\n');
}
