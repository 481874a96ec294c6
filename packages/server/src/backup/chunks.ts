// Streams of bytes in chunks of one size.
import type { Chunks } from './backup-target.ts';

/** The same bytes in chunks of this size; the last may be shorter. At least one, which may be empty. */
export async function* inChunks(chunks: Chunks, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let filling = new Uint8Array(size);
  let filled = 0;
  let any = false;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      if (filled === size) {
        yield filling;
        any = true;
        filling = new Uint8Array(size);
        filled = 0;
      }
      const part = chunk.subarray(at, at + size - filled);
      filling.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  if (filled > 0 || !any) yield filling.subarray(0, filled);
}
