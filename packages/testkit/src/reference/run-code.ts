// Runs the code of examples and guides as readers would: in a folder with a picture, curl in a shell, TypeScript as a
// module.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../compatibility/tests-by-rule.ts';
import { samplePicture } from '../pictures.ts';

export const has_curl = Bun.which('curl') !== null;
if (!has_curl && process.env.CI) throw new Error('curl is needed to test the examples');
if (!has_curl) console.warn('No curl: the curl examples of the API reference are not run.');

export interface CodeRunner {
  /** Returns the JSON that the command printed. */
  shell(code: string): Promise<Record<string, unknown>>;
  /** Runs a module; rejects with the error it throws. */
  typeScript(name: string, code: string): Promise<void>;
  close(): void;
}

export async function openCodeRunner(): Promise<CodeRunner> {
  // Below the packages, so that modules can import the SDK.
  const directory = join(ROOT, 'node_modules', '.cache', `examples-${process.pid}-${Date.now()}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'picture.png'), new Uint8Array(await samplePicture().arrayBuffer()));
  const home = process.cwd();
  process.chdir(directory);
  return {
    async shell(code) {
      const { stdout, stderr } = Bun.spawn(['sh', '-c', code], { stdout: 'pipe', stderr: 'pipe' });
      const [text, errors] = await Promise.all([new Response(stdout).text(), new Response(stderr).text()]);
      if (text === '') throw new Error(`${code}\n${errors}`);
      return JSON.parse(text);
    },
    async typeScript(name, code) {
      const file = join(directory, `${name}.ts`);
      writeFileSync(file, code);
      await import(file);
    },
    close() {
      process.chdir(home);
      rmSync(directory, { recursive: true });
    },
  };
}
