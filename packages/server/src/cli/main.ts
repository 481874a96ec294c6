// The `stoa` program. Reads the command line and the variables that begin with STOA_, nothing else of the environment.
import { runCommandLine } from './run.ts';

// A reader may close the pipe early, as `head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
