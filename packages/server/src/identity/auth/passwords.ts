// Password hashes: argon2id, each with its own salt. Slow on purpose, so never inside a transaction.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Realm } from '../../kit/access/actor.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { verifyForeignPassword } from './foreign-passwords.ts';

const derive = promisify(argon2);
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const OWN = 'argon2id';

export const isOwnHash = (hash: string): boolean => hash.startsWith(`${OWN}$`);

async function tag(password: string, salt: Uint8Array): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return derive(OWN, { message, nonce: salt, ...SETTINGS });
}

/** `argon2id$<salt>$<tag>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return [OWN, salt.toString('base64url'), (await tag(password, salt)).toString('base64url')].join('$');
}

/** The hash compared for unknown accounts; created on first use, so that no start waits for it. */
let nobody: Promise<string> | null = null;

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomBytes(SALT_BYTES).toString('hex'));
  return nobody;
}

/** The key under which failed logins are counted. */
export function loginName(realm: Realm, email: string): string {
  return `${realm.realm_id} ${emailKey(email)}`;
}

/** Takes the same time for an account with a password, without one, or none at all. [AU3] */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, salt, expected] = (hash ?? (await hashOfNobody())).split('$');
  if (hash !== null && kind !== OWN) return verifyForeignPassword(password, hash);
  if (kind !== OWN || !salt || !expected) return false;
  const actual = await tag(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(actual, Buffer.from(expected, 'base64url')) && hash !== null;
}
