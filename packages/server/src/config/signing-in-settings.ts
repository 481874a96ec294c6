// Settings of other ways to sign in than by a password of this server.
import { JwtVerifier } from '../identity/auth/jwt.ts';
import { attributeName, bindName, distinguishedName, ldapUrl, userFilter } from './directory-texts.ts';
import { path, secret, text, toggle } from './setting.ts';
import { issuerUrl, providerUrl } from './urls.ts';

const oidc = {
  oidc_issuer: text(
    {
      value: 'URL',
      summary: 'identity provider for single sign-on (OpenID Connect), by the address under which it describes itself',
      needs: ['oidc_client_id'],
    },
    issuerUrl,
  ),
  oidc_client_id: text({
    value: 'ID',
    summary: 'client at the provider; its redirect address is /login/openid/complete of the organization',
    needs: ['oidc_issuer'],
  }),
  oidc_client_secret: secret({
    summary: 'secret of the client',
    shown_default: 'a public client',
    needs: ['oidc_issuer'],
  }),
  oidc_name: text({
    value: 'NAME',
    summary: 'what people call the provider',
    fallback: 'single sign-on',
  }),
  oidc_only: toggle({ summary: 'nobody signs in by a password of this server', needs: ['oidc_issuer'] }),
  oidc_creates_accounts: toggle({
    summary: 'whoever the provider lets in gets an account, also where the organization requires invitations',
  }),
  oidc_trusts_addresses: toggle({
    summary: 'takes addresses of which the provider does not say whether they were verified',
  }),
};

const saml = {
  saml_entity_id: text({ value: 'ID', summary: 'identity provider for single sign-on (SAML 2.0), by its entity id' }),
  saml_metadata_url: text(
    { value: 'URL', summary: 'where the provider publishes its metadata', needs: ['saml_entity_id'] },
    providerUrl,
  ),
  saml_metadata_file: path({ summary: 'the metadata of the provider, in a file', needs: ['saml_entity_id'] }),
  saml_url: text(
    {
      value: 'URL',
      summary: 'sign-on address of the provider (HTTP-Redirect), instead of its metadata',
      needs: ['saml_entity_id', 'saml_certificate_file'],
    },
    providerUrl,
  ),
  saml_certificate_file: path({ summary: 'certificates (PEM) with which the provider signs', needs: ['saml_url'] }),
  saml_signing_key_file: path({
    summary: 'private key (PEM, RSA) that signs requests to the provider; confirming sessions by it needs one',
    needs: ['saml_entity_id', 'saml_signing_certificate_file'],
  }),
  saml_signing_certificate_file: path({ summary: 'certificate (PEM) of that key', needs: ['saml_signing_key_file'] }),
  saml_id_attribute: text({
    value: 'NAME',
    summary: 'attribute that identifies a person for good',
    shown_default: 'the NameID',
    needs: ['saml_entity_id'],
  }),
  saml_email_attribute: text({
    value: 'NAME',
    summary: 'attribute with the email address',
    shown_default: 'the usual ones',
    needs: ['saml_entity_id'],
  }),
  saml_email_verified_attribute: text({
    value: 'NAME',
    summary: 'attribute that is `true` if the provider verified the address',
    shown_default: 'none',
    needs: ['saml_entity_id'],
  }),
  saml_name_attribute: text({
    value: 'NAME',
    summary: 'attribute with the full name',
    shown_default: 'the usual ones',
    needs: ['saml_entity_id'],
  }),
  saml_name: text({ value: 'NAME', summary: 'what people call the provider', fallback: 'single sign-on' }),
  saml_only: toggle({ summary: 'nobody signs in by a password of this server', needs: ['saml_entity_id'] }),
  saml_creates_accounts: toggle({
    summary: 'whoever the provider lets in gets an account, also where the organization requires invitations',
  }),
  saml_trusts_addresses: toggle({
    summary: 'takes addresses of which the provider does not say whether they were verified',
  }),
};

/** For `serve`, and for commands that ask the directory. */
export const ldapSettings = {
  ldap_url: text(
    {
      value: 'URL',
      summary: 'directory whose passwords sign people in: ldaps://HOST, or ldap://HOST with ldap_starttls',
      needs: ['ldap_base_dn'],
    },
    ldapUrl,
  ),
  ldap_starttls: toggle({ summary: 'encrypts ldap:// connections by STARTTLS', needs: ['ldap_url'] }),
  ldap_ca_file: path({
    summary: 'certificates (PEM) to trust for the directory',
    shown_default: 'the usual ones',
    needs: ['ldap_url'],
  }),
  ldap_insecure: toggle({
    summary: 'lets passwords travel to a directory on another machine without encryption',
    needs: ['ldap_url'],
  }),
  ldap_bind_dn: text(
    {
      value: 'DN',
      summary: 'account that searches the directory; it needs to read only',
      shown_default: 'anonymous',
      needs: ['ldap_url', 'ldap_bind_password'],
    },
    bindName,
  ),
  ldap_bind_password: secret({ summary: 'password of that account', needs: ['ldap_bind_dn'] }),
  ldap_base_dn: text(
    { value: 'DN', summary: 'where people are, such as ou=people,dc=example,dc=com', needs: ['ldap_url'] },
    distinguishedName,
  ),
  ldap_user_filter: text(
    {
      value: 'FILTER',
      summary: 'who may sign in; {login} is what they type',
      shown_default: 'uid or mail is {login}',
    },
    userFilter,
  ),
  ldap_id_attribute: text(
    {
      value: 'NAME',
      summary: 'attribute that identifies a person for good; objectGUID at Active Directory',
      fallback: 'entryUUID',
    },
    attributeName,
  ),
  ldap_email_attribute: text(
    { value: 'NAME', summary: 'attribute with the email address', fallback: 'mail' },
    attributeName,
  ),
  ldap_name_attribute: text({ value: 'NAME', summary: 'attribute with the full name', fallback: 'cn' }, attributeName),
  ldap_language_attribute: text(
    { value: 'NAME', summary: 'attribute with the language of new accounts', fallback: 'preferredLanguage' },
    attributeName,
  ),
  ldap_name: text({ value: 'NAME', summary: 'what people call the directory', fallback: 'LDAP' }),
  ldap_creates_accounts: toggle({
    summary: 'whoever the directory lets in gets an account, also where the organization requires invitations',
  }),
};

const jwt = {
  jwt_key: secret(
    {
      summary:
        'signs people in by JSON web tokens of another site: a secret of 32 bytes or more (HS256) or a public key in PEM (RS256)',
    },
    async (key) => {
      await JwtVerifier.of({ key, issuer: null });
      return key;
    },
  ),
  jwt_issuer: text({
    value: 'NAME',
    summary: 'what `iss` of JSON web tokens must be',
    shown_default: 'any',
    needs: ['jwt_key'],
  }),
};

export const signingInSettings = { ...oidc, ...saml, ...ldapSettings, ...jwt };
