// The entry of a sign-in in the audit log. [AL4]
import type { UserId } from '@stoa/contract';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

interface SignIn {
  /** How somebody proved who they are. */
  readonly method: 'password' | 'passkey' | 'single_sign_on' | 'token' | 'development';
  /** The credentials that signing in gave. */
  readonly credentials: 'session' | 'api_key';
}

/** The device is what its program calls itself. */
export function recordSignIn({ record }: WriteContext, user_id: UserId, device: string, how: SignIn): void {
  record({ kind: 'signed_in', user_id, acting_user_id: user_id, name: device, changes: initialValues(how) });
}
