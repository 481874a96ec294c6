// What a statement of SAML means: who somebody is, by the attributes that the operator named, or the usual ones. Pure. [SO55]
import { languageOf } from '../../kit/text/language-tags.ts';
import { type Identity, idOf } from './identity.rules.ts';
import type { Statement } from './saml-assertions.rules.ts';
import type { SamlAttributes } from './sign-on-settings.ts';

/** Another id with each sign-in. */
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const OID = 'urn:oid';
/** As Keycloak, Entra ID, Okta, Google and universities name them. */
const USUAL = {
  email: ['email', 'mail', `${WS}/emailaddress`, `${OID}:0.9.2342.19200300.100.1.3`, `${OID}:1.2.840.113549.1.9.1`],
  name: [
    'displayName',
    'name',
    'http://schemas.microsoft.com/identity/claims/displayname',
    `${OID}:2.16.840.1.113730.3.1.241`,
  ],
  given: ['givenName', 'firstName', `${WS}/givenname`, `${OID}:2.5.4.42`],
  family: ['surname', 'sn', 'lastName', `${WS}/surname`, `${OID}:2.5.4.4`],
  language: ['locale', 'preferredLanguage', `${OID}:2.16.840.1.113730.3.1.39`],
};

/** The longest address has as many; it waits in an address of this server, which must not grow too long. */
const VALUE_MAX = 320;

/** Null if the provider's id of the person is unusable. */
export function samlIdentityOf(statement: Statement, names: SamlAttributes): Identity | null {
  const { name_id, name_id_format, authenticated_at, answered_at } = statement;
  /** Null for several values: none of them is the person's for sure. [SO41] */
  const textNamed = (name: string): string | null => {
    const values = Object.hasOwn(statement.attributes, name) ? statement.attributes[name]! : [];
    const value = values.length === 1 ? values[0]!.trim() : '';
    return value === '' || value.length > VALUE_MAX ? null : value;
  };
  const firstOf = (usual: readonly string[], named: string | null = null) =>
    (named === null ? usual : [named]).map(textNamed).find((value) => value !== null) ?? null;
  const is_transient = names.id === null && name_id_format === TRANSIENT;
  const subject = idOf(names.id === null ? name_id : textNamed(names.id));
  if (subject === null || is_transient) return null;
  const named_address = names.email === null && name_id_format === EMAIL_ADDRESS ? name_id.trim() : null;
  const email = firstOf(USUAL.email, names.email) ?? named_address;
  const verified = names.email_verified === null ? null : textNamed(names.email_verified);
  const parts = [firstOf(USUAL.given), firstOf(USUAL.family)].filter((part) => part !== null);
  const proposed = [firstOf(USUAL.name, names.name), parts.length > 0 ? parts.join(' ') : null, email?.split('@')[0]];
  return {
    subject,
    email,
    is_email_verified: verified === null ? undefined : verified === 'true',
    names: proposed.filter((name) => name != null),
    language: languageOf(firstOf(USUAL.language)),
    authenticated_at,
    answered_at,
    sid: null,
  };
}
