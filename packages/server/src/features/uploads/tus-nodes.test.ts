// Resumable uploads at two nodes that share a directory. PostgreSQL only: an embedded database belongs to one process.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { basic, startServer } from '@stoa/testkit';

setDefaultTimeout(60_000);

const ROUNDS = 20;
const VERSION = { 'tus-resumable': '1.0.0' };

describe.skipIf(!process.env.STOA_TEST_DATABASE)('two nodes', () => {
  it('[UP29] make one file of an upload, or none, whichever gets which part', async () => {
    const server = await startServer();
    const node = await server.startNode();
    const { dara } = await server.cast();
    const request = async (site: string, method: string, path: string, headers: object, body?: string) => {
      const response = await fetch(site + path, { method, headers: { ...basic(dara), ...VERSION, ...headers }, body });
      return { status: response.status, location: response.headers.get('location') };
    };
    const part = (site: string, path: string, offset: number, body: string) =>
      request(
        site,
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body,
      );
    let files = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const path = (await request(server.url, 'POST', '/api/v1/tus', { 'upload-length': '5' })).location!;
      const answers = await Promise.all([
        part(server.url, path, 0, 'hello'),
        part(node.app.url, path, 0, 'hello'),
        part(server.url, path, 5, ''),
        part(node.app.url, path, 5, ''),
        ...(round % 3 === 0 ? [request(node.app.url, 'DELETE', path, {})] : []),
      ]);
      for (const { status } of answers) expect([200, 204, 404, 409, 410]).toContain(status);
      const { attachments } = await dara.getAttachments();
      expect(attachments.length - files).toBe(answers.some(({ status }) => status === 200) ? 1 : 0);
      files = attachments.length;
    }
    const { attachments, upload_space_used } = await dara.getAttachments();
    expect(upload_space_used).toBe(attachments.length * 5);
    expect(readdirSync(join(server.data, 'unfinished-uploads'))).toEqual([]);
    await node.stop();
    await server.stop();
  });
});
