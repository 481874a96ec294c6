// Opens the store of files: the local disk or a bucket, with keys checked and each operation timed.
import type { FileStore } from './file-store.ts';
import { LocalFiles } from './local-files.ts';
import type { S3Options } from './s3-bucket.ts';
import { S3Files } from './s3-files.ts';

/** Local disk unless a bucket is named. */
export type FileOptions = S3Options | null;

const SEGMENT = /^(?!\.{1,2}$)[^/\\\0]{1,255}$/;

/** Throws unless the key is a path below the store's root. */
function checkKey(key: string): string {
  if (!key.split('/').every((segment) => SEGMENT.test(segment))) throw new Error(`not a key of a file: ${key}`);
  return key;
}

export type FileOperation = keyof FileStore;
export type FileListener = (operation: FileOperation, outcome: 'done' | 'failed', duration_ms: number) => void;

/** `data` is the data directory: it holds the files, or those in transit to or from a bucket. */
export function openFiles(data: string, options: FileOptions, listener: FileListener = () => {}): FileStore {
  const store = options === null ? new LocalFiles(data) : new S3Files(data, options);
  const timed = async <T>(operation: FileOperation, run: () => Promise<T>): Promise<T> => {
    const began_at = performance.now();
    try {
      const result = await run();
      listener(operation, 'done', performance.now() - began_at);
      return result;
    } catch (error) {
      listener(operation, 'failed', performance.now() - began_at);
      throw error;
    }
  };
  return {
    put: (key, path, content_type) => timed('put', async () => store.put(checkKey(key), path, content_type)),
    get: (key, range, bytes) => timed('get', async () => store.get(checkKey(key), range, bytes)),
    borrow: (key) => timed('borrow', async () => store.borrow(checkKey(key))),
    remove: (key) => timed('remove', async () => store.remove(checkKey(key))),
    sizes: (keys) => timed('sizes', async () => store.sizes(keys.map(checkKey))),
    check: () => timed('check', () => store.check()),
  };
}
