// JSON documents and JSON lines of an archive, checked, with errors that name the file and the record.
import { z } from 'zod';
import { type ArchiveSource, archiveFailure } from '../archive.ts';

const DOCUMENT_MAX = 64 * 1024 * 1024;
const LINE_MAX = 32 * 1024 * 1024;

export async function readDocument(source: ArchiveSource, path: string, max_bytes = DOCUMENT_MAX): Promise<unknown> {
  const bytes = await source.read(path, max_bytes);
  return parse(decode(bytes, path), path);
}

/** The elements of an array, each of one shape. */
export async function readArray<T>(source: ArchiveSource, path: string, shape: z.ZodType<T>): Promise<T[]> {
  const document = await readDocument(source, path);
  if (!Array.isArray(document)) throw archiveFailure('json_no_array', {}, path);
  return document.map((value, index) => check(shape, value, path, index + 1));
}

/** Each line as text and parsed, and its number. */
export async function* readLines(
  source: ArchiveSource,
  path: string,
): AsyncGenerator<{ readonly value: unknown; readonly line: number }> {
  let line = 0;
  for await (const bytes of splitLines(source.open(path), path)) {
    line++;
    const text = decode(bytes, path, line).trim();
    if (text !== '') yield { value: parse(text, path, line), line };
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      yield parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
      parts = [];
      length = 0;
      line++;
      from = end + 1;
    }
    if (from === chunk.length) continue;
    // Copied, because the reader may use the chunk's memory again.
    parts.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > LINE_MAX) throw archiveFailure('line_long', { count: LINE_MAX }, path, line);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function decode(bytes: Uint8Array, path: string, record?: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw archiveFailure('utf8_invalid', {}, path, record);
  }
}

function parse(text: string, path: string, record?: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw archiveFailure('json_invalid', {}, path, record);
  }
}

/** A value of a shape. Throws what is wrong with the first field that is. */
export function check<T>(shape: z.ZodType<T>, value: unknown, path: string, record: string | number): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const field = issue && issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
  throw archiveFailure('record_form', { detail: `${field}${issue?.message ?? 'it has the wrong type'}` }, path, record);
}

/** Texts and numbers that may be missing or null, as many exporters have them. */
export const optional = {
  text: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  flag: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  list: <T extends z.ZodType>(item: T) =>
    z
      .array(item)
      .nullish()
      .transform((value) => value ?? []),
  /** A number or its digits. */
  seconds: z
    .union([z.number(), z.string().regex(/^\d{1,12}(?:\.\d+)?$/)])
    .nullish()
    .transform((value) => (value == null ? null : Math.floor(Number(value)))),
};
