// The address that waits for its owner to confirm it. The API tells of none, so this page alone knows.
import { Cell } from '../../base/cells/cell.ts';

export const waitingAddress = new Cell<string | null>(null);
