// Uploads whose client goes away before their end.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { basic, serveTests, textFile } from '@stoa/testkit';

setDefaultTimeout(30_000);

const MIB = 1024 * 1024;
const { server, cast } = await serveTests({ caps: { 'upload-mib-per-account': 40 } });

const arriving = () =>
  readdirSync(join(server.data, 'incoming'), { recursive: true }).filter((name) => `${name}`.includes('/'));

/** Waits, for as long as a slow machine needs, until as many files arrive. */
async function untilArriving(count: number): Promise<void> {
  const patience = performance.now() + 10_000;
  while (arriving().length !== count && performance.now() < patience)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(arriving()).toHaveLength(count);
}

it('[UP800] an upload that breaks off leaves no file, open or not, and does not count any more', async () => {
  const head = [
    'POST /api/v1/user_uploads HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${basic(cast.dara).authorization}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${20 * MIB}`,
    '',
    '--x',
    'Content-Disposition: form-data; name="file"; filename="endless.bin"',
    '',
    'the first bytes',
  ].join('\r\n');
  // Together they announce more than the account may store.
  for (let n = 0; n < 4; n++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head);
    await untilArriving(1);
    socket.destroy();
    await untilArriving(0);
  }
  const { url } = await cast.dara.uploadFile({}, { file: textFile('whole') });
  expect(url).toContain('/user_uploads/');
});
