// Stores the bytes of files by key. Never knows whose they are or who may read them.
import { LocalFiles } from './local-files.ts';
import { S3Files, type S3Options } from './s3-files.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface FileStore {
  /** Moves or copies a local file into the store. When it resolves, the bytes survive a crash. */
  put(key: string, path: string, content_type: string): Promise<void>;
  /** The bytes, or null if the key has none. */
  get(key: string, range?: ByteRange): Promise<Blob | ReadableStream<Uint8Array> | null>;
  /** A local file with the bytes, valid until `release`; null if the key has none. */
  borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> } | null>;
  /** No error if the key has no bytes. */
  remove(key: string): Promise<void>;
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

/** `data` is the data directory: it holds the files, or those in transit to or from a bucket. */
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
