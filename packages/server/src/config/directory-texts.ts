// Settings of the directory: what their texts must be.
export interface LdapUrl {
  readonly host: string;
  readonly port: number;
  readonly is_encrypted: boolean;
}

export interface UserFilter {
  readonly text: string;
  /** The attributes that the login name is compared with. */
  readonly attributes: readonly string[];
}

export function ldapUrl(text: string): LdapUrl {
  const { protocol = '', hostname, port, pathname, search, hash, username, password } = URL.parse(text) ?? {};
  const is_more = search || hash || username || password || !/^\/?$/.test(pathname ?? '');
  if (!/^ldaps?:$/.test(protocol) || !hostname || is_more)
    throw new Error('must be ldaps://HOST or ldap://HOST, with :PORT if needed and nothing else');
  const is_encrypted = protocol === 'ldaps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (is_encrypted ? 636 : 389), is_encrypted };
}

const DN = /^[\w.-]+ *=/;

export function distinguishedName(text: string): string {
  if (!DN.test(text.trim())) throw new Error('must be a name such as ou=people,dc=example,dc=com');
  return text.trim();
}

/** Active Directory takes `stoa@example.com` and `EXAMPLE\stoa`, too. */
export function bindName(text: string): string {
  if (!/[@\\]/.test(text)) return distinguishedName(text);
  return text.trim();
}

/** A name or numbers; options may follow. https://www.rfc-editor.org/rfc/rfc4512#section-2.5 */
const ATTRIBUTE = /^[a-z\d][a-z\d.-]*(;[a-z\d-]+)*$/i;

export function attributeName(text: string): string {
  if (!ATTRIBUTE.test(text)) throw new Error('must be the name of an attribute, such as mail');
  return text;
}

export async function userFilter(text: string): Promise<UserFilter> {
  const { loginFilter } = await import('../features/directory/login-filter.rules.ts');
  return { text, attributes: loginFilter(text).attributes };
}
