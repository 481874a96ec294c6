// Runs the tests of a folder that the suite leaves out, because they take long or need other programs.
import { fail, installMissing, runBun } from './workspace.mjs';

/** Ends the process if the tests take too long; sets its exit code. Arguments of this command go to `bun test`. */
export async function runApart({ folder, test_timeout_ms, limit_minutes, env = {}, under = [] }) {
  const given = process.argv.slice(2);
  const files = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t') ? [] : [folder];
  await installMissing({ tools: true });
  const clock = setTimeout(
    () => fail(`The tests did not end within ${limit_minutes} minutes.`),
    limit_minutes * 60_000,
  );
  const words = ['test', '--no-env-file', `--timeout=${test_timeout_ms}`, ...files, ...given];
  const { status } = await runBun(words, { ...process.env, NODE_ENV: 'test', ...env }, under);
  clearTimeout(clock);
  process.exitCode = status;
}
