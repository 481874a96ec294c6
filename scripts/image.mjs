// `npm run release:image`: packs the executable file of .cache/release into an OCI image from nothing, with the C libraries that it needs:
// .cache/release/stoa-VERSION-linux-x64.image.tar, for docker load and podman load. Needs buildah, Linux on x64 and root; no base image is fetched.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSums } from './release-sums.mjs';
import { fail, root } from './workspace.mjs';

const LIBRARIES = ['c', 'm', 'dl', 'pthread', 'resolv', 'stdc++', 'gcc_s'];
const SONAMES = { c: 6, m: 6, dl: 2, pthread: 0, resolv: 2, 'stdc++': 6, gcc_s: 1 };
const LIBRARY_PATH = '/lib/x86_64-linux-gnu';
const USER = 10_001;

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const release = join(root, '.cache', 'release');
const program = join(release, `stoa-${version}-linux-x64`);
if (!existsSync(program)) fail('There is no executable file yet: npm run release -- linux-x64');
const run = (command, words) => execFileSync(command, words, { encoding: 'utf8', cwd: root }).trim();
const epoch = process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct']);

const tree = join(root, '.cache', 'release-parts', 'image');
rmSync(tree, { recursive: true, force: true });
const add = (from, path, mode) => {
  const to = join(tree, path);
  mkdirSync(dirname(to), { recursive: true });
  if (from.startsWith('/')) copyFileSync(from, to);
  else writeFileSync(to, from);
  chmodSync(to, mode);
};
add(program, 'stoa', 0o755);
add('/lib64/ld-linux-x86-64.so.2', 'lib64/ld-linux-x86-64.so.2', 0o755);
for (const name of LIBRARIES) {
  const file = `lib${name}.so.${SONAMES[name]}`;
  const from = [LIBRARY_PATH, `/usr${LIBRARY_PATH}`].map((place) => join(place, file)).find((path) => existsSync(path));
  add(from ?? fail(`${file} is not installed.`), join(LIBRARY_PATH, file), 0o755);
}
add(`root:x:0:0::/:/stoa\nstoa:x:${USER}:${USER}::/data:/stoa\n`, 'etc/passwd', 0o644);
add(`root:x:0:\nstoa:x:${USER}:\n`, 'etc/group', 0o644);
add('hosts: files dns\n', 'etc/nsswitch.conf', 0o644);
// A tree of its own, since buildah changes the owner of what it adds, but not of a directory that is there already.
const owned_tree = `${tree}-owned`;
rmSync(owned_tree, { recursive: true, force: true });
for (const [path, mode] of [
  [join(owned_tree, 'data'), 0o700],
  [join(tree, 'tmp'), 0o1777],
]) {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  utimesSync(path, Number(epoch), Number(epoch));
}

const container = run('buildah', ['from', '--format', 'docker', 'scratch']);
try {
  run('buildah', ['add', container, `${tree}/`, '/']);
  run('buildah', ['add', '--chown', `${USER}:${USER}`, container, `${owned_tree}/`, '/']);
  const config = {
    entrypoint: '["/stoa"]',
    cmd: 'serve',
    user: `${USER}:${USER}`,
    workingdir: '/data',
    port: '8100',
    volume: '/data',
    'stop-signal': 'SIGTERM',
    healthcheck: 'CMD /stoa status --once',
    'healthcheck-interval': '30s',
  };
  for (const [name, value] of Object.entries(config)) run('buildah', ['config', `--${name}`, value, container]);
  for (const variable of ['STOA_DATA=/data', 'STOA_HOST=0.0.0.0'])
    run('buildah', ['config', '--env', variable, container]);
  const image = run('buildah', [
    'commit',
    '-q',
    '--format',
    'docker',
    '--timestamp',
    epoch,
    container,
    `stoa:${version}`,
  ]);
  const file = join(release, `stoa-${version}-linux-x64.image.tar`);
  rmSync(file, { force: true });
  run('buildah', ['push', '-q', image, `docker-archive:${file}:stoa:${version}`]);
  process.stdout.write(writeSums(release));
} finally {
  run('buildah', ['rm', container]);
}
