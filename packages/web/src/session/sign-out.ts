// Lets anything on the screen end the session; what that means is the application's business.
import { Emitter } from '../app/cell.ts';

export const signOutRequested = new Emitter();
