// Settings of single sign-on, read by the configuration and by this slice.

export interface SignOnSettings {
  /** The provider's address, under which it describes itself. */
  readonly issuer: string;
  readonly client_id: string;
  /** Null for a public client. */
  readonly client_secret: string | null;
  /** What people call the provider. */
  readonly name: string;
  /** Nobody signs in by a password of this server. */
  readonly only: boolean;
  /** Creates accounts of people without an invitation, also where the organization requires one. */
  readonly creates_accounts: boolean;
  /** Takes addresses of which the provider does not say whether it checked them. */
  readonly trusts_addresses: boolean;
}
