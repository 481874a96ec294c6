// Where the bytes of files are kept, by key. Never knows whose they are nor who may read them.
import { LocalFiles } from './local-files.ts';
import { S3Files, type S3Options } from './s3-files.ts';

/** From a byte to a byte, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface FileStore {
  /** Takes the local file, which need not be there afterwards. When it resolves the bytes survive a crash. */
  put(key: string, path: string, content_type: string): Promise<void>;
  /** The bytes, or null where there are none under the key. */
  get(key: string, range?: ByteRange): Promise<Blob | ReadableStream<Uint8Array> | null>;
  /** A local file with the bytes that lasts until `release`; null where there are none under the key. */
  borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> } | null>;
  /** Nothing under the key is no failure. */
  remove(key: string): Promise<void>;
  /** Throws where files can't be kept or read now. */
  check(): Promise<void>;
}

/** Local disk unless a bucket is named. */
export type FileOptions = S3Options | null;

const SEGMENT = /^(?!\.{1,2}$)[^/\\\0]{1,255}$/;

/** A key is a path below the store's root and can't leave it. */
function checkKey(key: string): string {
  if (!key.split('/').every((segment) => SEGMENT.test(segment))) throw new Error(`not a key of a file: ${key}`);
  return key;
}

/** `data` is the data directory: files are in it, and what is under way to or from a bucket. */
export function openFiles(data: string, options: FileOptions): FileStore {
  const store = options === null ? new LocalFiles(data) : new S3Files(data, options);
  return {
    put: async (key, path, content_type) => store.put(checkKey(key), path, content_type),
    get: async (key, range) => store.get(checkKey(key), range),
    borrow: async (key) => store.borrow(checkKey(key)),
    remove: async (key) => store.remove(checkKey(key)),
    check: () => store.check(),
  };
}
