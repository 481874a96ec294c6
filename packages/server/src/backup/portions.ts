// Streams of bytes in portions of one size.
import type { Chunks } from './backup-target.ts';

/** The same bytes in portions of this size; the last may be shorter. At least one, which may be empty. */
export async function* inPortions(chunks: Chunks, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let portion = new Uint8Array(size);
  let filled = 0;
  let any = false;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      if (filled === size) {
        yield portion;
        any = true;
        portion = new Uint8Array(size);
        filled = 0;
      }
      const part = chunk.subarray(at, at + size - filled);
      portion.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  if (filled > 0 || !any) yield portion.subarray(0, filled);
}
