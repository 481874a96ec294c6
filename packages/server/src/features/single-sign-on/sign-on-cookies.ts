// The cookie that ties the provider's answer to the browser that asked; one for each sign-in, so that several tabs may ask.
import { SIGN_ON_PATH } from '@stoa/contract';

const NAME_LETTERS = 16;
const nameOf = (state: string) => `stoa_sign_on_${state.replace(/[^\w]/g, '').slice(0, NAME_LETTERS)}`;

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
