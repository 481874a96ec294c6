// Whether to ask the reader for notification permission.
import { Cell } from '../../base/cells/cell.ts';

/** A notification was due, and the reader has not decided about permission. */
export const permissionWanted = new Cell(false);
