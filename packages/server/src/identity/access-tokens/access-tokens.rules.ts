// Access tokens: their form, names, and expiry. Pure.
import { MAX_TOKEN_NAME_LENGTH, Refused, Unauthorized } from '@stoa/contract';
import { hasUnusableCharacter, isInvisible } from '../../kit/text/name-characters.ts';

/** Scanners for secrets in code know tokens by their beginnings; and neither an API key nor a session key has it. */
export const TOKEN_PREFIX = 'stoa_token_';
/** 256 bits. */
export const TOKEN_BYTES = 32;
const FORM = /^stoa_token_[0-9a-f]{64}$/;

export const isAccessToken = (key: string): boolean => FORM.test(key);

export const isExpired = ({ expires_at }: { readonly expires_at: number }, now_secs: number): boolean =>
  expires_at <= now_secs;

/** Only the holder of the token learns it. */
export const tokenExpired = () => Unauthorized('This access token has expired');

/** The name on one line; throws unless people can read it. */
export function checkTokenName(input: string): string {
  const name = input.trim();
  if (isInvisible(name) || [...name].length > MAX_TOKEN_NAME_LENGTH || hasUnusableCharacter(name))
    throw Refused('token_name', { count: MAX_TOKEN_NAME_LENGTH });
  return name;
}
