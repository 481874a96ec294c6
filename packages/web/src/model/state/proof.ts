// How somebody proves in a dialog that the account is theirs: by its password, or by the identity provider where it has none.
import type { State } from './state.ts';

/** With `perhaps`, some accounts have a password. */
export type PasswordUse = 'required' | 'perhaps' | 'none';

const PROVIDERS = ['OpenID Connect', 'SAML'];

export function passwordUse({
  realm_password_auth_enabled,
  realm_authentication_methods,
}: Pick<State, 'realm_password_auth_enabled' | 'realm_authentication_methods'>): PasswordUse {
  if (!realm_password_auth_enabled) return 'none';
  const has_provider = PROVIDERS.some((name) => realm_authentication_methods[name]?.enabled);
  return has_provider ? 'perhaps' : 'required';
}
