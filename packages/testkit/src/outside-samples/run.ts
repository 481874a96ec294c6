// `npm run test:samples -- DIR [--show]`: sends real data of other programs to a real server. DIR is a folder of one kind,
// or contains folders named by kind. Exits non-zero if a sample of a supported service was refused.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { tryImportSamples } from './import-samples.ts';
import { type SampleOutcome, tryWebhookSamples } from './webhook-samples.ts';

/** The kinds of samples, by folder name. */
const KINDS: Readonly<Record<string, (directory: string) => Promise<SampleOutcome[]>>> = {
  webhooks: tryWebhookSamples,
  imports: tryImportSamples,
};

const words = process.argv.slice(2);
const [filter] = words.filter((word) => !word.startsWith('--'));
if (filter === undefined || !existsSync(filter)) {
  process.stderr.write('Usage: npm run test:samples -- DIR [--show], where DIR is a folder of samples.\n');
  process.exit(2);
}
const directory = resolve(filter);
const found = Object.hasOwn(KINDS, basename(directory))
  ? [[basename(directory), directory] as const]
  : readdirSync(directory)
      .filter((name) => Object.hasOwn(KINDS, name))
      .map((name) => [name, join(directory, name)] as const);
if (found.length === 0) {
  process.stderr.write(`There are no samples in ${directory}: expected ${Object.keys(KINDS).join(', ')}.\n`);
  process.exit(2);
}

let failed = 0;
let taken = 0;
for (const [kind, path] of found) {
  const outcomes = await KINDS[kind]!(path);
  for (const [service, own] of Map.groupBy(outcomes, (outcome) => outcome.service)) {
    const count = (...names: SampleOutcome['outcome'][]) => own.filter(({ outcome }) => names.includes(outcome)).length;
    if (count('unserved') === own.length) {
      process.stdout.write(`${service}: not served (${own.length})\n`);
      continue;
    }
    failed += count('failed');
    taken += count('sent', 'silent', 'unsupported');
    process.stdout.write(
      `${service}: ${count('sent', 'silent', 'unsupported')} taken (${count('silent')} silent, ${count('unsupported')} unsupported), ${count('failed')} failed\n`,
    );
    for (const { file, outcome, detail } of own)
      if (outcome === 'failed' || outcome === 'unsupported' || words.includes('--show'))
        process.stdout.write(`  ${file}: ${outcome} ${detail.replaceAll('\n', '\n      ')}\n`);
  }
}
process.stdout.write(`\n${taken} taken, ${failed} failed\n`);
process.exitCode = failed > 0 || taken === 0 ? 1 : 0;
