// The first script of the page, a few hundred bytes: what the client will need is asked for while the client itself is read.
import { registerEarly } from './model/session/early-register.ts';

registerEarly();
