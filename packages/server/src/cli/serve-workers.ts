// `stoa serve --workers N`: N servers of one database that share a port, and their signals.
import type { ServerSettings } from '../config/config.ts';
import { workerCommand } from '../kit/processes/own-process.ts';
import { systemClock } from '../kit/time/clock.ts';
import { UsageError } from './command.ts';
import { reporter } from './reporter.ts';
import { logsOf, stopSignal } from './serve-process.ts';
import { printError } from './terminal.ts';
import { freePort } from './worker-port.ts';
import { startWorker } from './worker-process.ts';
import { Workers } from './workers.ts';

export async function serveWorkers(values: ServerSettings): Promise<number> {
  const { workers: count, database, host } = values;
  if (database === undefined)
    throw new UsageError(`--workers ${count} needs --database: the embedded database belongs to one process`);
  if (process.platform !== 'linux')
    throw new UsageError(
      `--workers ${count} needs Linux: on other systems processes don't share the connections of a port`,
    );
  const stopped = stopSignal();
  const logs = logsOf(values);
  const log = logs.of('server');
  process.on('unhandledRejection', reporter(systemClock, log));
  const port = await freePort(host, values.port);
  const command = workerCommand(['--port', String(port)]);
  const workers = new Workers({
    count,
    log,
    complain: printError,
    start: (listener) => startWorker(command, listener),
  });
  process.on('SIGHUP', () => workers.replaceAll());
  const ended = await Promise.race([workers.run(), stopped]);
  if (ended === 'stop') await workers.stop();
  logs.flush();
  process.exit(ended === 'stop' ? 0 : ended);
}
