// The server's secret, with several first starts at once.
import { afterAll, expect, it } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const data = mkdtempSync(join(tmpdir(), 'stoa-secret-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('[AU8] concurrent first starts create one secret and all use it', async () => {
  const script = `import { loadSecret } from ${JSON.stringify(join(import.meta.dir, 'secret.ts'))};
    console.log(loadSecret(${JSON.stringify(data)}, null));`;
  const starts = Array.from({ length: 6 }, () =>
    Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' }),
  );
  const secrets = await Promise.all(starts.map(({ stdout }) => new Response(stdout).text()));
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}\n$/);
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(data)).toEqual(['secret']);
  expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600);
}, 60_000);
