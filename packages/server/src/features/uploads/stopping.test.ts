// An upload in progress when the server stops.
import { expect, it } from 'bun:test';
import { connect } from 'node:net';
import { basic, startServer } from '@stoa/testkit';

it('[CL19] an upload in progress while the server stops is completed, and exists after the next start', async () => {
  const server = await startServer();
  try {
    const part = 'content-disposition: form-data; name="file"; filename="notes.txt"\r\ncontent-type: text/plain';
    const body = `--edge\r\n${part}\r\n\r\n${'line after line\n'.repeat(20_000)}\r\n--edge--\r\n`;
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    let output = '';
    socket.on('data', (chunk) => {
      output += chunk;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(
      [
        'POST /api/v1/user_uploads HTTP/1.1',
        `host: 127.0.0.1:${port}`,
        `authorization: ${basic(server.owner).authorization}`,
        'content-type: multipart/form-data; boundary=edge',
        `content-length: ${body.length}`,
        'connection: close',
        '',
        body.slice(0, 100_000),
      ].join('\r\n'),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const restarting = server.restart();
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write(body.slice(100_000));
    await closed;
    expect(output).toStartWith('HTTP/1.1 200');
    await restarting;
    const { url } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as { url: string };
    const file = await fetch(server.url + url, { headers: basic(server.owner) });
    expect([file.status, (await file.text()).length]).toEqual([200, 320_000]);
  } finally {
    await server.stop();
  }
});
