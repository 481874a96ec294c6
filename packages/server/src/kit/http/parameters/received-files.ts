// Reads a multipart body as it arrives: fields into memory, files onto disk. Never holds a file in memory.
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError, BadRequest, Refused } from '@stoa/contract';
import { TimeSlice } from '../../event-loop/time-slice.ts';
import type { Incoming } from '../../files/incoming.ts';
import { timelyChunks } from '../connections/slow-bodies.ts';
import { addParameter, type RawParameters } from './raw-parameters.ts';

/** A file of a request; deleted after the response unless it was moved. */
export interface ReceivedFile {
  readonly path: string;
  /** File name from the client; untrusted. */
  readonly filename: string;
  /** Content type from the client; untrusted. */
  readonly content_type: string;
  /** Bytes. */
  readonly size: number;
}

const MIB = 1024 * 1024;
/** Most bytes of fields beside the files. */
const FIELDS_BYTES = 256 * 1024;
const FIELDS_MAX = 100;
const FILES_MAX = 10;
/** One more than fields and files may be, so that those limits are reported as such. */
const PARTS_MAX = FIELDS_MAX + FILES_MAX + 1;
/** The parser takes up to 10 ms for as many bytes, if all of them are boundaries. */
const PIECE_BYTES = 64 * 1024;

function tooLarge(limit_mib: number) {
  return Refused('file_large', { limit: limit_mib });
}

/** True if a request's body may contain files. */
export function carriesFiles({ headers }: Request): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '');
}

interface ReceiveOptions {
  readonly incoming: Incoming;
  /** For all files together. */
  readonly limit_mib: number;
  /** How long the client may send nothing. */
  readonly silence_ms?: number;
}

/** Adds what the body has to `parameters` and `files`, also if it throws. Does not remove the files. [HT16] */
export async function receiveFiles(
  request: Request,
  { parameters, files }: { readonly parameters: RawParameters; readonly files: ReceivedFile[] },
  { incoming, limit_mib, silence_ms }: ReceiveOptions,
): Promise<void> {
  const limit = limit_mib * MIB;
  const announced = Number(request.headers.get('content-length') ?? limit);
  if (announced > limit + FIELDS_BYTES) throw tooLarge(limit_mib);
  if (!request.body) throw BadRequest('The multipart body is malformed');
  const arriving: Readable[] = [];
  const writing: Promise<unknown>[] = [];
  let total = 0;
  let failure: Error | null = null;
  const parser = openParser(request.headers.get('content-type')!, limit);
  const fail = (error: Error) => {
    failure ??= error;
    parser.destroy(failure);
  };
  parser.on('field', (name: string, value: string, name_cut: boolean, value_cut: boolean) => {
    try {
      if (name_cut || value_cut) throw BadRequest('A field of the form is too long');
      addParameter(parameters, name, value);
    } catch (error) {
      fail(error as Error);
    }
  });
  parser.on('fieldsLimit', () => fail(BadRequest('Too many parameters')));
  // Counts parts without a name too, of which nothing else hears.
  parser.on('partsLimit', () => fail(BadRequest('Too many parts')));
  parser.on('filesLimit', () => fail(BadRequest('Too many files')));
  parser.on('file', (_name: string, stream: Readable, filename: string, _encoding: string, content_type: string) => {
    const path = incoming.path();
    const file = { path, filename: filename ?? '', content_type: content_type ?? '', size: 0 };
    files.push(file);
    arriving.push(stream);
    stream.on('data', (chunk: Buffer) => {
      file.size += chunk.length;
      total += chunk.length;
      if (total > limit) fail(tooLarge(limit_mib));
    });
    stream.on('limit', () => fail(tooLarge(limit_mib)));
    writing.push(pipeline(stream, createWriteStream(path, { mode: 0o600 })).catch(fail));
  });
  try {
    await pipeline(inPieces(timelyChunks(request.body, announced, silence_ms)), parser);
  } catch (error) {
    failure ??= error instanceof ApiError ? error : BadRequest('The multipart body is malformed');
  }
  // A parser that stopped says nothing to the file it was in: the writing would wait, with its bytes counted, for ever. [UP800]
  if (failure) for (const stream of arriving) stream.destroy();
  await Promise.all(writing);
  if (failure) throw failure;
}

/** Parsing a piece can't be interrupted; between pieces others have their turn, and a parser that failed gets no more. */
async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const slice = new TimeSlice();
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      yield chunk.subarray(at, at + PIECE_BYTES);
      await slice.yieldIfUsed();
    }
}

function openParser(content_type: string, file_bytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': content_type },
      // One byte more, so that a file of exactly the limit is not reported as truncated.
      limits: {
        fileSize: file_bytes + 1,
        files: FILES_MAX,
        fields: FIELDS_MAX,
        parts: PARTS_MAX,
        fieldSize: FIELDS_BYTES,
      },
    });
  } catch {
    throw BadRequest('The multipart body is malformed');
  }
}
