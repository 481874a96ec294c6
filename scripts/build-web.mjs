// Bundles the web client into a directory of .cache/web named by its sources: content-addressed files, each also compressed,
// and a list of them. Prints the directory; skips existing output. Running servers keep the directory they started with.
// Runs in bun; the server starts it on the first request for the client.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contractAsData } from './contract-as-data.mjs';
import { root } from './workspace.mjs';

const web = join(root, 'packages', 'web');
const builds = join(root, '.cache', 'web');
/** How long bundles of other sources are kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const sources = [
  ...['web', 'sdk', 'contract', 'markdown'].map((name) => join(root, 'packages', name, 'src')),
  join(web, 'locales'),
];
const compressible = /\.(js|css|svg|json)$/;
const builders = [import.meta.filename, join(import.meta.dirname, 'contract-as-data.mjs')];
const isTest = /\.test\.tsx?$/;
const entry = join('web', 'src', 'main.tsx');
/** What the client loads first, by whether somebody is signed in: preloaded at once, so that no chunk waits for another. */
const firstView = {
  signed_in: ['app/signed-in.tsx', 'app/shell.tsx'],
  signed_out: ['app/signed-out.tsx'],
};

/** Identifies the sources of a bundle: file names, contents, and versions of all packages. */
function sourcesKey() {
  const hash = createHash('sha256');
  for (const file of [...builders, join(root, 'package-lock.json')]) hash.update(readFileSync(file));
  for (const directory of sources)
    for (const name of readdirSync(directory, { recursive: true }).sort())
      if (/\.(ts|tsx|css|json)$/.test(name) && !isTest.test(name))
        hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  return hash.digest('hex').slice(0, 32);
}

function removeOld() {
  for (const name of readdirSync(builds)) {
    const path = join(builds, name);
    const made_at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made_at > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** The files that contain these modules and their imports, without the entry, which the page names anyway. */
function partsOf({ outputs }, modules) {
  const names = new Set();
  const add = (path) => {
    if (names.has(basename(path))) return;
    names.add(basename(path));
    for (const { path: imported, kind } of outputs[path].imports) if (kind === 'import-statement') add(imported);
  };
  for (const module of modules) {
    const found = Object.keys(outputs).find((path) =>
      Object.keys(outputs[path].inputs).some((input) => input.endsWith(`packages/web/src/${module}`)),
    );
    if (!found) throw new Error(`${module} is in no part of the bundle`);
    add(found);
  }
  return [...names].filter((name) => !name.startsWith('main-'));
}

async function bundle(dist) {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(root, 'packages', entry)],
    metafile: true,
    plugins: [contractAsData],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    publicPath: '/web/',
    naming: { entry: '[name]-[hash].[ext]', chunk: 'part-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  // Not every browser lets a service worker import, and the first script must not wait for imports: each is one file.
  const alone = (name, define = {}) =>
    Bun.build({
      entrypoints: [join(web, 'src', name)],
      target: 'browser',
      format: 'iife',
      minify: true,
      naming: '[name]-[hash].[ext]',
      define,
    });
  const start = await alone('start.ts');
  // Styles are copied verbatim: for the target "browser" the bundler derives directions from languages, which doubles the
  // size and is wrong where the page's direction is not its language's. Current browsers support the properties themselves.
  const styles = await Bun.build({
    entrypoints: [join(web, 'src', 'styles', 'main.css')],
    target: 'bun',
    minify: true,
    publicPath: '/web/',
    naming: '[name]-[hash].[ext]',
  });
  outputs.push(...start.outputs, ...styles.outputs);
  const build = basename(dist);
  // The service worker keeps all files of its build, and is another file with each build.
  const files = outputs.map(({ path }) => `/web/${basename(path)}`).sort();
  const worker = await alone('service-worker.ts', { STOA_BUILD: JSON.stringify({ id: build, files }) });
  outputs.push(...worker.outputs);
  const parts = partsOf(metafile, ['main.tsx']);
  const others = (modules) => partsOf(metafile, modules).filter((name) => !parts.includes(name));
  const list = { build, entries: {}, parts, signed_in: [], signed_out: [], files: {} };
  for (const [who, modules] of Object.entries(firstView)) list[who] = others(modules);
  // Built next to its final path and renamed, so that readers always find a complete one.
  const made = `${dist}-${process.pid}`;
  mkdirSync(made, { recursive: true });
  for (const output of outputs) {
    const name = basename(output.path);
    const bytes = new Uint8Array(await output.arrayBuffer());
    const encodings = [];
    writeFileSync(join(made, name), bytes);
    if (compressible.test(name)) {
      const best = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      };
      writeFileSync(join(made, `${name}.br`), brotliCompressSync(bytes, best));
      writeFileSync(join(made, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      encodings.push('br', 'gzip');
    }
    list.files[name] = encodings;
    if (output.kind === 'entry-point' || name.endsWith('.css')) list.entries[name.replace(/-[^-.]+\./, '.')] = name;
  }
  writeFileSync(join(made, 'bundle.json'), JSON.stringify(list));
  try {
    renameSync(made, dist);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another process finished the same bundle first.
    if (!existsSync(dist)) throw error;
  }
}

const dist = join(builds, sourcesKey());
if (!existsSync(dist)) {
  mkdirSync(builds, { recursive: true });
  removeOld();
  await bundle(dist);
}
process.stdout.write(dist);
