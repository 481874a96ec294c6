// `npm run test:clients [-- PYTEST ARGUMENTS]`: existing published clients against real servers. Each folder of
// tests/clients that pins packages is one client (`stage` is shared); its packages are installed into .cache/, once for each
// set of pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, follow, installMissing, root, scratchDirectory } from './workspace.mjs';

const clients = join(root, 'tests', 'clients');
const limit_minutes = 15;
const scratch = scratchDirectory();

await installMissing({ tools: true });

let status = 0;
for (const name of readdirSync(clients).sort()) {
  const suite = join(clients, name);
  const run = existsSync(join(suite, 'requirements.txt'))
    ? withPython
    : existsSync(join(suite, 'package.json'))
      ? withNode
      : null;
  if (run === null) continue;
  process.stdout.write(`\n${name}\n`);
  let failure = await statusOf(run(name, suite));
  // As in second-try.mjs. A terminal that misses one key at a stall fails all that is typed after it.
  if (failure !== 0 && process.env.CI) {
    process.stdout.write(`\n=== once more: ${name}\n`);
    failure = await statusOf(run(name, suite));
    if (failure === 0) process.stdout.write(`passed only when tried again: ${name}\n`);
  }
  status ||= failure;
}
process.exitCode = status;

async function statusOf({ program, args, env }) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: scratch, ...env },
  });
  const clock = setTimeout(() => child.kill('SIGINT'), limit_minutes * 60_000);
  const ended = await follow(child);
  clearTimeout(clock);
  if (ended.signal !== null) process.exit(ended.status);
  return ended.status;
}

function withPython(name, suite) {
  return {
    program: python(name, suite),
    args: ['-m', 'pytest', '-p', 'no:cacheprovider', '-p', 'stage', suite, ...process.argv.slice(2)],
    env: { PYTHONPATH: join(clients, 'stage'), PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
  };
}

/** Exits although a client's loop continues: none of them can be told to stop. */
function withNode(name, suite) {
  const tests = readdirSync(suite).filter((file) => file.endsWith('.test.mjs'));
  return {
    program: process.execPath,
    args: ['--test', '--test-force-exit', '--test-reporter=spec', ...tests.map((file) => join(suite, file))],
    env: { CLIENT_HOME: nodePackages(name, suite) },
  };
}

/** A folder with exactly the packages of the lock. */
function nodePackages(name, suite) {
  const home = pinnedHome(name, join(suite, 'package-lock.json'));
  if (existsSync(join(home, 'finished'))) return home;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(suite, file), join(home, file));
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  must('npm', ['install', '--prefix', home, ...options], 'npm install failed; its own message is above.');
  writeFileSync(join(home, 'finished'), '');
  return home;
}

/** The installation directory for a file of pins, different for each set of pins. */
function pinnedHome(name, file) {
  const pins = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  return join(root, '.cache', `${name}-${pins}`);
}

/** The Python of a virtual environment with exactly the pinned packages. */
function python(name, suite) {
  const requirements = join(suite, 'requirements.txt');
  const home = pinnedHome(name, requirements);
  const program = join(home, 'bin', 'python');
  const finished = join(home, 'finished');
  if (existsSync(finished) && spawnSync(program, ['-c', 'import pytest']).status === 0) return program;

  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  if (spawnSync('python3', ['--version']).status !== 0)
    fail('Python 3.9 or newer is needed: apt-get install python3-venv');
  must('python3', ['-m', 'venv', home], 'The virtual environment could not be made: apt-get install python3-venv');
  // Pinned versions are tested, also with Python versions newer than their authors declared.
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--ignore-requires-python'];
  must(program, ['-m', 'pip', 'install', ...options, '-r', requirements], 'pip failed; its own message is above.');
  writeFileSync(finished, '');
  return program;
}

function must(command, args, message) {
  if (spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status !== 0) fail(message);
}
