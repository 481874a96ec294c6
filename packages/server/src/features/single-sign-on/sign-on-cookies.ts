// The cookie that ties the provider's response to the browser that asked; one for each sign-in, so that several tabs may ask.
import { cookieOf, cookiesIn, setCookie } from '../../kit/http/pages/cookies.ts';

const NAME_LETTERS = 16;
const PREFIX = 'stoa_sign_on_';
const nameOf = (state: string) => PREFIX + state.replace(/[^\w]/g, '').slice(0, NAME_LETTERS);
/** How many cookies are kept, of some 750 bytes each; proxies refuse headers over 8 KiB. */
const KEPT = 5;

/** Where cookies go: to the pages of single sign-on only, as safely as the organization is reached. */
export interface CookieScope {
  readonly path: string;
  readonly is_secure: boolean;
}

const cookie = (name: string, value: string, seconds: number, scope: CookieScope) =>
  setCookie({ name, value, seconds, ...scope });

/** Deletes the cookies of sign-ins that were given up, the oldest first, as browsers send them, so that one more fits. [SO46] */
export function forgottenCookies(cookies: string | null, scope: CookieScope): string[] {
  const names = cookiesIn(cookies).map(({ name }) => name);
  const own = names.filter((name) => name.startsWith(PREFIX) && /^\w{1,40}$/.test(name));
  return own.slice(0, Math.max(0, own.length - (KEPT - 1))).map((name) => cookie(name, '', 0, scope));
}

/** Without seconds, it is deleted. */
export const signOnCookie = (state: string, value: string, seconds: number, scope: CookieScope): string =>
  cookie(nameOf(state), value, seconds, scope);

export const signOnCookieOf = (cookies: string | null, state: string): string | null =>
  cookieOf(cookies, nameOf(state));
