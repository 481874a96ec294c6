// Stores the bytes of files by key. Never knows whose they are or who may read them.
import { LocalFiles } from './local-files.ts';
import type { S3Options } from './s3-bucket.ts';
import { S3Files } from './s3-files.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface FileStore {
  /** Moves or copies a local file into the store. When it resolves, the bytes survive a crash. */
  put(key: string, path: string, content_type: string): Promise<void>;
  /** The bytes, or null if the key has none. `bytes`: how many there must be; a remote store that sends others has failed. */
  get(key: string, range?: ByteRange | null, bytes?: number | null): Promise<Blob | ReadableStream<Uint8Array> | null>;
  /** A local file with the bytes, valid until `release`; null if the key has none. */
  borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> } | null>;
  /** No error if the key has no bytes. */
  remove(key: string): Promise<void>;
  /** How many bytes each of these keys has; keys without bytes are left out. */
  sizes(keys: readonly string[]): Promise<Map<string, number>>;
  /** Throws if files can't be stored or read now. */
  check(): Promise<void>;
}

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

/** Passes the local path of a stored file to `use`; false if there is no such file, or none any more. */
export async function withStoredFile(
  files: Pick<FileStore, 'borrow'>,
  key: string,
  use: (path: string) => Promise<unknown>,
): Promise<boolean> {
  const file = await files.borrow(key);
  if (file === null) return false;
  try {
    await use(file.path);
  } finally {
    await file.release();
  }
  return true;
}
