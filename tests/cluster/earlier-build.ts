// An earlier commit of this repository as a build of its own, with the dependencies of this one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const git = (...words: string[]) => execFileSync('git', ['-C', ROOT, ...words], { maxBuffer: 1 << 30 });

export interface Build {
  readonly commit: string;
  /** The path of its command. */
  readonly program: string;
}

/** The previous commit, or the one that CLUSTER_FROM names. */
export function earlierBuild(directory: string): Build {
  const commit = git('rev-parse', '--short', process.env.CLUSTER_FROM ?? 'HEAD~1')
    .toString()
    .trim();
  mkdirSync(directory);
  execFileSync('tar', ['-x', '-C', directory], {
    input: git('archive', commit),
  });
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '@stoa'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@stoa') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(directory, 'packages'))) {
    symlinkSync(join(directory, 'packages', name), join(modules, '@stoa', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(directory, 'packages', name, 'node_modules'));
  }
  return { commit, program: join(directory, 'packages/server/bin/stoa') };
}
