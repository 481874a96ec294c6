// Sets up every process of `stoa serve`: its log and its signals.
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import type { ServerSettings } from '../config/config.ts';
import type { Loggers } from '../kit/logging/logger.ts';
import { openLoggers } from '../kit/logging/open-loggers.ts';
import { CommandError } from './command.ts';
import type { End } from './worker-channel.ts';

/** SIGHUP reopens the file, for programs that rotate logs. [LG6] */
export function logsOf({ log_format, log_level, log_file }: ServerSettings, reopens = true): Loggers {
  const file = log_file ?? null;
  if (file !== null) checkWritable(file);
  const logs = openLoggers({ format: log_format, levels: log_level, file });
  if (reopens) process.on('SIGHUP', () => logs.reopen());
  return logs;
}

function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o640));
  } catch (error) {
    throw new CommandError(`can't write to the log file: ${(error as Error).message}`);
  }
}

/** Resolves with the first signal to stop; the second ends the process at once. [CL9] */
export function stopSignal(): Promise<End> {
  return new Promise((resolve) => {
    let has_reported = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (has_reported) process.exit(128 + constants.signals[signal]);
        has_reported = true;
        resolve('stop');
      });
  });
}
