// `npm start [-- OPTIONS]`: installs what is missing, then runs the server until it ends or is told to.
// A first word that is not an option names another command: `npm start -- user list`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitStatus, fail, installMissing, root } from './workspace.mjs';

// A terminal sends Ctrl-C to npm and to us, and npm forwards it again: signals within this time count as one.
const same_signal_ms = 250;

await installMissing({ tools: false });

const given = process.argv.slice(2);
const isCommand = given.length > 0 && !given[0].startsWith('-');
const server = spawn(join(root, 'packages', 'server', 'bin', 'stoa'), isCommand ? given : ['serve', ...given], {
  // The server must not outlive this process, even after SIGKILL.
  env: { ...process.env, BUN_OPTIONS: `--no-orphans ${process.env.BUN_OPTIONS ?? ''}`.trim() },
  stdio: 'inherit',
  // A separate process group: only we forward signals, so that each arrives once.
  detached: true,
});

const lastSeen = new Map();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - (lastSeen.get(signal) ?? -same_signal_ms) < same_signal_ms) return;
    lastSeen.set(signal, now);
    server.kill(signal);
  });
}
server.on('error', (error) => fail(`The server could not be started: ${error.message}`));
server.on('exit', (code, signal) => process.exit(exitStatus(code, signal)));
