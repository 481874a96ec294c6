// The `stoa` program. Reads the command line and the variables that begin with STOA_, nothing else of the environment.
import { runCommandLine } from './run.ts';

// A reader that closes the pipe early, as `head` does, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
