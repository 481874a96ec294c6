// `npm start [-- OPTIONS]`: installs what is missing, then runs the server until it ends or is told to.
// A first word that is no option names another command: `npm start -- user list`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitStatus, fail, installMissing, root } from './workspace.mjs';

// A terminal sends Ctrl-C to npm and to us, and npm sends it to us once more: within this time it is one wish, not two.
const same_signal_ms = 250;

await installMissing({ tools: false });

const given = process.argv.slice(2);
const isCommand = given.length > 0 && !given[0].startsWith('-');
const server = spawn(join(root, 'packages', 'server', 'bin', 'stoa'), isCommand ? given : ['serve', ...given], {
  // The server may not outlive this process, not even its SIGKILL.
  env: { ...process.env, BUN_OPTIONS: `--no-orphans ${process.env.BUN_OPTIONS ?? ''}`.trim() },
  stdio: 'inherit',
  // Its own process group: only we pass signals on, so that each one arrives once.
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
