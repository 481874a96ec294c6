// Settings of single sign-on, read by the configuration and by this slice.
import { SIGN_ON_METHODS } from '@stoa/contract';

interface SharedSettings {
  /** The provider's ids of people are unique within it. */
  readonly issuer: string;
  /** The name that people know the provider by. */
  readonly name: string;
  /** Nobody signs in by a password of this server. */
  readonly only: boolean;
  /** Creates accounts of people without an invitation, also where the organization requires one. */
  readonly creates_accounts: boolean;
  /** Takes addresses of which the provider does not say whether it checked them. */
  readonly trusts_addresses: boolean;
}

/** `issuer` is the provider's address, under which it describes itself. */
export interface OpenIdSettings extends SharedSettings {
  readonly kind: 'openid';
  readonly client_id: string;
  /** Null for a public client. */
  readonly client_secret: string | null;
}

/** Where a provider's page and certificates are known from: settings, its metadata in a file, or at an address. */
export type SamlSource =
  | { readonly kind: 'known'; readonly url: string; readonly certificates: readonly string[] }
  | { readonly kind: 'document'; readonly xml: string }
  | { readonly kind: 'address'; readonly url: string };

/** Names of attributes; null for the usual ones. */
export interface SamlAttributes {
  readonly id: string | null;
  readonly email: string | null;
  readonly email_verified: string | null;
  readonly name: string | null;
}

/** `issuer` is the entity id, told apart from addresses of OpenID Connect: some providers have one text for both. */
export interface SamlSettings extends SharedSettings {
  readonly kind: 'saml';
  readonly entity_id: string;
  readonly source: SamlSource;
  /** Signs requests, both in PEM; null if they are not signed. */
  readonly signing: { readonly key: string; readonly certificate: string } | null;
  readonly attributes: SamlAttributes;
}

export type SignOnSettings = OpenIdSettings | SamlSettings;

/** The page that leads to the provider; the others are below it. */
export const signOnPath = ({ kind }: Pick<SignOnSettings, 'kind'>): string => SIGN_ON_METHODS[kind].path;
/** The page that the provider's response leads to. */
export const completePath = (settings: Pick<SignOnSettings, 'kind'>): string => `${signOnPath(settings)}/complete`;
