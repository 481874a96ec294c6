import { expect, it } from 'bun:test';
import { mappedBytes, treeMemoryBytes } from './tree-memory.ts';

const SMAPS = `00200000-01a39000 r--p 00000000 fe:00 5547884    /opt/a program
Rss:                  40 kB
Pss:                   5 kB
Anonymous:             8 kB
01a40000-0684a000 r-xp 01840000 fe:00 5547884    /opt/a program
Rss:                 100 kB
Pss:                  10 kB
Anonymous:             0 kB
2255d200000-2259d200000 rw-p 00000000 00:00 0 
Rss:                  60 kB
Pss:                  30 kB
Pss_Dirty:            30 kB
Anonymous:            60 kB
7ffe67b22000-7ffe67b43000 rw-p 00000000 00:00 0                          [stack]
Rss:                   4 kB
Pss:                   4 kB
Anonymous:             4 kB
`;

it('counts pages of a file whoever else has them, and own pages by their share', () => {
  const { own, files } = mappedBytes(SMAPS);
  expect(own).toBe((8 + 30 + 4) * 1024);
  expect([...files]).toEqual([['/opt/a program', (32 + 100) * 1024]]);
});

it('counts the program once when a child runs it too', async () => {
  const before = treeMemoryBytes(process.pid);
  const child = Bun.spawn([process.execPath, '-e', 'console.log(1); setTimeout(() => {}, 60_000)'], { stdout: 'pipe' });
  await child.stdout.getReader().read();
  const program = Math.max(...mappedBytes(await Bun.file('/proc/self/smaps').text()).files.values());
  const grown = treeMemoryBytes(process.pid) - before;
  child.kill();
  await child.exited;
  expect(program).toBeGreaterThan(10e6);
  expect(grown).toBeGreaterThan(1e6);
  expect(grown).toBeLessThan(40e6);
});
