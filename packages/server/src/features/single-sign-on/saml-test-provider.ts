// An identity provider of SAML for tests: it signs what it is told to, well or badly.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { signXml } from '@node-saml/node-saml/lib/xml';
import { X509CertificateGenerator } from '@peculiar/x509';
import type { SamlSettings } from './sign-on-settings.ts';

export const ENTITY_ID = 'https://id.example/saml';
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const MINUTE = 60_000;

export interface SigningKey {
  readonly key: string;
  readonly certificate: string;
}

/** A key of RSA, with a certificate that it signed itself. */
export async function newSigningKey(): Promise<SigningKey> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, RSA, true, ['sign']);
  const publicKey = await crypto.subtle.importKey('spki', spki, RSA, true, ['verify']);
  const made = await X509CertificateGenerator.createSelfSigned(
    { name: 'CN=id.example', keys: { privateKey, publicKey }, signingAlgorithm: RSA },
    crypto,
  );
  return { key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, certificate: made.toString('pem') };
}

/** The content of an assertion and of the response around it. */
export interface Said {
  readonly now: number;
  readonly acs_url: string;
  readonly audience: string;
  readonly in_response_to: string | null;
  readonly issuer: string;
  readonly recipient: string;
  readonly destination: string;
  readonly status: string;
  readonly id: string;
  readonly name_id: string;
  readonly name_id_format: string;
  readonly not_before: number;
  readonly not_on_or_after: number;
  readonly authenticated_at: number;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  /** More elements within the assertion. */
  readonly more: string;
}

export const saying = (
  site: string,
  in_response_to: string | null,
  said: Partial<Said> = {},
  now = Date.now(),
): Said => ({
  now,
  acs_url: `${site}/login/saml/acs`,
  audience: `${site}/login/saml/metadata`,
  in_response_to,
  issuer: ENTITY_ID,
  recipient: `${site}/login/saml/acs`,
  destination: `${site}/login/saml/acs`,
  status: 'Success',
  id: `_${randomBytes(8).toString('hex')}`,
  name_id: 'id of somebody',
  name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  not_before: now - MINUTE,
  not_on_or_after: now + 5 * MINUTE,
  authenticated_at: now,
  attributes: {},
  more: '',
  ...said,
});

const instant = (time: number) => new Date(time).toISOString();

export function assertionOf(said: Said): string {
  const answers = said.in_response_to === null ? '' : ` InResponseTo="${said.in_response_to}"`;
  const attributes = Object.entries(said.attributes).map(([name, values]) => {
    const each = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${each.join('')}</saml:Attribute>`;
  });
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id}" Version="2.0" IssueInstant="${instant(said.now)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.name_id_format}">${said.name_id}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient}" NotOnOrAfter="${instant(said.not_on_or_after)}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant(said.not_before)}" NotOnOrAfter="${instant(said.not_on_or_after)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${instant(said.authenticated_at)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}${said.more}</saml:Assertion>`;
}

/** `content`: assertions, and whatever else is in it. */
export function responseOf(said: Said, content: string, id = `_${randomBytes(8).toString('hex')}`): string {
  const answers = said.in_response_to === null ? '' : ` InResponseTo="${said.in_response_to}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${instant(said.now)}" Destination="${said.destination}"${answers}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status}"/></samlp:Status>${content}</samlp:Response>`;
}

type Algorithm = 'sha1' | 'sha256' | 'sha512';

/** Signs the outermost element of this name, in the place that the standard names: after its Issuer. */
export function signed(
  xml: string,
  name: 'Assertion' | 'Response',
  { key }: SigningKey,
  algorithm: Algorithm = 'sha256',
): string {
  const path = `//*[local-name(.)='${name}']`;
  return signXml(
    xml,
    path,
    { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    { privateKey: key, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
  );
}

export const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

export const samlSettings = ({ certificate }: SigningKey, more: Partial<SamlSettings> = {}): SamlSettings => ({
  kind: 'saml',
  issuer: `saml:${ENTITY_ID}`,
  entity_id: ENTITY_ID,
  source: { kind: 'known', url: 'https://id.example/sso', certificates: [certificate] },
  signing: null,
  attributes: { id: null, email: null, email_verified: 'verified', name: null },
  name: 'Example ID',
  only: false,
  creates_accounts: false,
  trusts_addresses: false,
  ...more,
});
