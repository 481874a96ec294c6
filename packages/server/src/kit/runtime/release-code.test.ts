// Giving back the memory of code that only the start needed.
import { expect, it } from 'bun:test';
import { adviceFor, releaseCode } from './release-code.ts';

function mapping(range: string, permissions: string, path: string, anonymous_kb: number): string {
  const fields = ['Size: 64 kB', 'Rss: 40 kB', `Anonymous:      ${anonymous_kb} kB`, 'VmFlags: rd mr mw me sd'];
  return [`${range} ${permissions} 00001000 fe:00 5310724                            ${path}`, ...fields, ''].join(
    '\n',
  );
}

it('[HT511] of the program’s file, unchanged pages are dropped, and others left to the system', () => {
  const smaps = [
    mapping('00200000-01a39000', 'r--p', '/opt/my stoa', 0),
    mapping('01a40000-0684a000', 'r-xp', '/opt/my stoa', 0),
    mapping('0684a000-0685f000', 'rw-p', '/opt/my stoa', 0),
    mapping('0685f000-06867000', 'r--p', '/opt/my stoa', 12),
    mapping('7f0000000000-7f0000010000', 'r-xp', '/usr/lib/libc.so.6', 0),
    mapping('7f0000010000-7f0000020000', 'rw-s', '/opt/my stoa', 0),
    '7f0000020000-7f0000030000 rw-p 00000000 00:00 0 \nAnonymous:             0 kB\n',
    mapping('ffffffffff600000-ffffffffff601000', '--xp', '[vsyscall]', 0),
  ].join('');
  expect(adviceFor(smaps, '/opt/my stoa')).toEqual([
    { from: 0x200000n, to: 0x1a39000n, advice: 4 },
    { from: 0x1a40000n, to: 0x684a000n, advice: 4 },
    { from: 0x684a000n, to: 0x685f000n, advice: 21 },
    { from: 0x685f000n, to: 0x6867000n, advice: 21 },
  ]);
});

it.skipIf(process.platform !== 'linux')('[HT511] the process shrinks by megabytes, and goes on', () => {
  const before = process.memoryUsage.rss();
  releaseCode();
  expect(before - process.memoryUsage.rss()).toBeGreaterThan(5e6);
  expect(new Function('a', 'return JSON.parse(a).map((n) => n * 2)')('[1, 2]')).toEqual([2, 4]);
});
