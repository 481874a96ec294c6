// Lets anything on the screen end the session; what that means is the application's business.
import { Emitter } from '../../base/cells/cell.ts';

export const signOutRequested = new Emitter();
