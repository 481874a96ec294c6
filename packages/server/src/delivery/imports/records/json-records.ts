// JSON documents and JSON lines of an archive, checked, with errors that name the file and the record.
import type { z } from 'zod';
import { hasMoreValues } from '../../../kit/json/json-values.ts';
import type { ArchiveSource } from '../archive.ts';
import { type ArchiveError, archiveFailure } from '../archive-error.ts';
import { limitMemory } from '../memory-limit.ts';
import { jsonRecords, MAX_PARTS } from './json-elements.ts';
import { FAULTS_MAX, type OnIgnored, readRecord } from './optional-fields.ts';

const LINE_MAX = 8 * 1024 * 1024;
/** Keys and items of a line: a thread of fifty thousand replies has fewer. [IM801] */
const LINE_VALUES_MAX = 1_000_000;

/** The elements of an array of any length, each of one shape, with their numbers. */
export async function* readElements<T>(
  source: ArchiveSource,
  path: string,
  shape: z.ZodType<T>,
  ignored: OnIgnored,
): AsyncGenerator<{ readonly value: T; readonly record: number }> {
  for await (const { index, value } of jsonRecords(source, path, 'array'))
    yield { value: check(shape, value, path, index + 1, ignored), record: index + 1 };
}

/** Each line as text and parsed, and its number. */
export async function* readLines(
  source: ArchiveSource,
  path: string,
): AsyncGenerator<{ readonly value: unknown; readonly line: number }> {
  let line = 0;
  for await (const bytes of splitLines(source.open(path), path)) {
    line++;
    limitMemory();
    if (countParts(bytes) > MAX_PARTS) throw archiveFailure('record_parts', {}, path, line);
    const text = decode(bytes, path, line).trim();
    if (hasMoreValues(text, LINE_VALUES_MAX)) throw archiveFailure('record_parts', {}, path, line);
    if (text !== '') yield { value: parse(text, path, line), line };
  }
}

/** Arrays and objects, at most: texts may have their characters as well. */
function countParts(bytes: Uint8Array): number {
  if (bytes.length < MAX_PARTS * 2) return 0;
  let count = 0;
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) count++;
  return count;
}

/** At line feeds only: other separators of lines may stand in JSON text. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  line_max = LINE_MAX,
): AsyncGenerator<Uint8Array> {
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
    if (length > line_max) throw archiveFailure('line_long', { count: line_max }, path, line);
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

/** A value of a shape, without optional fields of a wrong form, which are reported. Throws what is wrong with a required one. [IM66] */
export function check<T>(
  shape: z.ZodType<T>,
  value: unknown,
  path: string,
  record: string | number,
  ignored: OnIgnored,
): T {
  const read = readRecord(shape, value, (field) => ignored(path, record, field));
  if ('data' in read) return read.data;
  if ('faults' in read) throw archiveFailure('record_faults', { count: FAULTS_MAX }, path, record);
  throw formFailure(read.issue, value, path, record);
}

/** The same, where any faulty field makes the record unusable. */
export function checkStrictly<T>(shape: z.ZodType<T>, value: unknown, path: string, record: string | number): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw formFailure(read.error.issues[0]!, value, path, record);
}

function formFailure(issue: z.core.$ZodIssue, value: unknown, path: string, record: string | number): ArchiveError {
  const field = issue.path.length > 0 ? `"${issue.path.join('.')}": ` : '';
  const detail = `${field}${faultOf(issue, valueAt(value, issue.path))}`;
  return archiveFailure('record_form', { detail }, path, record);
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return KINDS.array!;
  if (value instanceof Date) return KINDS.date!;
  return KINDS[typeof value] ?? 'something else';
}

function faultOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'it is missing';
  const must = issue.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  if (must !== undefined && must !== kindOf(value)) return `it must be ${must}, not ${kindOf(value)}`;
  if (issue.code === 'too_big')
    return typeof value === 'number' ? `it must be at most ${issue.maximum}` : `it is longer than ${issue.maximum}`;
  if (issue.code === 'too_small')
    return issue.minimum === 1 && typeof value !== 'number' ? 'it is empty' : `it must be at least ${issue.minimum}`;
  const { code, message } = issue;
  return code === 'custom' || !/^Invalid/.test(message) ? message : 'it has the wrong form';
}
