// `npm run test:clients [-- PYTEST ARGUMENTS]`: real servers spoken to through existing clients as they are published.
// Each folder of tests/clients is one client; what it pins is installed into .cache/, once for each set of pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, follow, installMissing, root } from './workspace.mjs';

const clients = join(root, 'tests', 'clients');
const limit_minutes = 15;

await installMissing();

let status = 0;
for (const name of readdirSync(clients).sort()) {
  const suite = join(clients, name);
  if (!existsSync(join(suite, 'requirements.txt'))) continue;
  process.stdout.write(`\n${name}\n`);
  const { PYTHONPATH: _, ...env } = process.env;
  const child = spawn(
    python(name, suite),
    ['-m', 'pytest', '-p', 'no:cacheprovider', suite, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
    },
  );
  const clock = setTimeout(() => child.kill('SIGINT'), limit_minutes * 60_000);
  const ended = await follow(child);
  clearTimeout(clock);
  if (ended.signal !== null) process.exit(ended.status);
  status ||= ended.status;
}
process.exitCode = status;

/** The Python of a virtual environment with exactly the pinned packages. */
function python(name, suite) {
  const requirements = join(suite, 'requirements.txt');
  const pins = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const home = join(root, '.cache', `${name}-${pins}`);
  const program = join(home, 'bin', 'python');
  const finished = join(home, 'finished');
  if (existsSync(finished) && spawnSync(program, ['-c', 'import pytest']).status === 0) return program;

  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  if (spawnSync('python3', ['--version']).status !== 0)
    fail('Python 3.9 or newer is needed: apt-get install python3-venv');
  must('python3', ['-m', 'venv', home], 'The virtual environment could not be made: apt-get install python3-venv');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
  must(program, pip, 'pip failed; its own message is above.');
  writeFileSync(finished, '');
  return program;
}

function must(command, args, message) {
  if (spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status !== 0) fail(message);
}
