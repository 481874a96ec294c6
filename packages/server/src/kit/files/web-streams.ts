// Streams of the web as streams of Node, and back. Their declared types differ; the objects are the same.
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';

export const nodeStream = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as unknown as NodeWebStream);

export const webStream = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
