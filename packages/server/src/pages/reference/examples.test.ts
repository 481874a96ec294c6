// The examples and guides of the API reference, run against a real server as readers would run them. Their Python runs in tests/clients.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { ApiError, type Endpoint, endpoints } from '@stoa/contract';
import {
  type CodeRunner,
  type ExampleStage,
  type GuideScene,
  has_curl,
  isRefusedExample,
  openCodeRunner,
  openExampleStage,
  sameShape,
  setGuideScene,
} from '@stoa/testkit';
import { exampleCode } from './example-code.ts';
import { guideCode, guides } from './guides.ts';
import { recordedCall } from './notes.ts';

let stage: ExampleStage;
let scene: GuideScene;
let run: CodeRunner;
beforeAll(async () => {
  stage = await openExampleStage();
  scene = await setGuideScene(stage.server);
  run = await openCodeRunner();
});
afterAll(async () => {
  run?.close();
  await stage?.stop();
});

const all = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];

describe('[PG11] the example of', () => {
  for (const [name, endpoint] of all) {
    const refused = isRefusedExample(name, endpoint);

    it.skipIf(!has_curl)(`${endpoint.id} in curl`, async () => {
      const { target, params } = await stage.prepare(name);
      const answer = await run.shell(exampleCode('curl', { name, endpoint, params }, target));
      expect([answer.result, answer.ignored_parameters_unsupported]).toEqual([
        refused ? 'error' : 'success',
        undefined,
      ]);
    });

    it(`${endpoint.id} in TypeScript, and as it is recorded (npm run reference)`, async () => {
      const { target, params } = await stage.prepare(name);
      const recorded = recordedCall(name)!;
      expect(recorded.params).toSatisfy((known) => sameShape(known, JSON.parse(JSON.stringify(params))));
      expect(recorded.answer.result).toBe(refused ? 'error' : 'success');
      if (!refused) expect(endpoint.result.safeParse(recorded.answer).error).toBeUndefined();
      const done = run.typeScript(name, exampleCode('TypeScript', { name, endpoint, params }, target));
      if (refused) await expect(done).rejects.toBeInstanceOf(ApiError);
      else await done;
    });
  }
});

describe('[PG11] the guide', () => {
  for (const guide of guides) {
    it(`${guide.id}: its TypeScript produces the described result`, async () => {
      const code = guideCode(guide, 'ts').map(scene.adapt);
      expect(code.length).toBeGreaterThan(0);
      // A false assertion of a guide must be a failure here.
      const asserted = code.map((text) => text.replaceAll('console.assert(', 'globalThis.assertGuide('));
      Object.assign(globalThis, { assertGuide: (holds: boolean) => expect(holds).toBe(true) });
      const answer = guide.id === 'first-bot' ? scene.talkToBot() : null;
      for (const [at, text] of asserted.entries()) await run.typeScript(`guide-${guide.id}-${at}`, text);
      if (answer) expect(await answer).toBe('You said: ping');
    });

    const commands = guideCode(guide, 'sh');
    if (commands.length > 0)
      it.skipIf(!has_curl)(`${guide.id}: its commands succeed`, async () => {
        for (const text of commands) expect((await run.shell(scene.adapt(text))).result).toBe('success');
      });
  }
});
