// Passkeys: at which addresses they work, their names, and challenges between the calls that give and take them. Pure.
import { isIP } from 'node:net';
import { MAX_PASSKEY_NAME_LENGTH, PASSKEY_CHALLENGE_SECS, type RealmId, Refused, type UserId } from '@stoa/contract';
import { z } from 'zod';
import type { Realm } from '../../kit/access/actor.ts';
import { TimedSeal } from '../../kit/secrets/timed-seal.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { hasUnusableCharacter, isInvisible } from '../../kit/text/name-characters.ts';

/** 256 bits. */
export const CHALLENGE_BYTES = 32;

/** Where passkeys of an organization work. */
export interface PasskeySite {
  /** The host name: a passkey is bound to it. */
  readonly rp_id: string;
  readonly origin: string;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** IPv6 addresses are in brackets. */
const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * From the configured address, never from a request. Null where browsers have no passkeys: without TLS and for an IP address, except on the
 * same machine. [PK3] [PK42]
 */
export function passkeySite({ url }: Pick<Realm, 'url'>): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(url);
  const is_possible = LOOPBACK.test(hostname) || (protocol === 'https:' && !isAddress(hostname));
  return is_possible ? { rp_id: hostname, origin } : null;
}

export function siteOf(realm: Pick<Realm, 'url'>): PasskeySite {
  const site = passkeySite(realm);
  if (site === null) throw Refused('passkey_impossible');
  return site;
}

/** The name on one line; throws unless people can read it. */
export function checkPasskeyName(input: string): string {
  const name = input.trim();
  if (isInvisible(name) || [...name].length > MAX_PASSKEY_NAME_LENGTH || hasUnusableCharacter(name))
    throw Refused('passkey_name', { count: MAX_PASSKEY_NAME_LENGTH });
  return name;
}

/** Whom a challenge is for: it counts nowhere else. [PK4] */
export const registrationPurpose = (user_id: UserId, session_id: number | undefined): string =>
  `passkey registration ${user_id} ${session_id ?? 'key'}`;
export const confirmationPurpose = (user_id: UserId, session_id: number | undefined): string =>
  `passkey confirmation ${user_id} ${session_id ?? 'key'}`;
export const signInPurpose = (realm_id: RealmId): string => `passkey sign-in ${realm_id}`;

const CHALLENGE = new TimedSeal(PASSKEY_CHALLENGE_SECS, z.object({ challenge: z.string(), user_handle: z.string() }));

export interface Challenge {
  readonly challenge: string;
  readonly user_handle: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

/** `now` in milliseconds. */
export function sealChallenge(
  vault: Vault,
  purpose: string,
  { challenge, user_handle = '' }: { readonly challenge: string; readonly user_handle?: string },
  now: number,
): string {
  return CHALLENGE.seal(vault, purpose, { challenge, user_handle }, now);
}

/** Null if it is forged, for somebody else, or too old. */
export function openChallenge(vault: Vault, purpose: string, text: string, now: number): Challenge | null {
  const opened = CHALLENGE.open(vault, purpose, text, now);
  return opened && { ...opened.content, expires_at: opened.expires_at };
}
