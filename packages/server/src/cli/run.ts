// Runs one command line from its words to its exit code: whatever goes wrong becomes one line on stderr. [CL1]
import { ApiError } from '@stoa/contract';
import { MailSettingsError } from '../delivery/mail/mail-settings.ts';
import { StoreError } from '../kit/database/connection.ts';
import { ListenError } from '../kit/http/server.ts';
import { VERSION } from '../pages/version.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { type Environment, parse } from './parse.ts';
import { complain, print } from './terminal.ts';

const FAILURE = 1;
const USAGE = 2;

export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  try {
    return await run(args, environment);
  } catch (error) {
    complain(describe(error));
    if (environment.STOA_DEBUG === '1') console.error(error);
    return error instanceof UsageError ? USAGE : FAILURE;
  }
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} (--help explains)`;
  const expected = [CommandError, StoreError, ListenError, MailSettingsError, ApiError].some(
    (kind) => error instanceof kind,
  );
  if (expected) return (error as Error).message;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return `failed: ${message} (STOA_DEBUG=1 says where)`;
}

async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [first] = args;
  if (first === undefined) throw new UsageError('no command is given');
  if (first === '--version') {
    print(VERSION);
    return 0;
  }
  if (first === '--help' || first === '-h' || first === 'help') return help(args.slice(1));
  const command = find(args);
  if (!command) return group(args);
  const { help: wanted, values, words } = parse(command, args.slice(command.name.split(' ').length), environment);
  if (wanted) {
    print(commandHelp(command));
    return 0;
  }
  return command.run(values as never, words);
}

function find(args: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
}

/** `stoa user` alone, with a word that is no command of it, or with --help. */
function group(args: readonly string[]): number {
  const [first, second] = args;
  const members = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (members.length === 0)
    throw new UsageError(first!.startsWith('-') ? `unknown option ${first}` : `unknown command "${first}"`);
  if (second === '--help' || second === '-h') {
    print(generalHelp(members));
    return 0;
  }
  const names = members.map(({ name }) => name).join(', ');
  if (second === undefined) throw new UsageError(`one of these is wanted: ${names}`);
  throw new UsageError(`unknown command "${first} ${second}"; there are ${names}`);
}

function help(args: readonly string[]): number {
  const command = find(args);
  if (!command && args.length > 0) return group([...args, '--help']);
  print(command ? commandHelp(command) : generalHelp(commands));
  return 0;
}
