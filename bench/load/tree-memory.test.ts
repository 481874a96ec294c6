import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { processTree } from './cpu-share.ts';
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

/** A shell whose children run this program so many times, idle. */
async function shellWith(children: number) {
  const program = `'${process.execPath}' -e 'console.log(1); setTimeout(() => {}, 60_000)'`;
  const shell = Bun.spawn(['sh', '-c', `${`${program} & `.repeat(children)} wait`], { stdout: 'pipe' });
  let ready = 0;
  for await (const chunk of shell.stdout) {
    ready += chunk.filter((byte) => byte === 10).length;
    if (ready === children) break;
  }
  return shell;
}

it('counts the program once when another child runs it too', async () => {
  const [one, two] = await Promise.all([shellWith(1), shellWith(2)]);
  const measure = () => [treeMemoryBytes(one.pid), treeMemoryBytes(two.pid)] as const;
  let [with_one, with_two] = measure();
  // Children that have just started may not have memory of their own yet, or still have what their start took.
  for (let tries = 0; tries < 50 && with_two <= with_one + 1e6; tries++) {
    await Bun.sleep(100);
    [with_one, with_two] = measure();
  }
  const child = processTree(one.pid)[1]!;
  const program = Math.max(...mappedBytes(readFileSync(`/proc/${child}/smaps`, 'utf8')).files.values());
  for (const pid of [one, two].flatMap((shell) => processTree(shell.pid))) process.kill(pid);
  await Promise.all([one.exited, two.exited]);
  expect(program).toBeGreaterThan(10e6);
  expect(with_two).toBeGreaterThan(with_one + 1e6);
  expect(with_two).toBeLessThan(2 * with_one - program / 2);
});
