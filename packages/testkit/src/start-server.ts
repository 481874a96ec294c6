// The real app on a real port with its own data, watched by a recorder. Knows nothing of who is in the organization.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@stoa/sdk';
import { type App, startApp } from '../../server/src/app.ts';
import type { Realm } from '../../server/src/kit/actor.ts';
import { createOrganization } from '../../server/src/realm/realm.actions.ts';
import { type Cast, makeCast, type Person, signIn } from './cast.ts';
import { Recorder } from './record.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServerOptions {
  /** Enables what only development servers do. */
  dev?: boolean;
  heartbeat_ms?: number;
  /** Lets the server report failures of its own without failing the test: for tests that cause them. */
  failures_expected?: boolean;
}

export interface Organization {
  readonly realm: Realm;
  readonly owner: Person;
  /** Makes the cast, once; later calls give the same people. */
  cast(): Promise<Cast>;
  /** A client of this organization with any credentials, or a spectator's. */
  client(email?: string, api_key?: string): Client;
}

export interface TestServer extends Organization {
  readonly app: App;
  readonly url: string;
  readonly data: string;
  readonly clock: TestClock;
  readonly recorder: Recorder;
  /** One more organization on the same server, at a host name of its own. */
  organization(host: string): Promise<Organization>;
  /** Stops the app and starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Fails when an answer was undeclared or the server reported a failure of its own. */
  stop(): Promise<void>;
}

export const OWNER = { email: 'ada@stoa.example', full_name: 'Ada Owner', password: 'ada counts to eleven' };

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-test-'));
  const database = await createTestDatabase();
  const clock = new TestClock();
  const recorder = new Recorder();
  const start = (port: number) =>
    startApp({
      data,
      database: database.url,
      host: '127.0.0.1',
      port,
      dev: options.dev ?? false,
      checking: 'every',
      clock,
      heartbeat_ms: options.heartbeat_ms,
      report: recorder.report,
      observe: recorder.observe,
    });
  let app = await start(0);
  const { url, port } = app;

  async function organize(name: string, address: string, host: string | null): Promise<Organization> {
    const { realm } = await createOrganization(app.writer, { name, url: address, owner: OWNER });
    // The host name of a request says which organization it is for.
    const client = (email?: string, api_key?: string) =>
      createClient({
        site: url,
        email,
        api_key,
        fetch: (to, init) => fetch(to, host === null ? init : { ...init, headers: { ...init.headers, host } }),
      });
    const owner = await signIn(client, OWNER);
    let cast: Promise<Cast> | null = null;
    return {
      realm,
      owner,
      client,
      cast: () => {
        cast ??= makeCast({ app, realm, owner, client });
        return cast;
      },
    };
  }

  const first = await organize('Stoa', url, null);
  return {
    ...first,
    get app() {
      return app;
    },
    url,
    data,
    clock,
    recorder,
    organization: (host) => organize(host, `http://${host}`, host),
    async restart() {
      await app.stop();
      app = await start(port);
    },
    async stop() {
      await app.stop();
      await recorder.flush();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
      if (recorder.violations.length > 0 && !options.failures_expected)
        throw new Error(`the server did what it must not:\n${recorder.violations.join('\n')}`);
    },
  };
}
