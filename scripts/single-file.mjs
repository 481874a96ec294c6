// Compiles `stoa` into one executable file for a platform: the runtime, the server, the web client and the libraries for pictures.
// Run in bun by scripts/release.mjs: TARGET RUNTIME LIBRARIES OUTFILE.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './workspace.mjs';

const server = join(root, 'packages', 'server', 'src');
const quoted = JSON.stringify;

/** Modules that read files beside them, and what they say instead. Each text must be there. */
function rewrites(bundle) {
  const read = (path) => quoted(readFileSync(path, 'utf8'));
  const guides = readdirSync(join(root, 'docs', 'api')).filter((name) => name.endsWith('.md'));
  const guide_texts = guides.map(
    (name) => `${quoted(basename(name, '.md'))}: ${read(join(root, 'docs', 'api', name))}`,
  );
  return {
    'pages/reference/guides.ts': [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
      ["readFileSync(new URL(`${id}.md`, folder), 'utf8')", `({ ${guide_texts.join(', ')} })[id]`],
    ],
    'pages/reference/layout.ts': [
      [
        "readFileSync(new URL('./reference.css', import.meta.url), 'utf8')",
        read(join(server, 'pages/reference/reference.css')),
      ],
    ],
    'pages/web-bundle.ts': [
      ['this.place = await build();', ''],
      ["join(this.place, 'bundle.json')", 'FILES["bundle.json"]'],
      ['join(this.place, stored)', 'FILES[stored]'],
      ['export type Encoding', `import { FILES } from ${quoted(`embedded:${bundle}`)};\nexport type Encoding`],
    ],
    'identity/auth/password-strength.ts': [
      [
        "new URL('./password-strength.worker.ts', import.meta.url)",
        "'./packages/server/src/identity/auth/password-strength.worker.ts'",
      ],
    ],
    'identity/passkeys/verification.ts': [
      [
        "new URL('./verification.worker.ts', import.meta.url)",
        "'./packages/server/src/identity/passkeys/verification.worker.ts'",
      ],
    ],
    'features/single-sign-on/saml-messages.ts': [
      [
        "new URL('./saml-messages.worker.ts', import.meta.url)",
        "'./packages/server/src/features/single-sign-on/saml-messages.worker.ts'",
      ],
    ],
    'cli/serve.ts': [["fileURLToPath(new URL('../../bin/stoa', import.meta.url))", 'process.execPath']],
  };
}

/** A module with the path of each embedded file below a directory, by its name there. */
function embedding(directory, wanted = () => true) {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  const imports = names.map((name, n) => `import f${n} from ${quoted(join(directory, name))} with { type: 'file' };\n`);
  const table = names.map((name, n) => `${quoted(name)}: f${n}`);
  return `${imports.join('')}export const FILES = { ${table.join(', ')} };\n`;
}

/** Loads sharp's library. The system's loader needs files, so they are unpacked where only this user can write. */
function nativeLoader(libraries) {
  const digest = createHash('sha256').update(libraries).digest('hex').slice(0, 16);
  return `import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FILES } from ${quoted(`embedded:${libraries}`)};
const uid = process.getuid?.();
function place() {
  const usual = join(tmpdir(), 'stoa-' + (uid ?? 'user') + '-${digest}');
  try { mkdirSync(usual, { mode: 0o700 }); } catch {}
  try {
    const found = lstatSync(usual);
    if (found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0))) return usual;
  } catch {}
  return mkdtempSync(join(tmpdir(), 'stoa-'));
}
const directory = place();
for (const [name, inside] of Object.entries(FILES)) {
  const path = join(directory, name);
  if (existsSync(path)) continue;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path + '.' + process.pid, readFileSync(inside), { mode: 0o700 });
  renameSync(path + '.' + process.pid, path);
}
const loaded = { exports: {} };
process.dlopen(loaded, join(directory, Object.keys(FILES).find((name) => name.endsWith('.node'))));
export default loaded.exports;
`;
}

function plugin({ bundle, libraries }) {
  const changed = rewrites(bundle);
  const unused = new Set(Object.keys(changed));
  return {
    unused,
    name: 'single file',
    setup(build) {
      build.onResolve({ filter: /^embedded:/ }, ({ path }) => ({
        path: path.slice('embedded:'.length),
        namespace: 'embedded',
      }));
      build.onLoad({ filter: /.*/, namespace: 'embedded' }, ({ path }) => ({
        contents: embedding(path, path === libraries ? (name) => /\.(node|dll|dylib|so)(\.|$)/.test(name) : undefined),
        loader: 'js',
      }));
      build.onLoad({ filter: /[\\/]sharp[\\/]dist[\\/]sharp\.mjs$/ }, () => ({
        contents: nativeLoader(libraries),
        loader: 'js',
      }));
      build.onLoad({ filter: /packages[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const name = relative(server, path).replaceAll('\\', '/');
        const texts = changed[name];
        if (!texts) return undefined;
        unused.delete(name);
        let contents = readFileSync(path, 'utf8');
        for (const [before, after] of texts) {
          if (!contents.includes(before)) throw new Error(`${name} no longer has: ${before}`);
          contents = contents.replace(before, () => after);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

const [target, runtime, libraries, bundle, outfile] = process.argv.slice(2);
const own = plugin({ bundle, libraries });
process.chdir(root);
const { success, logs } = await Bun.build({
  entrypoints: [
    'cli/main.ts',
    'identity/auth/password-strength.worker.ts',
    'identity/passkeys/verification.worker.ts',
    'features/single-sign-on/saml-messages.worker.ts',
  ].map((name) => join(server, name)),
  root,
  target: 'bun',
  minify: { whitespace: true, syntax: true, identifiers: false },
  define: { 'process.env.NODE_ENV': '"production"' },
  // Parsed beforehand: half the time of a start, and less memory.
  format: 'esm',
  bytecode: true,
  plugins: [own],
  compile: { target, executablePath: runtime, outfile, autoloadDotenv: false, autoloadBunfig: false },
});
for (const log of logs) process.stderr.write(`${log}\n`);
if (own.unused.size > 0) throw new Error(`not part of the program: ${[...own.unused].join(', ')}`);
process.exitCode = success ? 0 : 1;
