// What a server keeps of services that nobody uses.
import { expect, it } from 'bun:test';
import { join } from 'node:path';

it('[WH18] formats are loaded with the first delivery of their service', async () => {
  const catalog = join(import.meta.dir, 'integrations.rules.ts');
  const looking = `
    const { findIncomingWebhook } = await import(${JSON.stringify(catalog)});
    const loaded = () => Object.keys(require.cache).filter((path) => path.includes('/services/')).length;
    const before = loaded();
    await findIncomingWebhook('github').load();
    console.log(JSON.stringify([before, loaded() > 0]));`;
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', looking], { stdout: 'pipe', stderr: 'inherit' });
  expect(await new Response(child.stdout).json()).toEqual([0, true]);
});
