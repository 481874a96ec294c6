// The documents of a BSON file as mongodump writes it, one after another.
import { deserialize } from 'bson';
import type { ArchiveSource } from '../archive.ts';
import { archiveFailure } from '../archive-error.ts';
import { limitMemory } from '../memory-limit.ts';

export interface BsonRecord {
  readonly document: Readonly<Record<string, unknown>>;
  readonly record: number;
  /** Where its bytes are in the file. */
  readonly start: number;
  readonly length: number;
}

/** MongoDB's documents have at most 16 MiB; those of Rocket.Chat and chunks of files are a hundred times smaller. */
const DOCUMENT_MAX = 4 * 1024 * 1024;
const DOCUMENT_MIN = 5;

/** Yields nothing if the file does not exist. */
export async function* readBson(source: ArchiveSource, path: string): AsyncGenerator<BsonRecord> {
  if (source.size(path) === null) return;
  let parts: Uint8Array[] = [];
  let held = 0;
  let start = 0;
  let record = 1;
  for await (const chunk of source.open(path)) {
    parts.push(chunk.slice());
    held += chunk.length;
    if (held < neededBytes(parts, path, record)) continue;
    const bytes = Buffer.concat(parts);
    let at = 0;
    while (bytes.length - at >= 4) {
      const length = lengthAt(bytes, at, path, record);
      if (bytes.length - at < length) break;
      yield { document: parse(bytes.subarray(at, at + length), path, record), record, start, length };
      limitMemory();
      at += length;
      start += length;
      record++;
    }
    // Copied, so that a small rest does not keep the whole chunk in memory.
    parts = at === bytes.length ? [] : [Uint8Array.from(bytes.subarray(at))];
    held = bytes.length - at;
  }
  if (held > 0) throw archiveFailure('file_cut_off', {}, path, record);
}

/** The length of the first document, as far as it is known. */
function neededBytes(parts: readonly Uint8Array[], path: string, record: number): number {
  const first = parts[0] as Uint8Array;
  return first.length < 4 ? 4 : lengthAt(Buffer.from(first.buffer, first.byteOffset, first.length), 0, path, record);
}

function lengthAt(bytes: Buffer, at: number, path: string, record: number): number {
  const length = bytes.readInt32LE(at);
  if (length < DOCUMENT_MIN || length > DOCUMENT_MAX) throw archiveFailure('bson_invalid', {}, path, record);
  return length;
}

function parse(bytes: Uint8Array, path: string, record: number): Readonly<Record<string, unknown>> {
  try {
    return deserialize(bytes, { promoteBuffers: true, validation: { utf8: true } });
  } catch {
    throw archiveFailure('bson_invalid', {}, path, record);
  }
}
