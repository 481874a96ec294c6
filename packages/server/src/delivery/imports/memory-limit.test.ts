// What an archive may keep in memory.
import { afterEach, expect, it, spyOn } from 'bun:test';
import { limitMemory } from './memory-limit.ts';
import { memorySource } from './memory-source.ts';
import { openArchive } from './plan.ts';
import { readMattermost } from './readers/mattermost/mattermost.ts';

const resident = spyOn(process.memoryUsage, 'rss');
afterEach(() => void resident.mockRestore());

it('[IM900] refuses an archive of countless channels while it is read, and not while it is written', async () => {
  const lines = [{ type: 'version', version: 1 }];
  const channel = (name: string) => ({ type: 'channel', channel: { team: 't', name, display_name: name, type: 'O' } });
  for (let at = 0; at < 2000; at++) lines.push(channel(`c${at}`) as never);
  const source = memorySource({ 'import.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
  resident.mockReturnValue(2 ** 31);
  await expect(openArchive(source, readMattermost, 0)).rejects.toThrow('more than 1536 MiB of memory');
  expect(() => limitMemory(10_000)).not.toThrow();
});
