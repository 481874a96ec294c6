// `npm run test:samples -- DIR`: real data of other programs against a real server.
import { resolve } from 'node:path';
import { installMissing, root, runBun } from './workspace.mjs';

await installMissing({ tools: true });
const runner = resolve(root, 'packages', 'testkit', 'src', 'outside-samples', 'run.ts');
const { status } = await runBun(['--no-env-file', runner, ...process.argv.slice(2)], {
  ...process.env,
  NODE_ENV: 'test',
});
process.exitCode = status;
