// Bodies that are made while the client reads them, so that a slow reader holds no copy of a large response.
import { KeyText, type Part } from '../../json/json-text.ts';

/** Smaller responses cost less when they are made at once. */
export const STREAMED_FROM_BYTES = 1024 * 1024;
export const CHUNK_BYTES = 256 * 1024;
/** Copying a larger part costs more than a chunk of its own. */
const COPIED_BYTES = 32 * 1024;

/** The parts of an uncompressed response: small ones joined into chunks that are worth a system call, large ones as they are. */
export function* plainChunks(parts: Iterable<Part>): Generator<Uint8Array<ArrayBuffer>, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    const bytes = part instanceof KeyText ? Buffer.from(part.text) : part;
    const is_large = bytes.length >= COPIED_BYTES;
    if (!is_large) {
      waiting.push(bytes);
      length += bytes.length;
    }
    if (length > 0 && (is_large || length >= CHUNK_BYTES)) {
      yield Buffer.concat(waiting, length);
      waiting = [];
      length = 0;
    }
    if (is_large) yield bytes;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

export type Chunks = Generator<Uint8Array, void> | AsyncGenerator<Uint8Array, void>;

/** Breaks a stream off, which resets its connection, and ends its source. Without a reason, which the runtime would print. */
export type BreakOff = () => void;

/** The source of a stream's bytes; it is released when the stream ends, however that happens. */
export interface StreamSource {
  whenNeeded(breakOff: BreakOff): void;
  release(): void;
}

/** Requests the next chunk when the connection accepts more, and ends the source when the client is gone. */
export function streamOf(chunks: Chunks, source?: StreamSource): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source?.whenNeeded(() => {
          controller.error();
          source.release();
          void chunks.return();
        });
      },
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
        source?.release();
      },
      async cancel() {
        source?.release();
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
