// Stores the bytes of files by key. Never knows whose they are or who may read them.

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
