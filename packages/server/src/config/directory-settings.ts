// Settings of the directory: what their texts must be, and what they mean together.
import type { DirectorySettings } from '../features/directory/directory-settings.ts';
import { readSmallFile } from './read-small-file.ts';
import { ConfigError, type Values } from './setting.ts';
import type { ldapSettings } from './signing-in-settings.ts';
import { isLoopbackHost } from './urls.ts';

interface LdapUrl {
  readonly host: string;
  readonly port: number;
  readonly is_encrypted: boolean;
}

interface UserFilter {
  readonly text: string;
  /** What the login name is compared with. */
  readonly attributes: readonly string[];
}

/** Known without its parser, which is loaded for other filters only. */
const USUAL_FILTER: UserFilter = { text: '(|(uid={login})(mail={login}))', attributes: ['uid', 'mail'] };
/** Attributes whose values are addresses. */
const ADDRESSES = /^(mail|userPrincipalName|mailLocalAddress|mailAlternateAddress)$/i;

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

type LdapSettings = Values<typeof ldapSettings>;

/** Null without a directory. */
export function directorySettings(settings: LdapSettings): DirectorySettings | null {
  const { ldap_url: url, ldap_bind_dn, ldap_bind_password, ldap_email_attribute } = settings;
  const { text: user_filter, attributes } = settings.ldap_user_filter ?? USUAL_FILTER;
  if (url === undefined) return null;
  const is_address = (name: string) =>
    ADDRESSES.test(name) || name.toLowerCase() === ldap_email_attribute.toLowerCase();
  return {
    host: url.host,
    port: url.port,
    encryption: encryptionOf(url, settings),
    ca_file: settings.ldap_ca_file === undefined ? null : certificateFile(settings.ldap_ca_file),
    bind: ldap_bind_dn === undefined ? null : { dn: ldap_bind_dn, password: ldap_bind_password! },
    base_dn: settings.ldap_base_dn!,
    user_filter,
    has_login_names: !attributes.every(is_address),
    id_attribute: settings.ldap_id_attribute,
    email_attribute: ldap_email_attribute,
    name_attribute: settings.ldap_name_attribute,
    name: settings.ldap_name,
    creates_accounts: settings.ldap_creates_accounts,
  };
}

function encryptionOf(
  { host, is_encrypted }: LdapUrl,
  { ldap_starttls, ldap_insecure }: LdapSettings,
): DirectorySettings['encryption'] {
  if (is_encrypted) return 'tls';
  if (ldap_starttls) return 'starttls';
  if (!ldap_insecure && !isLoopbackHost(host))
    throw new ConfigError(
      'ldap_url without encryption would send passwords in clear text: use ldaps:// or ldap_starttls, or allow it with ldap_insecure',
    );
  return 'none';
}

/** Read again for each connection, because certificates are renewed: nobody could sign in if there were none. [LD23] */
function certificateFile(path: string): string {
  try {
    if (!readSmallFile(path).includes('-----BEGIN CERTIFICATE-----'))
      throw new Error(`${path} has no certificate (PEM)`);
    return path;
  } catch (error) {
    throw new ConfigError(`ldap_ca_file: ${(error as Error).message}`);
  }
}
