// The first script of the page, about a kilobyte: asks for what the client will need while the client itself is read.
import { registerEarly } from './model/session/early-register.ts';
import { askSignInFacts } from './model/session/early-sign-in.ts';
import { signOnReturnIn } from './model/session/sign-on-return.ts';
import { loadSession } from './model/session/stored-session.ts';

const is_client = location.pathname === '/';
/** The session, if there is one, is about to be replaced. */
const is_return = is_client && signOnReturnIn(location.hash) !== null;
const is_signed_in = is_client && loadSession() !== null;

// Only now it is known which parts of the client come next.
const { signedIn = '', signedOut = '' } = document.currentScript?.dataset ?? {};
for (const name of (is_signed_in || is_return ? signedIn : signedOut).split(' ').filter(Boolean)) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `/web/${name}`;
  document.head.append(link);
}

if (is_return) {
  // The client uses the code first.
} else if (is_signed_in) registerEarly();
else if (is_client) askSignInFacts();
