// Compares passwords with hashes of other chats. They are replaced by our own at the first sign-in. [AU25]
import { argon2, createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyBcrypt } from '../../kit/runtime/verify-bcrypt.ts';
import { type ForeignHash, foreignHash } from './foreign-passwords.rules.ts';

const derive = { argon2: promisify(argon2), pbkdf2: promisify(pbkdf2) };

export async function verifyForeignPassword(password: string, stored: string): Promise<boolean> {
  const hash = foreignHash(stored);
  return hash !== null && matches(password, hash);
}

async function matches(password: string, hash: ForeignHash): Promise<boolean> {
  if (hash.kind === 'bcrypt') {
    const message = hash.of_digest ? createHash('sha256').update(password).digest('hex') : password;
    return verifyBcrypt(message, hash.hash);
  }
  const expected = Buffer.from(hash.tag, 'base64');
  if (hash.kind === 'pbkdf2')
    return timingSafeEqual(
      await derive.pbkdf2(password, hash.salt, hash.passes, expected.length, hash.digest),
      expected,
    );
  const { variant, memory, passes, parallelism, salt } = hash;
  const parts = { message: password, nonce: Buffer.from(salt, 'base64'), memory, passes, parallelism };
  return timingSafeEqual(await derive.argon2(variant, { ...parts, tagLength: expected.length }), expected);
}
