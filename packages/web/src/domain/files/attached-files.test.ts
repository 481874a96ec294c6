// The files of a message: which are refused at once, their order, and what a draft stores of them.
import { describe, expect, it } from 'bun:test';
import { notices } from '../../base/ui/notices.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { AttachedFiles } from './attached-files.ts';
import { linkTo } from './file-links.ts';

const MIB = 1024 * 1024;
const engine = { state: { get: () => ({ max_file_upload_size_mib: 1 }) } } as unknown as Engine;
const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);
const link = (name: string) => linkTo('text/plain', name, `/user_uploads/1/x/${name}`);
const shown = (files: AttachedFiles) => files.cell.get().map(({ name, status }) => `${name} ${status}`);

describe('[WB150] the files of a message', () => {
  it('above the server’s limit are refused before sending, and can only be removed', () => {
    const files = new AttachedFiles(engine);
    files.add([file('film.mp4', MIB + 1), file('song.mp3', MIB)]);
    expect(shown(files)).toEqual(['film.mp4 failed', 'song.mp3 uploading']);
    const [film] = files.cell.get();
    expect(film).toMatchObject({ reason: 'Larger than 1 MiB', can_retry: false });
    files.retry(film!.id);
    expect(shown(files)).toEqual(['film.mp4 failed', 'song.mp3 uploading']);
    files.remove(film!.id);
    expect(shown(files)).toEqual(['song.mp3 uploading']);
    files.clear();
    expect(shown(files)).toEqual([]);
  });

  it('are at most 24, with a notice', () => {
    notices.set([]);
    const files = new AttachedFiles(engine);
    files.add(Array.from({ length: 25 }, (_, at) => file(`${at}.txt`)));
    expect(files.cell.get().length).toBe(24);
    expect(notices.get().map(({ text }) => text)).toEqual(['A message can have at most 24 files.']);
    files.clear();
  });

  it('follow a draft while uploads continue', () => {
    const files = new AttachedFiles(engine);
    let changes = 0;
    files.changed = () => changes++;
    files.add([file('new.txt')]);
    files.setLinks([link('a.txt'), link('b.txt')]);
    expect(shown(files)).toEqual(['a.txt ready', 'b.txt ready', 'new.txt uploading']);
    const [, b] = files.cell.get();
    files.setLinks([link('b.txt')]);
    expect(files.cell.get()[0]).toBe(b!);
    expect(changes).toBe(0);
    files.addLinks([link('b.txt'), link('c.txt')]);
    expect(files.links().map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
    expect(changes).toBe(1);
    files.clear();
  });

  it('move one place, and not beyond the ends', () => {
    const files = new AttachedFiles(engine);
    files.setLinks([link('a.txt'), link('b.txt')]);
    const [a] = files.cell.get();
    expect(files.move(a!.id, -1)).toBe(0);
    expect(files.move(a!.id, 1)).toBe(1);
    expect(files.links().map(({ name }) => name)).toEqual(['b.txt', 'a.txt']);
    expect(files.move(a!.id, 1)).toBe(1);
  });
});
