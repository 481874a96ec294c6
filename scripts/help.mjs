// `npm run help`: the available commands, by purpose.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

const groups = {
  Run: {
    start: 'a server; -- --dev --data demo for a demo organization, -- user list and the like for commands',
  },
  Test: {
    test: 'the suite on SQLite; -- FILTER for the files that match, -- -t NAME for the tests',
    'test:postgres': 'what of it uses a database, on a PostgreSQL of its own',
    'test:clients': 'published clients of the API against a real server',
    'test:browser': 'people in Chromium',
    'test:backup': 'Litestream, pg_dump and pgBackRest as docs/operate/backup.md has them',
    'test:acme': 'HTTPS without a proxy, with Pebble as the certificate authority',
    'test:identity': 'single sign-on with a Keycloak that it downloads, and OpenLDAP; needs Java',
    'test:release': 'the executable file and the Debian package, made twice and used; some minutes',
    'test:faults': 'both engines under load and faults; writes docs/operate/faults.md',
    'test:cluster': 'three nodes, Patroni, HAProxy and an S3 store under load and faults; root, at most 20 minutes',
    'test:handbook': 'the examples of docs/operate that need other programs',
    'test:samples': 'real payloads of other services in a directory against a real server; -- DIR',
  },
  Check: {
    check: 'everything below, and what else must hold',
    'check:types': 'types',
    'check:lint': 'lint',
    'check:format': 'format; npx biome check --write mends it',
    'check:imports': 'imports run one way',
    'check:dead': 'no dead code, no unused dependencies',
    'check:sizes': 'no source file is too long',
    'check:rules': 'each rule of spec/ has one id and a test',
    'check:texts': 'every language of the web client has every text; each is used, with its arguments',
    'check:docs': 'links between documents, changes/ and the version in CHANGELOG.md',
    'check:reference': 'the API reference has the comments of the contract',
    'check:statements': 'every statement fits the schema, on both engines; needs PostgreSQL',
    'check:security': 'each test that docs/security.md names is there',
    'check:figures': 'README.md and docs/operate/sizing.md have the figures of bench/results.json',
    'check:settings': 'README.md and docs/configuration.md have the settings as they are declared',
  },
  Measure: {
    bench: 'the server, each figure beside its limit; -- --only P4 for one row',
    'bench:web': 'the web client in a large organization',
    'bench:peers': 'the same work on another server and on ours',
    'bench:soak': 'two hours with 200 people, in which memory must stay flat',
  },
  Generate: {
    openapi: 'openapi.json',
    'released-data': 'data of this version, which tests of later ones upgrade; once for each release',
    schema: 'schema.sqlite.sql and schema.postgres.sql in packages/server/src/migrations',
    reference: 'the recorded calls and parameter notes of the API reference, after a change of the contract',
    'release:image': 'then a container image from that file, with buildah',
    release: 'executable files, Debian packages, checksums in .cache/release; -- PLATFORM for one',
    changes: 'what the next release says; -- release VERSION writes it into CHANGELOG.md',
    figures: 'the tables of figures in README.md and docs/operate/sizing.md',
    settings: 'the tables of settings in README.md and docs/configuration.md',
    compatibility: 'docs/compatibility.md',
  },
};

const described = new Set(Object.values(groups).flatMap(Object.keys));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const missing = Object.keys(scripts).filter((name) => name !== 'help' && !described.has(name));
const gone = [...described].filter((name) => !(name in scripts));
if (missing.length + gone.length > 0)
  fail(`scripts/help.mjs does not describe package.json: missing ${missing.join(', ')}; gone ${gone.join(', ')}`);
for (const [title, commands] of Object.entries(groups)) {
  process.stdout.write(`${title}\n`);
  for (const [name, what] of Object.entries(commands)) {
    const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
    process.stdout.write(`  ${command.padEnd(24)}${what}\n`);
  }
}
