// In CI, test files that failed are tried once more, each in a process of its own: a machine that stalls for seconds must not
// look like a fault, and what a failed test left behind must not fail it again. Never locally.
import { runBun } from './workspace.mjs';

/** More files than this are no stall. */
const MOST_FILES = 6;

/**
 * Runs the failed files of a finished run again.
 * @param text the output of the run
 * @param args the arguments of bun before its files
 * @returns whether every file passes now; false outside of CI
 */
export async function passesOnSecondTry(text, args, env) {
  const files = failedFiles(text);
  if (!process.env.CI || files.length === 0 || files.length > MOST_FILES) return false;
  for (const file of files) {
    process.stdout.write(`\n=== once more: ${file}\n`);
    if ((await runBun([...args, `./${file}`], env)).status !== 0) return false;
  }
  for (const file of files) process.stdout.write(`passed only when tried again: ${file}\n`);
  return true;
}

/** The files with failed tests; none if the summary of the run is missing, or counts failures that belong to no file. */
function failedFiles(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '');
  // Bun prints the name of a file, then what its tests and its loading came to; at the end failed tests without their files.
  const [report] = plain.split(/^\d+ tests? failed:$/m);
  const files = new Set();
  let file = null;
  let failures = 0;
  let errors = 0;
  for (const line of report.split('\n')) {
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file;
    if (file === null) continue;
    const isFailure = line.startsWith('(fail) ');
    const isError = line.startsWith('# Unhandled error');
    if (!isFailure && !isError) continue;
    files.add(file);
    failures += Number(isFailure);
    errors += Number(isError);
  }
  const counted = (what) => Number(new RegExp(`^\\s*(\\d+) ${what}`, 'm').exec(plain)?.[1] ?? 0);
  // An error outside of tests counts as a failure too where the file could not be loaded, not where a test was over.
  const unloaded = counted('fail') - failures;
  const isWhole =
    /^Ran \d+ tests? /m.test(plain) && counted('errors?$') === errors && unloaded >= 0 && unloaded <= errors;
  return isWhole ? [...files] : [];
}
