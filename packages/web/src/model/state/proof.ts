// How somebody proves in a dialog that the account is theirs: by its password, or by the identity provider where it has none.
import type { State } from './state.ts';

/** With `perhaps`, some accounts have a password. */
export type PasswordUse = 'required' | 'perhaps' | 'none';

export function passwordUse({
  realm_password_auth_enabled,
  realm_authentication_methods,
}: Pick<State, 'realm_password_auth_enabled' | 'realm_authentication_methods'>): PasswordUse {
  if (!realm_password_auth_enabled) return 'none';
  return realm_authentication_methods['OpenID Connect']?.enabled ? 'perhaps' : 'required';
}
