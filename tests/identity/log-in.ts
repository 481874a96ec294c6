// A browser without scripts: keeps cookies by their path and SameSite, follows redirects, and fills forms.

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly same_site: string;
}

/** Where a browser has ended. */
export interface Page {
  /** With another scheme or a fragment, nothing was loaded: the address is for an app. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
}

const MAX_REDIRECTS = 10;

export class Browser {
  private cookies: readonly Cookie[] = [];
  /** The addresses that the last navigation went through. */
  passed: readonly string[] = [];

  /** Opens an address as if it was typed. */
  open(url: string): Promise<Page> {
    return this.navigate(url, { method: 'GET' }, null);
  }

  /** Submits the form of a page with these fields and its hidden ones. */
  submit({ html, url }: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
    const form = /<form\b[^>]*\saction="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html);
    if (form === null) throw new Error(`No form at ${url}:\n${textOf(html)}`);
    const hidden = [...form[2]!.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      attribute(input, 'name'),
      attribute(input, 'value'),
    ]);
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    return this.navigate(new URL(unescaped(form[1]!), url).href, { method: 'POST', body }, new URL(url).hostname);
  }

  private async navigate(url: string, init: RequestInit, from: string | null): Promise<Page> {
    const passed = [url];
    this.passed = passed;
    for (let at = new URL(url), sent = init; passed.length < MAX_REDIRECTS; ) {
      const cookie = this.cookiesFor(at, sent.method!, from);
      const response = await fetch(at, { ...sent, redirect: 'manual', headers: { cookie } });
      this.keep(at, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) return { url: at.href, status: response.status, html: await response.text() };
      await response.body?.cancel();
      at = new URL(location, at);
      passed.push(at.href);
      if (!at.protocol.startsWith('http') || at.hash !== '') return { url: at.href, status: response.status, html: '' };
      sent = { method: 'GET' };
    }
    throw new Error(`Too many redirects:\n${passed.join('\n')}`);
  }

  private cookiesFor({ hostname, pathname }: URL, method: string, from: string | null): string {
    const foreign = from !== null && from !== hostname;
    const allowed = foreign ? (method === 'GET' ? ['lax', 'none'] : ['none']) : ['strict', 'lax', 'none'];
    return this.cookies
      .filter(({ host, path, same_site }) => host === hostname && within(pathname, path) && allowed.includes(same_site))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private keep({ hostname: host, pathname }: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair, ...rest] = line.split(';').map((part) => part.trim());
      const name = pair!.slice(0, pair!.indexOf('='));
      const value = pair!.slice(name.length + 1);
      const said = new Map(rest.map((part) => [part.split('=')[0]!.toLowerCase(), part.split('=')[1] ?? '']));
      const path = said.get('path') || pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
      const same_site = said.get('samesite')?.toLowerCase() ?? 'lax';
      const gone = said.get('max-age') === '0' || Date.parse(said.get('expires') ?? '') < Date.now();
      const others = this.cookies.filter((each) => each.name !== name || each.host !== host || each.path !== path);
      this.cookies = gone ? others : [...others, { name, value, host, path, same_site }];
    }
  }
}

/** Opens an address that leads to Keycloak's form, fills it and submits it. */
export async function logIn(
  browser: Browser,
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Page> {
  const form = await browser.open(url);
  if (!isLoginForm(form)) throw new Error(`Keycloak asked for no password at ${form.url}:\n${textOf(form.html)}`);
  return browser.submit(form, { username, password });
}

/** Whether Keycloak asks for a password. */
export const isLoginForm = ({ html }: Page) => html.includes('id="kc-form-login"');

/** What a page says, for people. */
export const textOf = (html: string) =>
  unescaped(html.replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const within = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
