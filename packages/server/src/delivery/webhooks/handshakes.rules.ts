// What some services ask before they post to a URL, and the responses. Pure.
import { z } from 'zod';
import type { Actor } from '../../kit/access/actor.ts';

const CHALLENGE_MAX = 500;
const SlackChallenge = z.looseObject({
  type: z.literal('url_verification'),
  challenge: z.string().max(CHALLENGE_MAX),
});
const ZapierTest = z.looseObject({ type: z.literal('auth') });

/** The fields of the response to a payload that only tests the URL; null for any other payload. [WH14] [WH20] */
export function handshakeOf(
  name: string,
  payload: unknown,
  { user_id, full_name, email }: Pick<Actor, 'user_id' | 'full_name' | 'email'>,
): Readonly<Record<string, string | number>> | null {
  if (name === 'slack') {
    const read = SlackChallenge.safeParse(payload);
    return read.success ? { challenge: read.data.challenge } : null;
  }
  // Zapier names the connection by what it is answered.
  if (name === 'zapier' && ZapierTest.safeParse(payload).success) return { id: user_id, full_name, email };
  return null;
}

/** The fields that a service expects in the response to a delivery: without them, HelloSign repeats it. [WH20] */
export const answerTo = (name: string): { readonly msg?: string } =>
  name === 'hellosign' ? { msg: 'Hello API Event Received' } : {};

/** The text that a service wants by GET or HEAD; null if it asks nothing so. Dropbox wants its challenge, Trello a success. [WH20] */
export function echoOf(name: string, method: string, query: ReadonlyMap<string, string>): string | null {
  if (name === 'trello' && method === 'HEAD') return '';
  const challenge = name === 'dropbox' ? query.get('challenge') : undefined;
  return challenge !== undefined && challenge.length <= CHALLENGE_MAX ? challenge : null;
}
