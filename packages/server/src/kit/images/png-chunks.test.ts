// PNG files by their first chunk: nothing is decoded.
import { afterAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLightPng } from './png-chunks.ts';

const directory = mkdtempSync(join(tmpdir(), 'png-'));
afterAll(() => rmSync(directory, { recursive: true }));

const [GREY, PALETTE, RGBA] = [0, 3, 6];

interface Header {
  side: number;
  depth: number;
  colours: number;
  interlaced: boolean;
}

function isLight({ side, depth, colours, interlaced }: Header): Promise<boolean> {
  const file = Buffer.alloc(8 + 8 + 13 + 4);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  file.writeUInt32BE(13, 8);
  file.write('IHDR', 12, 'latin1');
  file.writeUInt32BE(side, 16);
  file.writeUInt32BE(side, 20);
  file.set([depth, colours, 0, 0, interlaced ? 1 : 0], 24);
  const path = join(directory, 'x.png');
  writeFileSync(path, file);
  return isLightPng(path);
}

it('[UP891] an interlaced PNG is a picture if its pixels take 360 MB at most', async () => {
  const cases: [Header, boolean][] = [
    [{ side: 9400, depth: 16, colours: RGBA, interlaced: true }, false],
    [{ side: 9400, depth: 16, colours: RGBA, interlaced: false }, true],
    [{ side: 9400, depth: 8, colours: RGBA, interlaced: true }, true],
    [{ side: 6700, depth: 16, colours: RGBA, interlaced: true }, true],
    [{ side: 6800, depth: 16, colours: RGBA, interlaced: true }, false],
    [{ side: 9400, depth: 16, colours: GREY, interlaced: true }, true],
    [{ side: 30_000, depth: 1, colours: PALETTE, interlaced: true }, true],
  ];
  for (const [header, light] of cases) expect([header, await isLight(header)]).toEqual([header, light]);
});
