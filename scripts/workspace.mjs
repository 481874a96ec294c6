// The workspace seen from plain Node: its root, whether its dependencies are installed, and its bun. Runs before anything is
// installed, so it imports only Node.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bun = join(root, 'node_modules', '.bin', 'bun');

const MEMORY_DISK = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * A directory for the data of a run, removed when this process exits. In memory if there is room for this many bytes, and
 * TMPDIR names no other place: tests commit thousands of times, and each commit of a test waits for the disk. The suite has
 * about 50 MiB at once.
 */
export function scratchDirectory(room = GIB) {
  const scratch = mkdtempSync(join(memoryDisk(room) ?? tmpdir(), 'stoa-test-'));
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  chmodSync(scratch, 0o711); // a PostgreSQL of a test runs as another user
  return scratch;
}

function memoryDisk(room) {
  if (process.env.TMPDIR || freemem() < 2 * room) return null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize < room ? null : MEMORY_DISK;
  } catch {
    return null;
  }
}

/** Ends the script with one line on stderr: the problem and what to do about it. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The exit status of a finished child as a shell reports it: 128 + n if signal n ended it. */
export function exitStatus(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/**
 * Installs exactly what package-lock.json requires, unless it is installed already. A server needs no development
 * tools: without `tools` they are neither required nor installed. Ends the script if npm fails.
 */
export async function installMissing({ tools }) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Stoa needs Node 20 or newer to install itself; this is Node ${process.versions.node}.`);
  }
  if (isInstalled(tools)) return;
  // Packages run on Bun: what they want of Node, as warnings say, does not matter.
  const command = ['ci', ...(tools ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=error'];
  process.stderr.write(`Installing dependencies (npm ${command.slice(0, tools ? 1 : 2).join(' ')}) ...\n`);
  await npm(...command);
  // npm does not repeat an install script that an interrupted install left undone.
  if (!bunRuns()) await npm('rebuild', 'bun');
  if (!bunRuns())
    fail('npm left no bun that runs: was its install script refused? See "allowScripts" in package.json.');
}

/** Runs the npm that runs this script, or the one on the PATH. */
async function npm(...args) {
  const running = process.env.npm_execpath ?? '';
  const [command, ...before] = running.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm'];
  const { status, signal } = await follow(spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', 2, 2] }));
  if (signal !== null) process.exit(status);
  if (status !== 0) fail(`npm ${args[0]} failed; its own message is above.`);
}

/** Runs bun until it exits, prints its output as it arrives, and keeps a copy. Its children die with it. `under`: a command that runs it. */
export async function runBun(args, env, under = []) {
  const colour = process.stderr.isTTY ? { FORCE_COLOR: '1' } : {};
  const stdio = ['ignore', 'pipe', 'pipe'];
  const [program, ...words] = [...under, bun, '--no-orphans', ...args];
  const child = spawn(program, words, { cwd: root, env: { ...colour, ...env }, stdio });
  let text = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (chunk) => {
      to.write(chunk);
      text += chunk;
    });
  }
  const { status, signal } = await follow(child);
  if (signal !== null) process.exit(status === 0 ? exitStatus(null, signal) : status);
  return { status, text };
}

/** Waits for a child's exit and forwards signals; `signal` is the one that was forwarded. */
export function follow(child) {
  return new Promise((resolve) => {
    let passed = null;
    const pass = (signal) => {
      passed = signal;
      child.kill(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
    child.on('error', (error) => fail(`${child.spawnfile} could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, pass);
      resolve({ status: exitStatus(code, signal), signal: passed });
    });
  });
}

/**
 * Compares npm's record of its last install with the lock, entry by entry, because dates mean nothing after a `git pull`.
 */
function isInstalled(tools) {
  if (!bunRuns()) return false;
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const present = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !tools)) return true;
    const found = present[path];
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** An interrupted install can leave the package without the program that its install script provides. */
function bunRuns() {
  return spawnSync(bun, ['--version'], { stdio: 'ignore' }).status === 0;
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}
