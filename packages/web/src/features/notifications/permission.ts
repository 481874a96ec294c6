// Whether the reader is to be asked.
import { Cell } from '../../base/cells/cell.ts';

/** A notification was due, and the reader has not yet decided about permission. */
export const permissionWanted = new Cell(false);
