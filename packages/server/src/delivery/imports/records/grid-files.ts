// Files in GridFS, MongoDB's store of files: their chunks are documents of one collection.
import { z } from 'zod';
import { getOrSet } from '../../../kit/collections/get-or-set.ts';
import type { ArchiveSource, ByteRange } from '../archive.ts';
import { archiveFailure } from '../archive-error.ts';
import { type BsonRecord, readBson } from './bson-records.ts';
import { checkStrictly } from './json-records.ts';

const Chunk = z.object({
  files_id: z.unknown().transform(String),
  n: z.number().int().min(0),
  data: z.instanceof(Uint8Array),
});

interface ChunkPlace {
  readonly n: number;
  readonly start: number;
  readonly end: number;
}

const partOf = (source: ArchiveSource, path: string, range: ByteRange): ArchiveSource => ({
  ...source,
  open: () => source.open(path, range),
});

/** Files by id; only the places of their chunks are in memory. */
export async function gridFiles(
  source: ArchiveSource,
  path: string,
): Promise<ReadonlyMap<string, () => AsyncIterable<Uint8Array>>> {
  const places = new Map<string, ChunkPlace[]>();
  // As a part, so that a disk too full to unpack it ends the import before anything is written. [IM901]
  const whole = partOf(source, path, { start: 0, end: source.size(path) ?? 0 });
  for await (const { document, record, start, length } of readBson(whole, path)) {
    const { files_id, n } = checkStrictly(Chunk, document, path, record);
    getOrSet(places, files_id, () => [] as ChunkPlace[]).push({ n, start, end: start + length });
  }
  const files = new Map<string, () => AsyncIterable<Uint8Array>>();
  for (const [id, chunks] of places) {
    chunks.sort((a, b) => a.n - b.n);
    // A missing or repeated chunk would change the file.
    if (chunks.every(({ n }, index) => n === index)) files.set(id, () => readChunks(source, path, id, chunks));
  }
  return files;
}

async function* readChunks(
  source: ArchiveSource,
  path: string,
  id: string,
  chunks: readonly ChunkPlace[],
): AsyncGenerator<Uint8Array> {
  for (const { start, end } of chunks) {
    const { done, value } = await readBson(partOf(source, path, { start, end }), path).next();
    if (done) throw archiveFailure('file_cut_off', {}, path, id);
    yield checkStrictly(Chunk, (value as BsonRecord).document, path, id).data;
  }
}
