// Settings of the directory: what they mean together.
import type { DirectorySettings } from '../features/directory/directory-settings.ts';
import type { LdapUrl, UserFilter } from './directory-texts.ts';
import { readFileOf } from './read-small-file.ts';
import { ConfigError, type Values } from './setting.ts';
import type { ldapSettings } from './signing-in-settings.ts';
import { isLoopbackHost } from './urls.ts';

/** Known without its parser, which is loaded for other filters only. */
const USUAL_FILTER: UserFilter = { text: '(|(uid={login})(mail={login}))', attributes: ['uid', 'mail'] };
/** Attributes whose values are addresses. */
const ADDRESSES = /^(mail|userPrincipalName|mailLocalAddress|mailAlternateAddress)$/i;

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
    language_attribute: settings.ldap_language_attribute,
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
  if (!readFileOf('ldap_ca_file', path).includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError(`ldap_ca_file: ${path} has no certificate (PEM)`);
  return path;
}
