// Settings of the directory, read by the configuration and by this slice.

export interface DirectorySettings {
  readonly host: string;
  readonly port: number;
  /** How the connection is encrypted; `none` only on this machine, or if the operator insists. */
  readonly encryption: 'tls' | 'starttls' | 'none';
  /** A file with certificates to trust instead of the usual ones (PEM). */
  readonly ca_file: string | null;
  /** The account that searches; null for anonymous searches. */
  readonly bind: { readonly dn: string; readonly password: string } | null;
  readonly base_dn: string;
  /** With `{login}` for what people type. */
  readonly user_filter: string;
  /** Whether people may type something else than an address. */
  readonly has_login_names: boolean;
  readonly id_attribute: string;
  readonly email_attribute: string;
  readonly name_attribute: string;
  readonly language_attribute: string;
  /** The name that people know it by. */
  readonly name: string;
  /** Creates accounts of people without an invitation, also where the organization requires one. */
  readonly creates_accounts: boolean;
}
