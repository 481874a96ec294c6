// What is refused before it is sent, and how an uploaded file is named in the text.
import { describe, expect, it } from 'bun:test';
import { notices } from '../../base/ui/notices.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { linkTo, type UploadProgress, Uploads } from './uploads.ts';

describe('[WB77] uploads', () => {
  it("of files above the server's limit are not started", () => {
    const asked: string[] = [];
    const engine = { state: { get: () => ({ max_file_upload_size_mib: 1 }) } } as unknown as Engine;
    let list: readonly UploadProgress[] = [];
    const uploads = new Uploads(
      engine,
      (now) => {
        list = now;
      },
      (link) => asked.push(link),
    );
    uploads.add([new File([new Uint8Array(1024 * 1024 + 1)], 'film.mp4')]);
    expect(list).toEqual([]);
    expect(notices.get().map(({ text }) => text)).toEqual([
      'film.mp4 is larger than 1 MiB, the most that can be uploaded.',
    ]);
    // As large as it may be: begun, and given up at once.
    uploads.add([new File([new Uint8Array(1024 * 1024)], 'song.mp3')]);
    expect(list.map(({ name, done }) => [name, done])).toEqual([['song.mp3', 0]]);
    list[0]!.cancel();
    expect(list).toEqual([]);
  });

  it("become links that file names can't break", () => {
    expect(linkTo('image/png', 'a](b).png', '/user_uploads/1/x/a.png')).toBe('![a(b).png](/user_uploads/1/x/a.png)');
    expect(linkTo('text/plain', 'notes.txt', '/user_uploads/1/x/n.txt')).toBe('[notes.txt](/user_uploads/1/x/n.txt)');
  });
});
