// A server on an embedded database with another number of processes for long reads than `stoa serve` has. Run as a process:
// directory, number of readers, port.
import { startApp } from '../../packages/server/src/app.ts';
import { LONG_READS } from '../../packages/server/src/kit/database/long-reads.ts';

const [data, readers, port] = process.argv.slice(2);
const app = await startApp({
  host: '127.0.0.1',
  port: Number(port),
  dev: false,
  data: data!,
  database: null,
  checking: 'some',
  rate_limits: null,
  long_reads: { ...LONG_READS, places: Number(readers) },
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
