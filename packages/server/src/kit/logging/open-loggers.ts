// The log of a running server: one line for each message, as JSON or for people, on stderr or in a file. Lines are written off the
// event loop, in order; a slow reader delays no request.
import pino from 'pino';
import { type Levels, type LogFormat, SUBSYSTEMS, type Subsystem } from './levels.ts';
import type { Logger, Loggers } from './logger.ts';
import { pretty } from './pretty.ts';
import { visible } from './visible.ts';

export interface LoggerOptions {
  readonly format: LogFormat;
  readonly levels: Levels;
  /** A file that lines are appended to; null for stderr. */
  readonly file: string | null;
}

const STDERR = 2;
/** Lines are written together: a write for each costs twice as much. In characters. */
const BUFFER = 8192;
/** A crash loses at most the lines of this time. */
const FLUSH_MS = 100;
const SAID_EVERY_MS = 60_000;

interface Destination {
  write(line: string): void;
  reopen(): void;
  flushSync(): void;
}

export function openLoggers({ format, levels, file }: LoggerOptions): Loggers {
  const destination = pino.destination({
    dest: file ?? STDERR,
    append: true,
    mode: 0o640,
    sync: false,
    minLength: BUFFER,
  });
  const buffered = countBuffered(destination);
  // Flushing nothing would wake a thread each time. The timer keeps no process alive: the end of the server flushes.
  setInterval(() => buffered() && destination.flush(), FLUSH_MS).unref();
  // A full disk or a closed pipe must not end the server; lines are lost then. [LG8]
  destination.on('error', file === null ? () => {} : sayLost(file));
  return logsTo(destination, format, levels, file !== null);
}

/** Whether lines wait in the buffer, by what is written to it and from it. */
function countBuffered(destination: ReturnType<typeof pino.destination>): () => boolean {
  let bytes = 0;
  const write = destination.write.bind(destination);
  destination.write = (line) => {
    bytes += Buffer.byteLength(line);
    return write(line);
  };
  destination.on('write', (written) => {
    bytes -= written;
  });
  return () => bytes !== 0;
}

/** Says on stderr that lines of the file are lost, at most once a minute. */
function sayLost(file: string): (error: Error) => void {
  let said_at = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - said_at < SAID_EVERY_MS) return;
    said_at = now;
    process.stderr.write(`stoa: lines of the log are lost: can't write to ${visible(file)}: ${visible(message)}\n`);
  };
}

function logsTo(destination: Destination, format: LogFormat, levels: Levels, is_file: boolean): Loggers {
  const stream = format === 'json' ? destination : { write: (line: string) => destination.write(pretty(line)) };
  const root = pino(
    {
      level: 'debug',
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    stream as pino.DestinationStream,
  );
  const logs = Object.fromEntries(
    SUBSYSTEMS.map((subsystem) => [subsystem, logOf(root.child({ subsystem }, { level: levels[subsystem] }))]),
  ) as Record<Subsystem, Logger>;
  return {
    of: (subsystem) => logs[subsystem],
    reopen: () => is_file && destination.reopen(),
    flush() {
      try {
        destination.flushSync();
      } catch {
        // The file is not open yet, or its disk is full.
      }
    },
  };
}

function logOf(logger: pino.Logger): Logger {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    has: (level) => logger.isLevelEnabled(level),
  };
}
