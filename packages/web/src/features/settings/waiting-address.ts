// The address that awaits confirmation. The API has no field for it, so only this page knows.
import { Cell } from '../../base/cells/cell.ts';

export const waitingAddress = new Cell<string | null>(null);
