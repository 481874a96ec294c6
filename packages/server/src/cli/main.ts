// The `stoa` program. Of the environment it reads the variables that begin with STOA_, and of those of OpenTelemetry the ones that
// docs/operate/monitoring.md names.
import { takePart } from '../kit/processes/own-process.ts';
import { runCommandLine } from './run.ts';

// A reader may close the pipe early, as `head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// As a single file, the program is also the processes that it starts.
const part = takePart();
if (part === 'reader') await import('../kit/database/reader-process.ts');
else if (part === 'pictures') await import('../kit/images/worker.ts');
else if (part === 'import') await import('../import-process.ts');
else if (part === 'mail') await import('../features/incoming-mail/parsing/mail-process.ts');
else {
  process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
  // A worker that could not start would live on with the channel to the process that started it. [ND11]
  if (process.connected) process.disconnect?.();
}
