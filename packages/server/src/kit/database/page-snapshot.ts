// The pages of an embedded database at one commit, read while others write. A read transaction keeps checkpoints from changing
// what is read; the newest version of a page is in the write-ahead log or, if it is not there, in the database file. Writers
// never wait; the write-ahead log grows until the snapshot is closed.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { Connection } from './connection.ts';
import { sql } from './sql.ts';
import { openUntouched, type SqliteConnection } from './sqlite-connection.ts';

/** The formats are documented at sqlite.org/walformat.html and sqlite.org/fileformat2.html. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
/** Twice the header of the index, then how many frames are in the database file already. */
const INDEX_HEADER = 48;
const INDEX_BYTES = 2 * INDEX_HEADER + 4;
/** The header bytes that declare a write-ahead log; 1 declares none. */
const VERSION_BYTES = [18, 19];
const ATTEMPTS = 2000;
const PAGES_AT_ONCE = 256;

interface LogIndex {
  readonly text: string;
  readonly frames: number;
  readonly pages: number;
  /** All frames are in the database file: the log may be restarted and must not be read. */
  readonly is_merged: boolean;
}

export interface PageSnapshot {
  /** Reads the same commit as {@link pages}. */
  readonly db: Connection;
  readonly page_size: number;
  readonly page_count: number;
  /** A database file of that commit in chunks; it needs no write-ahead log, and no directory that can be written to. */
  pages(): Generator<Buffer>;
  close(): void;
}

export async function openPageSnapshot(path: string): Promise<PageSnapshot> {
  const connection = openUntouched(path);
  // Closing a file releases every lock of this process on it, so these are closed after the transaction.
  const opened: number[] = [];
  const open = (name: string) => {
    const handle = openSync(name, 'r');
    opened.push(handle);
    return handle;
  };
  const close = () => {
    connection.close();
    for (const handle of opened) closeSync(handle);
  };
  try {
    return { ...(await begin(connection, path, open)), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function begin(connection: SqliteConnection, path: string, open: (name: string) => number) {
  const mode = await connection.get<{ journal_mode: string }>(sql`pragma journal_mode`);
  const file = open(path);
  const has_index = mode!.journal_mode === 'wal' && !connection.is_immutable;
  const index = has_index ? await beginAtKnownFrame(connection, `${path}-shm`, open) : null;
  if (index === null) await beginReading(connection);
  const { page_size } = (await connection.get<{ page_size: number }>(sql`pragma page_size`))!;
  const { page_count } = (await connection.get<{ page_count: number }>(sql`pragma page_count`))!;
  if (index !== null && index.frames > 0 && index.pages !== page_count)
    throw new Error(`the snapshot has ${page_count} pages, its log says ${index.pages}`);
  const log = index !== null && !index.is_merged ? open(`${path}-wal`) : null;
  const frames = log === null ? new Map<number, number>() : readFrames(log, index!.frames, page_size);
  const length = statSync(path).size;
  function* pages(): Generator<Buffer> {
    for (let first = 1; first <= page_count; first += PAGES_AT_ONCE) {
      const count = Math.min(PAGES_AT_ONCE, page_count - first + 1);
      const from = (first - 1) * page_size;
      const chunk = Buffer.alloc(count * page_size);
      const in_file = Math.max(0, Math.min(chunk.length, length - from));
      readFully(file, chunk, in_file, from);
      for (let page = first; page < first + count; page++) {
        const offset = frames.get(page);
        if (offset !== undefined) readFully(log!, chunk.subarray((page - first) * page_size), page_size, offset);
      }
      if (first === 1) for (const at of VERSION_BYTES) chunk[at] = 1;
      yield chunk;
    }
  }
  return { db: connection as Connection, page_size, page_count, pages };
}

async function beginReading(connection: SqliteConnection): Promise<void> {
  await connection.run(sql`begin`);
  await connection.all(sql`select 1 from sqlite_schema limit 1`);
}

/** Retries until no commit happened in between, so that the index matches what the transaction sees. */
async function beginAtKnownFrame(connection: SqliteConnection, path: string, open: (name: string) => number) {
  await connection.all(sql`select 1 from sqlite_schema limit 1`); // makes the index if there is none
  if (!existsSync(path)) return null;
  const handle = open(path);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = readIndex(handle);
    await beginReading(connection);
    const after = readIndex(handle);
    if (before !== null && after !== null && before.text === after.text) return after;
    await connection.run(sql`commit`);
  }
  throw new Error('no moment without a commit was found');
}

/** Null while somebody writes it: its two copies differ. */
function readIndex(handle: number): LogIndex | null {
  const bytes = Buffer.alloc(INDEX_BYTES);
  if (readSync(handle, bytes, 0, INDEX_BYTES, 0) < INDEX_BYTES) return null;
  const text = bytes.toString('hex', 0, INDEX_HEADER);
  if (text !== bytes.toString('hex', INDEX_HEADER, 2 * INDEX_HEADER)) return null;
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, INDEX_BYTES / 4);
  const [frames, pages, merged] = [numbers[4]!, numbers[5]!, numbers[24]!];
  return { text, frames, pages, is_merged: merged >= frames };
}

/** Offsets in the log of the newest version of each page. */
function readFrames(log: number, count: number, page_size: number): Map<number, number> {
  const frames = new Map<number, number>();
  const header = Buffer.alloc(4);
  for (let at = WAL_HEADER, n = 0; n < count; n++, at += FRAME_HEADER + page_size) {
    readFully(log, header, 4, at);
    frames.set(header.readUInt32BE(0), at + FRAME_HEADER);
  }
  return frames;
}

function readFully(handle: number, into: Buffer, length: number, position: number): void {
  for (let read = 0; read < length; ) {
    const got = readSync(handle, into, read, length - read, position + read);
    if (got === 0) throw new Error('the database became shorter while it was read');
    read += got;
  }
}
