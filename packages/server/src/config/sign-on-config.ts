// Settings of single sign-on: what they mean together.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { SamlSettings, SamlSource, SignOnSettings } from '../features/single-sign-on/sign-on-settings.ts';
import { readFileOf } from './read-small-file.ts';
import { ConfigError, type Values } from './setting.ts';
import type { signingInSettings } from './signing-in-settings.ts';

type Settings = Values<typeof signingInSettings>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Shorter keys of RSA can be found out. */
const KEY_BITS_MIN = 2048;

/** Null without an identity provider. */
export function signOnSettings(settings: Settings): SignOnSettings | null {
  const { oidc_issuer, oidc_client_id, oidc_client_secret } = settings;
  const saml = samlSettings(settings);
  if (saml !== null && oidc_issuer !== undefined)
    throw new ConfigError('saml_entity_id and oidc_issuer exclude each other: a server has one identity provider');
  if (oidc_issuer === undefined) return saml;
  return {
    kind: 'openid',
    issuer: oidc_issuer,
    client_id: oidc_client_id!,
    client_secret: oidc_client_secret ?? null,
    name: settings.oidc_name,
    only: settings.oidc_only,
    creates_accounts: settings.oidc_creates_accounts,
    trusts_addresses: settings.oidc_trusts_addresses,
  };
}

function samlSettings(settings: Settings): SamlSettings | null {
  const { saml_entity_id: entity_id } = settings;
  if (entity_id === undefined) return null;
  return {
    kind: 'saml',
    issuer: `saml:${entity_id}`,
    entity_id,
    source: samlSource(settings, entity_id),
    signing: samlSigning(settings),
    attributes: {
      id: settings.saml_id_attribute ?? null,
      email: settings.saml_email_attribute ?? null,
      email_verified: settings.saml_email_verified_attribute ?? null,
      name: settings.saml_name_attribute ?? null,
    },
    name: settings.saml_name,
    only: settings.saml_only,
    creates_accounts: settings.saml_creates_accounts,
    trusts_addresses: settings.saml_trusts_addresses,
  };
}

function samlSource(settings: Settings, entity_id: string): SamlSource {
  const { saml_metadata_url, saml_metadata_file, saml_url, saml_certificate_file } = settings;
  const given = [saml_metadata_url, saml_metadata_file, saml_url].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw new ConfigError(
      'saml_entity_id needs one of saml_metadata_url, saml_metadata_file, and saml_url with saml_certificate_file',
    );
  if (saml_metadata_url !== undefined) return { kind: 'address', url: saml_metadata_url };
  if (saml_metadata_file !== undefined) {
    const xml = readFileOf('saml_metadata_file', saml_metadata_file);
    if (!xml.includes('IDPSSODescriptor') || !xml.includes(entity_id))
      throw new ConfigError(
        `saml_metadata_file: ${saml_metadata_file} has no metadata of the provider that saml_entity_id names`,
      );
    return { kind: 'document', xml };
  }
  const certificates = readFileOf('saml_certificate_file', saml_certificate_file!).match(CERTIFICATE) ?? [];
  if (certificates.length === 0)
    throw new ConfigError(`saml_certificate_file: ${saml_certificate_file} has no certificate (PEM)`);
  for (const certificate of certificates) checkRsa('saml_certificate_file', saml_certificate_file!, certificate);
  return { kind: 'known', url: saml_url!, certificates };
}

function samlSigning({ saml_signing_key_file, saml_signing_certificate_file }: Settings): SamlSettings['signing'] {
  if (saml_signing_key_file === undefined) return null;
  const key = readFileOf('saml_signing_key_file', saml_signing_key_file);
  const certificate = readFileOf('saml_signing_certificate_file', saml_signing_certificate_file!).match(
    CERTIFICATE,
  )?.[0];
  if (certificate === undefined)
    throw new ConfigError(`saml_signing_certificate_file: ${saml_signing_certificate_file} has no certificate (PEM)`);
  const parsed = checkRsa('saml_signing_certificate_file', saml_signing_certificate_file!, certificate);
  if (!isKeyOf(parsed, key))
    throw new ConfigError(
      `saml_signing_key_file: ${saml_signing_key_file} has no key (PEM) of saml_signing_certificate_file`,
    );
  return { key, certificate };
}

function isKeyOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Refuses keys that the library can't verify, or that are not safe. */
function checkRsa(setting: string, path: string, pem: string): X509Certificate {
  try {
    const certificate = new X509Certificate(pem);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= KEY_BITS_MIN) return certificate;
  } catch {}
  throw new ConfigError(`${setting}: a certificate in ${path} has no key of RSA with ${KEY_BITS_MIN} bits or more`);
}
