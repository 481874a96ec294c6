// The address by which an app of a phone gets its API key after single sign-on.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';

interface SignedIn {
  readonly user_id: UserId;
  readonly email: string;
  /** 32 characters. */
  readonly api_key: string;
}

/** Other apps may claim the scheme: they get the key encrypted with a password that only the asking app knows. [SO9] */
export function appAddress({ url }: Realm, { user_id, email, api_key }: SignedIn, otp: string): string {
  const password = Buffer.from(otp, 'hex');
  const encrypted = Buffer.from(api_key, 'ascii').map((byte, at) => byte ^ password[at]!);
  const query = new URLSearchParams({
    realm: url,
    email,
    user_id: String(user_id),
    otp_encrypted_api_key: Buffer.from(encrypted).toString('hex'),
  });
  return `zulip://login?${query}`;
}
