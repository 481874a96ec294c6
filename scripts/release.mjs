// `npm run release [-- PLATFORM ...]`: what people install, in .cache/release: one executable file per platform, Debian packages, a list of
// all components (CycloneDX) and SHA256SUMS. The same commit gives the same bytes: times are those of the commit.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSums } from './release-sums.mjs';
import { fail, installMissing, root } from './workspace.mjs';

/** By name: what the runtime and the libraries for pictures call the platform, and Debian. */
const PLATFORMS = {
  'linux-x64': { runtime: 'linux-x64-baseline', pictures: 'linux-x64', debian: 'amd64' },
  'linux-arm64': { runtime: 'linux-aarch64', pictures: 'linux-arm64', debian: 'arm64' },
  'macos-x64': { runtime: 'darwin-x64', pictures: 'darwin-x64' },
  'macos-arm64': { runtime: 'darwin-aarch64', pictures: 'darwin-arm64' },
  'windows-x64': { runtime: 'windows-x64-baseline', pictures: 'win32-x64', suffix: '.exe' },
};

const target = join(root, '.cache', 'release');
const parts = join(root, '.cache', 'release-parts');
const run = (command, words, options = {}) =>
  execFileSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PLATFORMS));
if (unknown.length > 0)
  fail(`There is no platform ${unknown.join(', ')}: there are ${Object.keys(PLATFORMS).join(', ')}.`);
await installMissing({ tools: true });
const { version, dependencies } = json('package.json');
const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct']));

/** Unpacks a package of the registry, checked by npm; returns its directory. */
function fetchPackage(name, its_version) {
  const place = join(parts, `${name.replaceAll('/', '-')}-${its_version}`);
  if (existsSync(place)) return join(place, 'package');
  const made = `${place}.part`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', made, `${name}@${its_version}`]),
  );
  run('tar', ['-xzf', join(made, filename), '-C', made]);
  rmSync(join(made, filename));
  renameSync(made, place);
  return join(place, 'package');
}

/** The libraries of sharp for a platform, in the layout in which they find each other. */
function fetchPictureLibraries(platform) {
  const sharp = json('node_modules/sharp/package.json').optionalDependencies;
  const place = join(parts, `pictures-${platform}-${sharp[`@img/sharp-${platform}`]}`);
  rmSync(place, { recursive: true, force: true });
  for (const name of [`sharp-${platform}`, `sharp-libvips-${platform}`]) {
    const its_version = sharp[`@img/${name}`];
    if (its_version === undefined) continue; // Windows has one package
    const from = join(fetchPackage(`@img/${name}`, its_version), 'lib');
    mkdirSync(join(place, name, 'lib'), { recursive: true });
    for (const file of readdirSync(from).filter((file) => /\.(node|dll|dylib|so)(\.|$)/.test(file)))
      copyFileSync(join(from, file), join(place, name, 'lib', file));
  }
  return place;
}

/** Bytecode is laid out in the order of addresses, so that only the same addresses give the same bytes. */
function atSameAddresses(command, words) {
  if (spawnSync('setarch', ['-R', 'true']).status === 0) return ['setarch', ['-R', command, ...words]];
  process.stderr.write('Addresses are random here (setarch -R does not work): another build gives other bytes.\n');
  return [command, words];
}

function compile(name, bundle) {
  const { runtime, pictures, suffix = '' } = PLATFORMS[name];
  const bin = join(fetchPackage(`@oven/bun-${runtime}`, dependencies.bun), 'bin', `bun${suffix}`);
  chmodSync(bin, 0o755);
  const file = join(target, `stoa-${version}-${name}${suffix}`);
  const words = [`bun-${runtime.replace('aarch64', 'arm64')}`, bin, fetchPictureLibraries(pictures), bundle, file];
  run(...atSameAddresses(join(root, 'node_modules/.bin/bun'), ['scripts/single-file.mjs', ...words]), {
    stdio: 'inherit',
  });
  return file;
}

function makeDebianPackage(program, architecture) {
  const tree = join(parts, `debian-${architecture}`);
  rmSync(tree, { recursive: true, force: true });
  const add = (from, path, mode = 0o644) => {
    const to = join(tree, path);
    mkdirSync(dirname(to), { recursive: true });
    if (from.includes('\n')) writeFileSync(to, from);
    else copyFileSync(join(root, from), to);
    chmodSync(to, mode);
  };
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  copyFileSync(program, join(tree, 'usr/bin/stoa'));
  chmodSync(join(tree, 'usr/bin/stoa'), 0o755);
  add('deploy/systemd/stoa.service', 'usr/lib/systemd/system/stoa.service');
  add('deploy/debian/sysusers.conf', 'usr/lib/sysusers.d/stoa.conf');
  add('deploy/debian/stoa.toml', 'etc/stoa/stoa.toml');
  add('LICENSE', 'usr/share/doc/stoa/copyright');
  add('deploy/debian/postinst', 'DEBIAN/postinst', 0o755);
  add('deploy/debian/prerm', 'DEBIAN/prerm', 0o755);
  add('/etc/stoa/stoa.toml\n', 'DEBIAN/conffiles');
  const control = [
    'Package: stoa',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The maintainers of Stoa <stoa@localhost>',
    'Section: net',
    'Priority: optional',
    'Depends: libc6 (>= 2.28), libstdc++6, systemd',
    `Description: ${json('package.json').description}`,
  ];
  add(`${control.join('\n')}\n`, 'DEBIAN/control');
  for (const name of ['', ...readdirSync(tree, { recursive: true })]) utimesSync(join(tree, name), epoch, epoch);
  const file = join(target, `stoa_${version}_${architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', tree, file], { env });
  return file;
}

/** All components but those that only tests and tools need, without what differs from run to run. */
function writeComponents() {
  const list = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']));
  // Asked to leave these out, npm also leaves out what a workspace needs and the root has for tests.
  const { packages } = json('package-lock.json');
  const shipped = new Set(
    Object.entries(packages)
      .filter(([path, entry]) => path !== '' && !entry.dev && !entry.link)
      .map(([path, entry]) => `${entry.name ?? path.replace(/^.*node_modules\//, '')}@${entry.version}`),
  );
  delete list.serialNumber;
  list.metadata.timestamp = new Date(epoch * 1000).toISOString();
  list.components = list.components.filter((component) => shipped.has(component['bom-ref']));
  const named = new Set([...list.components, list.metadata.component].map((component) => component['bom-ref']));
  list.dependencies = list.dependencies
    .filter(({ ref }) => named.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((dependency) => named.has(dependency)) }));
  writeFileSync(join(target, `stoa-${version}.cdx.json`), `${JSON.stringify(list, null, 2)}\n`);
}

mkdirSync(parts, { recursive: true });
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const bundle = run(join(root, 'node_modules/.bin/bun'), ['scripts/build-web.mjs']);
for (const name of wanted.length > 0 ? wanted : Object.keys(PLATFORMS)) {
  const program = compile(name, bundle);
  const { debian } = PLATFORMS[name];
  if (debian !== undefined) makeDebianPackage(program, debian);
  process.stdout.write(`${name} is made\n`);
}
writeComponents();
process.stdout.write(writeSums(target));
