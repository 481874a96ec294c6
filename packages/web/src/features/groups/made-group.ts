// The group that the reader has just made, whose page goes on from the form. [WB1025]
import { Cell } from '../../base/cells/cell.ts';

export const madeGroup = new Cell<number | null>(null);
