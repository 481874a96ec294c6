// Keeps the process of an import small: where memory is free the runtime collects garbage late, and an import of any size has to
// stay below 300 MB. [IM44]
import { collectGarbageAbove } from '../../kit/release-memory.ts';

const MEMORY_MAX = 190 * 1024 * 1024;
/** Records between looks at the memory. */
const LOOKED_AT_EVERY = 5000;

const collect = collectGarbageAbove(MEMORY_MAX, LOOKED_AT_EVERY);
let records = 0;

/** To be told of each record, or of each batch of them, that is read or written. */
export function staySmall(count = 1): void {
  records += count;
  collect(records);
}
