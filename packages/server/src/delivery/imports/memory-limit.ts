// Limits the memory of an import: the runtime collects garbage late while the machine has free memory, but an import of any size
// must stay below 300 MB. [IM44]
import { collectGarbageAbove } from '../../kit/runtime/release-memory.ts';

const MIB = 1024 * 1024;
/** `every`: records between checks; so many leave some megabytes of garbage. */
const collect = collectGarbageAbove({ from: 190 * MIB, to: 280 * MIB, every: 1000 });
let records = 0;

/** Call after each record read or written, or with the `count` of a batch. */
export function limitMemory(count = 1): void {
  records += count;
  collect(records);
}
