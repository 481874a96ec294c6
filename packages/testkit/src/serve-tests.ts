// The server of a test file.
import { afterAll } from 'bun:test';
import type { Cast } from './cast.ts';
import { type FakeMail, startFakeMail } from './fake-mail.ts';
import { startServer, type TestServer } from './start-server.ts';

/** Called at the top of a test file: a server with the cast, stopped after the last test of the file. */
export async function serveTests(
  options?: Parameters<typeof startServer>[0],
): Promise<{ readonly server: TestServer; readonly cast: Cast }> {
  const server = await startServer(options);
  afterAll(() => server.stop());
  return { server, cast: await server.cast() };
}

/** The same, with a mail server that keeps what it is sent. */
export async function serveTestsWithMail(
  options?: Parameters<typeof startServer>[0],
): Promise<{ readonly mail: FakeMail; readonly server: TestServer; readonly cast: Cast }> {
  const mail = await startFakeMail();
  const server = await startServer({ ...options, smtp_url: mail.url });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });
  return { mail, server, cast: await server.cast() };
}
