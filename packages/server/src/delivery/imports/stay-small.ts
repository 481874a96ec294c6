// Keeps the process of an import small: where memory is free the runtime collects garbage late, and an import of any size has to
// stay below 300 MB. [IM44]
import { collectGarbageAbove } from '../../kit/release-memory.ts';

const MIB = 1024 * 1024;
/** `every`: records between looks, which leave some megabytes of garbage. */
const collect = collectGarbageAbove({ from: 190 * MIB, to: 280 * MIB, every: 1000 });
let records = 0;

/** To be told of each record, or of each batch of them, that is read or written. */
export function staySmall(count = 1): void {
  records += count;
  collect(records);
}
