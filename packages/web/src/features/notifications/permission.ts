// Whether the reader is to be asked.
import { Cell } from '../../base/cells/cell.ts';

/** There was something to tell, and nobody has said yet whether the browser may. */
export const permissionWanted = new Cell(false);
