// Runs one command line and returns its exit code: every failure becomes one line on stderr. [CL1]
import { CommanderError } from 'commander';
import type { Environment } from '../config/read.ts';
import { isWorker } from '../kit/processes/own-process.ts';
import { UsageError } from './command.ts';
import { program } from './program.ts';
import { complain } from './terminal.ts';
import type { FromWorker } from './worker-channel.ts';

const FAILURE = 1;
const USAGE = 2;
const USAGE_ERRORS = new Set(['UsageError', 'ConfigError']);
/** By name: importing their classes would load the server for every command. */
const EXPECTED = new Set(['CommandError', 'StoreError', 'ListenError', 'ApiError', 'BackupError', 'ArchiveError']);

export async function runCommandLine(args: readonly string[], environment: Environment): Promise<number> {
  try {
    return await run(args, environment);
  } catch (error) {
    const failure = describe(error);
    // The process that started a worker has the log.
    if (isWorker() && process.connected) process.send!({ type: 'failed', failure } satisfies FromWorker);
    else complain(failure);
    if (environment.STOA_DEBUG === '1') console.error(error);
    return isUsage(error) ? USAGE : FAILURE;
  }
}

const isUsage = (error: unknown) => error instanceof Error && USAGE_ERRORS.has(error.name);

function describe(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (isUsage(error)) return `${message} (--help explains)`;
  return EXPECTED.has(name) ? message : `failed: ${message} (STOA_DEBUG=1 says where)`;
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
