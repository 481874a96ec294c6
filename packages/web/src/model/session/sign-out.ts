// Lets anything on the screen request sign-out; the app handles it.
import { Emitter } from '../../base/cells/cell.ts';

export const signOutRequested = new Emitter();
