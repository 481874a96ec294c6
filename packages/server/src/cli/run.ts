// Runs one command line and returns its exit code: every failure becomes one line on stderr. [CL1]
import { CommanderError } from 'commander';
import type { Environment } from '../config/read.ts';
import { storeFailureOf } from '../kit/database/store-failures.ts';
import { isWorker } from '../kit/processes/own-process.ts';
import { UsageError } from './command.ts';
import { program } from './program.ts';
import { printError } from './terminal.ts';
import type { FromWorker } from './worker-channel.ts';

const FAILURE = 1;
const USAGE = 2;
const USAGE_ERRORS = new Set(['UsageError', 'ConfigError']);
/** Errors whose message is all that people need. By name: importing their classes would load the server for every command. */
const EXPECTED = new Set(['CommandError', 'StoreError', 'ListenError', 'ApiError', 'BackupError', 'ArchiveError']);

export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  try {
    return await run(args, environment);
  } catch (error) {
    const failure = describe(error);
    // The process that started a worker has the log.
    if (isWorker() && process.connected) process.send!({ type: 'failed', failure } satisfies FromWorker);
    else printError(failure);
    if (environment.STOA_DEBUG === '1') console.error(error);
    return isUsage(error) ? USAGE : FAILURE;
  }
}

const isUsage = (error: unknown) => error instanceof Error && USAGE_ERRORS.has(error.name);

/** One sentence. Failures of the machine are no bugs: they name no place in the program. [CL700] */
export function describe(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (isUsage(error)) return `${message} (--help explains)`;
  if (EXPECTED.has(name)) return message;
  return storeFailureOf(error) ?? notAllowed(error) ?? `failed: ${message} (STOA_DEBUG=1 says where)`;
}

function notAllowed(error: unknown): string | null {
  const { code, path } = error as { code?: string; path?: unknown };
  if ((code !== 'EACCES' && code !== 'EPERM') || typeof path !== 'string') return null;
  return `${path} can't be opened by this account: let the account that runs Stoa own it, and run the command as that account`;
}

async function run([first, ...rest]: readonly string[], environment: Environment): Promise<number> {
  if (first === undefined) throw new UsageError('no command is given');
  let code = 0;
  const stoa = program(async ({ command, flags, words }) => {
    const [{ readSettings }, { settingsInFile }] = await Promise.all([
      import('../config/read.ts'),
      import('../config/config.ts'),
    ]);
    const values = await readSettings(command.settings, { flags, environment, in_file: settingsInFile });
    const execute = await command.load();
    code = await execute(values as never, words);
  });
  try {
    await stoa.parseAsync(first === 'help' ? [...rest, '--help'] : [first, ...rest], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(sentence(error), { cause: error });
  }
  return code;
}

/** Commander's message on one line, with its suggestion. */
function sentence({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
}
