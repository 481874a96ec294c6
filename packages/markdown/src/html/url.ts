// Which addresses may become links, and their normalized form. The only place with an allow-list of schemes.

const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'bitcoin']);

/**
 * [MD92] The address to link to, or null if it must stay text. Never returns a scheme outside the list. [MD804] The
 * scheme is in lower case, and a query or fragment without content is dropped.
 */
export function safeUrl(written: string): string | null {
  const url = written
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replaceAll(' ', '%20')
    .replace(/^([^?#]*)\?(?=#|$)/, '$1')
    .replace(/^([^#]+)#$/, '$1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (url === '' || /[\u0000-\u001f\u007f]/.test(url)) return null;
  if (url.startsWith('#')) return url.length > 1 ? url : null;
  // Addresses keep their character references, and `/&#47;host` would be another site.
  if (/^[/\\]&/.test(url)) return url.replace('&', '%26');
  // Browsers read `//host` and `/\host` as another site; only a single slash stays on this one.
  if (/^[/\\]{2}/.test(url)) return `http://${url.replace(/^[/\\]+/, '')}`;
  if (url.startsWith('/')) return url;
  const scheme = /^([^/?#:]*):/.exec(url)?.[1];
  if (scheme !== undefined) {
    const known = scheme.toLowerCase();
    if (SCHEMES.has(known)) return known + url.slice(scheme.length);
    // `host:8080/path` has no scheme; anything else with a colon there could be parsed as one.
    return /^[\w.-]+:\d{1,5}(?:[/?#]|$)/.test(url) ? `http://${url}` : null;
  }
  if (/^[^/?#]*@/.test(url)) return `mailto:${url}`;
  return `http://${url}`;
}

/** [MD43] Links into this organization are relative: they open in the client. */
export function localUrl(url: string, realm_url: string | undefined): string {
  if (!realm_url) return url;
  const base = realm_url.endsWith('/') ? realm_url : `${realm_url}/`;
  if (!url.startsWith(base)) return url;
  if (url[base.length] === '#') return url.slice(base.length);
  return url.startsWith('user_uploads/', base.length) ? url.slice(base.length - 1) : url;
}

/** The path id in an uploaded file's address, or null for any other address. */
export function uploadPathId(href: string): string | null {
  const match = /^\/user_uploads\/(?!thumbnail\/|temporary\/|download\/)([^?#]+)$/.exec(href);
  if (!match) return null;
  try {
    const path = decodeURIComponent(match[1] as string);
    return /(^|\/)\.{1,2}(\/|$)|[\\\0]/.test(path) ? null : path;
  } catch {
    return null;
  }
}
