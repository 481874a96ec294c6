// Serves the API reference's Python to the test that runs it: starts a real server and, for each name on standard input,
// prints one line of JSON with code to run. `guide NAME` requests a guide; `bot` after the first guide requests the bot's
// answer.
import { createInterface } from 'node:readline';
import { type Endpoint, endpoints } from '@stoa/contract';
import { exampleCode } from '../../../server/src/pages/reference/example-code.ts';
import { guideCode, guides } from '../../../server/src/pages/reference/guides.ts';
import { setGuideScene } from './guide-scene.ts';
import { isRefusedExample, openExampleStage } from './prepare-example.ts';

const stage = await openExampleStage();
const scene = await setGuideScene(stage.server);
let bot: Promise<string> | null = null;

async function answer(line: string): Promise<unknown> {
  if (line === 'names') return { endpoints: Object.keys(endpoints), guides: guides.map(({ id }) => id) };
  if (line === 'bot') return { answer: await bot };
  if (line.startsWith('guide ')) {
    const guide = guides.find(({ id }) => line === `guide ${id}`)!;
    if (guide.id === 'first-bot') bot = scene.talkToBot();
    return { code: guideCode(guide, 'python').map(scene.adapt) };
  }
  const name = line as keyof typeof endpoints;
  const endpoint: Endpoint = endpoints[name];
  const { target, params } = await stage.prepare(name);
  const code = exampleCode('Python', { name, endpoint, params }, target);
  return { code, refused: isRefusedExample(name, endpoint) };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
await stage.stop();
process.exit();
