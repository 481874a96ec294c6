// The real app without an organization, for tests of the setup. Has no recorder, because no endpoint responds there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '../../server/src/app.ts';
import { mailSettings, parseSender, parseSmtpUrl } from '../../server/src/delivery/mail/mail-settings.ts';
import type { RateLimitRules } from '../../server/src/kit/limits/rate-limits.ts';
import { createTestDatabase } from './test-database.ts';

export interface EmptyServer {
  readonly app: App;
  readonly url: string;
  readonly data: string;
  /** Another node on the same PostgreSQL. */
  startNode(): Promise<App>;
  /** Restarts, with another secret if given. */
  restart(secret?: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startEmptyServer(
  options: { rate_limits?: RateLimitRules; smtp_url?: string } = {},
): Promise<EmptyServer> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-empty-'));
  const database = await createTestDatabase();
  const start = (port: number, secret: string | null = null) =>
    startApp({
      data,
      database: database.url,
      secret,
      host: '127.0.0.1',
      port,
      dev: false,
      checking: 'every',
      rate_limits: options.rate_limits ?? null,
      mail: mailSettings({
        smtp_url: options.smtp_url === undefined ? undefined : parseSmtpUrl(options.smtp_url),
        mail_from: parseSender('stoa@mail.example'),
        dev_directory: null,
      }),
    });
  let app = await start(0);
  const { url, port } = app;
  return {
    get app() {
      return app;
    },
    url,
    data,
    startNode: () => start(0),
    async restart(secret) {
      await app.stop();
      app = await start(port, secret);
    },
    async stop() {
      await app.stop();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
