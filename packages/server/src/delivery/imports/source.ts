// The files of an archive: a directory, a .tar, a .tar.gz or a .zip. Nothing is ever written under a name from the archive.
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import yauzl from 'yauzl';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { ArchiveSource, ByteRange } from './archive.ts';
import { ArchiveError, archiveFailure } from './archive-error.ts';
import { limitMemory } from './memory-limit.ts';

export interface SourceLimits {
  readonly files: number;
  /** Characters of all paths together. */
  readonly paths: number;
  /** Unpacked size of all files together. */
  readonly bytes: number;
  /** Unpacked bytes per packed byte, above the first 64 MiB: text packs 20 times smaller, bombs a thousand times. */
  readonly ratio: number;
  /** Bytes that must stay free where the archive is unpacked. */
  readonly disk_left: number;
}

const MIB = 1024 * 1024;

const RATIO_FROM = 64 * MIB;
const WHOLE_FILE = 64 * MIB;
/** In UTF-16 units; systems allow paths 4096 bytes, exporters write a tenth of that. */
const PATH_MAX = 1024;
/** The limit for the characters of all paths together, which stay in memory. [IM801] */
const PATHS_MAX = 256 * MIB;
/** How much of the disk unpacking an archive leaves free: the database needs it too. [IM802] */
const DISK_LEFT = 1024 * MIB;
/** Unpacked bytes between two looks at the disk. */
const DISK_EVERY = 64 * MIB;
const LIMITS: SourceLimits = {
  files: 2_000_000,
  paths: PATHS_MAX,
  bytes: 1024 * 1024 * MIB,
  ratio: 100,
  disk_left: DISK_LEFT,
};

export interface OpenSource extends ArchiveSource {
  close(): Promise<void>;
}

/** Archives have hundreds of thousands of files, so an entry has no function or path of its own. */
interface Entry<Place> {
  readonly size: number;
  /** Where its bytes are. */
  readonly place: Place;
}

/** A path that stays inside the archive, without a leading `./`; otherwise the archive is refused. */
function checkPath(name: string): string {
  if (name.length > PATH_MAX) throw archiveFailure('path_long', { count: PATH_MAX }, name.slice(0, 200));
  const path = name.replace(/^(?:\.\/)+/, '');
  const is_bad = path === '' || /[\0\\]/.test(path) || path.startsWith('/') || /^[A-Za-z]:/.test(path);
  if (is_bad || path.split('/').some((part) => part === '..' || part === '.' || part === '')) throw badPath(name);
  return path;
}

const badPath = (name: string) => archiveFailure('path_bad', {}, JSON.stringify(name.slice(0, 200)));

/** The library's messages about paths that it refuses itself. */
const REFUSED_PATH = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s;

function refusedPath(error: unknown): ArchiveError | null {
  const name = REFUSED_PATH.exec((error as Error).message)?.[1];
  return name === undefined ? null : badPath(name);
}

class Entries<Place> {
  readonly all = new Map<string, Entry<Place>>();
  private bytes = 0;
  private path_characters = 0;

  constructor(
    private readonly limits: SourceLimits,
    private readonly packed_bytes: number | null,
  ) {}

  add(name: string, entry: Entry<Place>): void {
    const path = checkPath(name);
    if (this.all.has(path)) throw archiveFailure('path_twice', {}, path);
    if (this.all.size >= this.limits.files) throw archiveFailure('files_many', { count: this.limits.files });
    this.path_characters += path.length;
    if (this.path_characters > this.limits.paths) throw archiveFailure('files_many', { count: this.all.size });
    this.bytes += entry.size;
    this.checkBytes(this.bytes, path);
    this.all.set(path, entry);
    limitMemory();
  }

