// Stored files as backups read them: where they are, how large, and their bytes. Never changes anything.
import { type FileOptions, openFiles } from '../kit/files/open-files.ts';

const BYTES_PER_REQUEST = 16 * 1024 * 1024;
const ATTEMPTS = 4;

export interface FileSource {
  sizes(keys: readonly string[]): Promise<Map<string, number>>;
  /** Ends with an error if the file has become shorter or is gone. */
  read(key: string, size: number): AsyncIterable<Uint8Array>;
}

export function openFileSource(data: string, options: FileOptions): FileSource {
  const files = openFiles(data, options);
  /** In short requests that can be repeated: a large file takes longer than a request may. */
  async function* read(key: string, size: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < size; from += BYTES_PER_REQUEST) {
      const to = Math.min(from + BYTES_PER_REQUEST, size) - 1;
      const bytes = await request(key, { from, to });
      if (bytes.length !== to - from + 1) throw new FileGone(key);
      yield bytes;
    }
  }
  async function request(key: string, range: { from: number; to: number }): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      try {
        const body = await files.get(key, range);
        if (body === null) throw new FileGone(key);
        return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      } catch (error) {
        if (error instanceof FileGone || attempt === ATTEMPTS) throw error;
      }
    }
  }
  return { sizes: (keys) => files.sizes(keys), read };
}

/** Somebody deleted the file since it was listed. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
  constructor(readonly key: string) {
    super(`the file ${key} is gone`);
  }
}
