// The cookie that ties Zoom's response to the browser that asked.
import { cookieOf, setCookie } from '../../kit/http/pages/cookies.ts';

const COOKIE = 'stoa_zoom';

/** Sent only to the page that Zoom redirects to. */
export const zoomCookie = (nonce: string, seconds: number, is_secure: boolean): string =>
  setCookie({ name: COOKIE, value: nonce, path: '/calls/zoom', seconds, is_secure });

export const nonceOf = (cookies: string | null): string | null => cookieOf(cookies, COOKIE);