  /** Checks the bytes of the files so far, or of everything unpacked: an archive may hold bytes that belong to no file. */
  checkBytes(bytes: number, path?: string): void {
    const { packed_bytes, limits } = this;
    if (bytes > limits.bytes) throw archiveFailure('unpacked_large', { count: limits.bytes / MIB }, path);
    if (packed_bytes !== null && bytes > RATIO_FROM && bytes > packed_bytes * limits.ratio)
      throw archiveFailure('unpacked_ratio', { count: limits.ratio }, path);
  }
}

const openFile = (path: string, range?: ByteRange): AsyncIterable<Uint8Array> =>
  createReadStream(path, range && { start: range.start, end: range.end - 1 });

/** Only the fields needed to read the entry: the others would take much memory for many entries. */
function placeOf(entry: yauzl.Entry): yauzl.Entry {
  const { compressedSize, compressionMethod, uncompressedSize, generalPurposeBitFlag, relativeOffsetOfLocalHeader } =
    entry;
  const place = { compressedSize, compressionMethod, uncompressedSize, generalPurposeBitFlag };
  return Object.assign(Object.create(yauzl.Entry.prototype), { ...place, relativeOffsetOfLocalHeader }) as yauzl.Entry;
}

/** Called with the bytes that are written to the disk of `work`: refuses the archive before that is full. [IM802] */
function keepDiskFree(work: string, disk_left: number): (bytes: number) => Promise<void> {
  let written = 0;
  let looked_at = -DISK_EVERY;
  return async (bytes) => {
    written += bytes;
    if (written - looked_at < DISK_EVERY) return;
    looked_at = written;
    const { bavail, bsize } = await statfs(work);
    if (bavail * bsize < disk_left) throw archiveFailure('disk_full', { count: disk_left / MIB });
  };
}

/**
 * The entries of a .zip. Compressed bytes can only be read from the beginning, so an entry of which parts are read is unpacked
 * first, once: otherwise a thousand parts would take a thousand times as long as one. [IM901]
 */
class ZipEntries {
  private readonly unpacked = new Map<yauzl.Entry, Promise<string>>();
  private readonly take: (bytes: number) => Promise<void>;

  constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly work: string,
    disk_left: number,
  ) {
    this.take = keepDiskFree(work, disk_left);
  }

  async *open(entry: yauzl.Entry, range?: ByteRange): AsyncGenerator<Uint8Array> {
    if (range === undefined) yield* await this.zip.openReadStreamPromise(entry);
    else yield* openFile(await getOrSet(this.unpacked, entry, () => this.unpack(entry)), range);
  }

  close(): void {
    this.zip.close();
  }

  private async unpack(entry: yauzl.Entry): Promise<string> {
    const { take, work, zip } = this;
    const file = join(work, String(this.unpacked.size));
    await mkdir(work, { recursive: true, mode: 0o700 });
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        await take(chunk.length);
        yield chunk;
      }
    };
    await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(file, { mode: 0o600 }));
    return file;
  }
}

/** Opens an archive. `work` is a directory for what must be unpacked or sorted; `close` removes it. */
export async function openSource(path: string, work: string, limits = LIMITS): Promise<OpenSource> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) throw archiveFailure('path_missing', { path });
  if (stats.isDirectory()) {
    const entries = new Entries<null>(limits, null);
    await listDirectory(path, '', entries);
    return sourceOf(entries, (_, name, range) => openFile(join(path, name), range), work);
  }
  if (!stats.isFile()) throw archiveFailure('path_special', {}, path);
  const head = await readHead(path);
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const entries = new Entries<yauzl.Entry>(limits, stats.size);
    const zip = new ZipEntries(await listZip(path, entries), work, limits.disk_left);
    return sourceOf(
      entries,
      (place, _, range) => zip.open(place, range),
      work,
      () => zip.close(),
    );
  }
  const is_gzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!is_gzip && head.subarray(257, 262).toString('latin1') !== 'ustar')
    throw archiveFailure('archive_unknown', {}, path);
  const entries = new Entries<number>(limits, stats.size);
  try {
    await unpackTar(path, is_gzip, work, entries, limits.disk_left);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error instanceof ArchiveError ? error : broken(path, error);
  }
  return sourceOf(entries, (number, _, range) => openFile(join(work, String(number)), range), work);
}

