// Access tokens of people, for tests.
import type { TokenScope } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import type { Person } from './cast.ts';

interface Choices {
  readonly name?: string;
  readonly expires_in_days?: number;
}

export interface TestToken {
  readonly token_id: number;
  readonly token: string;
  readonly email: string;
  /** Calls with the token. */
  readonly client: Client;
}

/** Makes a token of a person, and a client that uses it. */
export async function makeToken(
  server: { client(email: string, api_key: string): Client },
  person: Person,
  scopes: readonly TokenScope[],
  { name = 'A script', expires_in_days = 30 }: Choices = {},
): Promise<TestToken> {
  const made = await person.createAccessToken({ name, scopes: [...scopes], expires_in_days });
  return { ...made, client: server.client(made.email, made.token) };
}
