// Headers of requests for files that no client sends.
import { expect, it } from 'bun:test';
import { leastProcessorMs } from '@stoa/testkit';
import type { FileStore } from '../../kit/files/file-store.ts';
import { serve } from './serving.queries.ts';

const file = {
  key: 'avatars/1/picture.png',
  name: 'picture.png',
  content_type: 'image/png',
  size: 3,
  cache_control: 'public',
  download: false,
};
const files = { get: () => Promise.resolve(new Uint8Array(3)) } as unknown as FileStore;
const ask = (headers: Record<string, string>) => serve(files, new Request('http://stoa.example/', { headers }), file);

it('[UP801] a list of known tags, however it is written, takes time that grows with its length', async () => {
  const etag = (await ask({})).headers.get('etag')!;
  for (const list of [etag, `"a" , ${etag}`, `"a",\t${etag} ,"b"`])
    expect((await ask({ 'if-none-match': list })).status).toBe(304);
  // As long as all headers of a request may be.
  for (const list of [`"a"${' '.repeat(120_000)}"b"`, `"a"${'\t'.repeat(120_000)}"b"`, ', '.repeat(60_000)]) {
    expect(await leastProcessorMs(300, () => ask({ 'if-none-match': list }))).toBeLessThan(300);
    expect((await ask({ 'if-none-match': list })).status).toBe(200);
  }
});