function broken(path: string, error: unknown): ArchiveError {
  const { message, code } = error as Error & { readonly code?: string };
  return archiveFailure('archive_damaged', { detail: message || code || 'no more bytes' }, path);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function listDirectory(root: string, below: string, entries: Entries<null>): Promise<void> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) await listDirectory(root, path, entries);
    else if (entry.isFile()) entries.add(path, { size: (await lstat(join(root, path))).size, place: null });
    else throw archiveFailure('links', {}, path);
  }
}

async function listZip(path: string, entries: Entries<yauzl.Entry>): Promise<yauzl.ZipFile> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true })
    .catch((error) => {
      throw broken(path, error);
    });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      // The upper half of the attributes is the UNIX mode.
      const type = (entry.externalFileAttributes >>> 16) & 0o170000;
      if (type !== 0 && type !== 0o100000) throw archiveFailure('links', {}, entry.fileName);
      if (entry.isEncrypted()) throw archiveFailure('file_encrypted', {}, entry.fileName);
      entries.add(entry.fileName, { size: entry.uncompressedSize, place: placeOf(entry) });
    }
  } catch (error) {
    zip.close();
    throw error instanceof ArchiveError ? error : (refusedPath(error) ?? broken(path, error));
  }
  return zip;
}

/** A gzip stream allows no random access, so its files are unpacked, with numbers as names. */
async function unpackTar(
  path: string,
  is_gzip: boolean,
  work: string,
  entries: Entries<number>,
  disk_left: number,
): Promise<void> {
  await mkdir(work, { recursive: true, mode: 0o700 });
  const bytes = createReadStream(path);
  const plain = is_gzip ? bytes.pipe(createGunzip()) : bytes;
  bytes.on('error', (error) => plain.destroy(error));
  let unpacked = 0;
  const take = keepDiskFree(work, disk_left);
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      unpacked += chunk.length;
      entries.checkBytes(unpacked);
      await take(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const tar = (Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>)
    .pipeThrough(counted)
    .pipeThrough(createTarDecoder({ strict: true }));
  let number = 0;
  for await (const { header, body } of tar) {
    const { name, type = 'file', size } = header;
    if (type === 'directory' || type === 'pax-header' || type === 'pax-global-header') {
      await body.cancel();
      continue;
    }
    if (type !== 'file') throw archiveFailure('links', {}, name);
    entries.add(name, { size, place: number });
    const file = join(work, String(number++));
    await pipeline(Readable.fromWeb(body as never), createWriteStream(file, { mode: 0o600 }));
  }
}

function sourceOf<Place>(
  { all }: Entries<Place>,
  open: (place: Place, path: string, range?: ByteRange) => AsyncIterable<Uint8Array>,
  work: string,
  close: () => void = () => {},
): OpenSource {
  const entryOf = (path: string) => {
    const entry = all.get(path);
    if (!entry) throw archiveFailure('file_missing', {}, path);
    return entry;
  };
  async function* read(path: string, range?: ByteRange): AsyncIterable<Uint8Array> {
    const { place } = entryOf(path);
    try {
      yield* open(place, path, range);
    } catch (error) {
      throw error instanceof ArchiveError ? error : broken(path, error);
    }
  }
  return {
    paths: [...all.keys()].sort(),
    size: (path) => all.get(path)?.size ?? null,
    open: read,
    async read(path, max_bytes = WHOLE_FILE) {
      if (entryOf(path).size > max_bytes) throw archiveFailure('file_long', { count: max_bytes / MIB }, path);
      const chunks: Uint8Array[] = [];
      for await (const chunk of read(path)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    scratch: join(work, 'scratch'),
    async close() {
      close();
      await rm(work, { recursive: true, force: true });
    },
  };
}
