// The key of tokens of another site, from the environment: command lines can be read by everybody on the machine.
import { JwtKeyError, JwtVerifier } from '../auth/jwt.ts';
import { UsageError } from './command.ts';

/** Null without one. A key that is none keeps the server from starting, not people from signing in later. */
export async function jwtKey({ STOA_JWT_KEY }: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  if (!STOA_JWT_KEY) return null;
  try {
    await JwtVerifier.of(STOA_JWT_KEY);
  } catch (error) {
    throw error instanceof JwtKeyError ? new UsageError(`STOA_JWT_KEY: ${error.message}`) : error;
  }
  return STOA_JWT_KEY;
}
