// Prepares an endpoint's sample as an example of the API reference: its caller and parameters.
import type { endpoints } from '@stoa/contract';
import type { ExampleTarget } from '../../../server/src/pages/reference/example-code.ts';
import { callerOf, type Stage, setStage } from '../samples/stage.ts';
import { samples } from '../samples.ts';
import { startServer, type TestServer } from '../start-server.ts';

export interface PreparedExample {
  readonly target: ExampleTarget;
  readonly params: Record<string, unknown>;
}

export interface ExampleStage {
  readonly server: TestServer;
  /** Creates the objects that the call refers to. */
  prepare(name: keyof typeof endpoints): Promise<PreparedExample>;
  stop(): Promise<void>;
}

export async function openExampleStage(): Promise<ExampleStage> {
  const server = await startServer({ dev: true });
  const stage: Stage = await setStage(await server.cast(), server);
  return {
    server,
    async prepare(name) {
      const params = await samples[name](stage);
      const { email, api_key } = await callerOf(name, stage.cast.ada, stage);
      return { target: { site: server.url, email, api_key }, params };
    },
    stop: () => server.stop(),
  };
}

/** Endpoints that return an error, on every server or only in the sample. */
export const isRefusedExample = (name: string, { refused }: { refused?: true }): boolean =>
  refused === true || name === 'deactivateRealm';
