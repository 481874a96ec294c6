// `npm run test:identity [-- ARGUMENTS OF bun test]`: single sign-on with Keycloak, which needs Java 17 or newer, and signing in with
// OpenLDAP, whose tests are skipped if it is not installed. `-- ./tests/identity/openldap.test.ts` needs neither Java nor Keycloak.
// Keycloak is downloaded into .cache/: by Maven if it is on the path, otherwise from the repository of Maven that MAVEN_REPOSITORY
// names. KEYCLOAK names a folder that has it already; Keycloak writes into it. At most 10 minutes, and the time of the download
// (170 MB).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runApart } from './run-apart.mjs';
import { fail, root } from './workspace.mjs';

const keycloak_version = '26.7.3';
const repository = process.env.MAVEN_REPOSITORY;
const cache = join(root, '.cache');

const env = process.argv.slice(2).some((word) => word.includes('openldap')) ? {} : await withKeycloak();
await runApart({ folder: './tests/identity', test_timeout_ms: 60_000, limit_minutes: 10, env });

async function withKeycloak() {
  requireJava();
  return { KEYCLOAK: process.env.KEYCLOAK ?? (await keycloak()) };
}

/** The one that the tests start, chosen as Keycloak does. */
function requireJava() {
  const { JAVA, JAVA_HOME } = process.env;
  const java = JAVA || (JAVA_HOME ? join(JAVA_HOME, 'bin', 'java') : 'java');
  if (spawnSync(java, ['-version']).status !== 0)
    fail('Java 17 or newer is needed: apt-get install openjdk-17-jre-headless, or default-jre-headless.');
}

/** The folder of the installed program. */
async function keycloak() {
  const home = join(cache, `keycloak-${keycloak_version}`);
  if (existsSync(home)) return home;
  const has_maven = spawnSync('mvn', ['-v']).status === 0;
  if (!has_maven && !repository) fail('Maven is needed to download Keycloak, or MAVEN_REPOSITORY, or KEYCLOAK.');
  process.stdout.write(`Downloading Keycloak ${keycloak_version}, which takes a minute.\n`);
  const unpacked = join(cache, 'keycloak-unpacked');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const name = `keycloak-quarkus-dist-${keycloak_version}.tar.gz`;
  const archive = join(unpacked, name);
  if (has_maven) downloadByMaven(unpacked);
  else await download(`org/keycloak/keycloak-quarkus-dist/${keycloak_version}/${name}`, archive);
  if (spawnSync('tar', ['-xzf', archive, '-C', unpacked], { stdio: ['ignore', 2, 2] }).status !== 0)
    fail('Keycloak could not be unpacked; tar said why above.');
  renameSync(join(unpacked, `keycloak-${keycloak_version}`), home);
  rmSync(unpacked, { recursive: true });
  return home;
}

function downloadByMaven(directory) {
  const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloak_version}:tar.gz`;
  const words = ['-B', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`];
  if (spawnSync('mvn', words, { stdio: ['ignore', 2, 2] }).status !== 0)
    fail('Keycloak could not be downloaded; Maven said why above.');
}

async function download(path, file) {
  const url = new URL(path, repository.endsWith('/') ? repository : `${repository}/`);
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    fail(`Keycloak could not be downloaded from ${url}: ${error.cause?.message ?? error.message}.`);
  }
}
