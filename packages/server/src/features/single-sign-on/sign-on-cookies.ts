// The cookie that ties the provider's answer to the browser that asked; one for each sign-in, so that several tabs may ask.
import { SIGN_ON_PATH } from '@stoa/contract';

const NAME_LETTERS = 16;
const PREFIX = 'stoa_sign_on_';
const nameOf = (state: string) => PREFIX + state.replace(/[^\w]/g, '').slice(0, NAME_LETTERS);
/** Of some 750 bytes each; proxies refuse headers over 8 KiB. */
const KEPT = 5;
const ATTRIBUTES = `Path=${SIGN_ON_PATH}; HttpOnly; SameSite=Lax`;

/** Deletes the cookies of sign-ins that were given up, the oldest first, as browsers send them, so that one more fits. [SO46] */
export function forgottenCookies(cookies: string | null, is_secure: boolean): string[] {
  const names = (cookies ?? '').split(';').map((part) => part.trim().split('=')[0]!);
  const own = names.filter((name) => name.startsWith(PREFIX) && /^\w{1,40}$/.test(name));
  const secure = is_secure ? '; Secure' : '';
  return own
    .slice(0, Math.max(0, own.length - (KEPT - 1)))
    .map((name) => `${name}=; Max-Age=0; ${ATTRIBUTES}${secure}`);
}

/** Sent only to the pages of single sign-on. Without seconds, it is deleted. */
export function signOnCookie(state: string, value: string, seconds: number, is_secure: boolean): string {
  const secure = is_secure ? '; Secure' : '';
  return `${nameOf(state)}=${value}; Path=${SIGN_ON_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function signOnCookieOf(cookies: string | null, state: string): string | null {
  const wanted = nameOf(state);
  for (const part of (cookies ?? '').split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === wanted && value) return value;
  }
  return null;
}
