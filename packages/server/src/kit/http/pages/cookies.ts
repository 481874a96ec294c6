// Cookies of a request. None is a credential: they tie the response of another service to the browser that asked.

/** Names and values, in the order in which the browser sent them. */
export function cookiesIn(header: string | null): { readonly name: string; readonly value: string }[] {
  return (header ?? '').split(';').map((part) => {
    const [name = '', value = ''] = part.trim().split('=');
    return { name, value };
  });
}

/** The first value of this name; null without one. */
export const cookieOf = (header: string | null, wanted: string): string | null =>
  cookiesIn(header).find(({ name, value }) => name === wanted && value !== '')?.value ?? null;

export interface NewCookie {
  readonly name: string;
  readonly value: string;
  /** It is sent only to pages below this one, and hidden from scripts. */
  readonly path: string;
  /** How long browsers keep it; 0 deletes it. */
  readonly seconds: number;
  readonly is_secure: boolean;
}

export const setCookie = ({ name, value, path, seconds, is_secure }: NewCookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${is_secure ? '; Secure' : ''}`;
