// How tokens of another site are checked. The key comes from the environment: command lines can be read by everybody on the machine.
import { JwtKeyError, type JwtSettings, JwtVerifier } from '../identity/auth/jwt.ts';
import { UsageError } from './command.ts';

export const jwtOptions = {
  'jwt-issuer': {
    type: 'string',
    placeholder: 'NAME',
    summary: 'what the `iss` of JSON web tokens must be; needs the variable STOA_JWT_KEY',
  },
} as const;

/** Null without a key. A key that is none keeps the server from starting, not people from signing in later. */
export async function jwtSettings(
  { 'jwt-issuer': issuer = null }: { readonly 'jwt-issuer'?: string | null },
  { STOA_JWT_KEY }: Readonly<Record<string, string | undefined>>,
): Promise<JwtSettings | null> {
  if (!STOA_JWT_KEY) {
    if (issuer !== null) throw new UsageError('--jwt-issuer needs the variable STOA_JWT_KEY');
    return null;
  }
  const settings = { key: STOA_JWT_KEY, issuer };
  try {
    await JwtVerifier.of(settings);
  } catch (error) {
    throw error instanceof JwtKeyError ? new UsageError(`STOA_JWT_KEY: ${error.message}`) : error;
  }
  return settings;
}
