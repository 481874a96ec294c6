// Passwords that an import brought from another chat.
import { describe, expect, it } from 'bun:test';
import { createHash } from 'node:crypto';
import { OWNER, refusal, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { foreignHash } from './foreign-passwords.rules.ts';
import { verifyPassword } from './passwords.ts';

/** Made by other programs. */
const HASHES: readonly (readonly [password: string, hash: string])[] = [
  ['pässword', 'pbkdf2_sha256$1000$seasalt$EqCL4TJDvY77OVYjQped2t9qDQ3xEdvvzv1yQvLuPH0='],
  ['pässword', 'pbkdf2_sha1$1000$seasalt$H6WU+1jmJ8zSnEXWnKOkiKafRIA='],
  ['U*U', 'bcrypt$$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['password', 'argon2$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG'],
];

const { server, cast } = await serveTests();

const stored = async () =>
  (await server.app.store.db.get<{ password_hash: string }>(
    sql`select password_hash from users where user_id = ${cast.ada.user_id}`,
  ))!.password_hash;
const store = (password_hash: string) =>
  server.app.writer.write(server.realm.realm_id, ({ tx }) =>
    tx.run(sql`update users set password_hash = ${password_hash} where user_id = ${cast.ada.user_id}`),
  );

describe('password hashes of other chats', () => {
  it('[AU25] are compared as the program that made them does', async () => {
    for (const [password, hash] of HASHES) {
      expect([hash, await verifyPassword(password, hash)]).toEqual([hash, true]);
      expect([hash, await verifyPassword(`${password} `, hash)]).toEqual([hash, false]);
    }
    const digest = createHash('sha256').update('secret').digest('hex');
    const of_digest = `bcrypt_sha256$${await Bun.password.hash(digest, { algorithm: 'bcrypt', cost: 4 })}`;
    expect(await verifyPassword('secret', of_digest)).toBe(true);
    expect(await verifyPassword(digest, of_digest)).toBe(false);
  });

  it('[AU25] are no passwords if they are of another kind, or cost too much to check', async () => {
    const tag = 'A'.repeat(43);
    const salt = 'B'.repeat(22);
    for (const hash of [
      'md5$a$b',
      '!unusable',
      '$2b$10$short',
      `pbkdf2_sha256$99999999$salt$${tag}`,
      `pbkdf2_sha256$0$salt$${tag}`,
      `argon2$argon2id$v=19$m=9999999,t=2,p=1$${salt}$${tag}`,
      `argon2$argon2id$v=19$m=64,t=9999,p=1$${salt}$${tag}`,
      `bcrypt$$2b$31$${'C'.repeat(53)}`,
    ]) {
      expect([hash, foreignHash(hash)]).toEqual([hash, null]);
      expect(await verifyPassword('', hash)).toBe(false);
    }
  });

  it('[AU25] let people sign in once, and are replaced', async () => {
    const [password, hash] = HASHES[0]!;
    const username = OWNER.email;
    await store(hash);
    expect((await refusal(server.client().fetchApiKey({ username, password: 'guess' }))).code).toBe(
      'AUTHENTICATION_FAILED',
    );
    expect(await stored()).toBe(hash);
    expect((await server.client().fetchApiKey({ username, password })).user_id).toBe(cast.ada.user_id);
    expect(await stored()).toStartWith('argon2id$');
    await store(hash);
    expect(await server.client().createSession({ username, password })).toMatchObject({ user_id: cast.ada.user_id });
    expect(await stored()).toStartWith('argon2id$');
    expect((await server.client().fetchApiKey({ username, password })).user_id).toBe(cast.ada.user_id);
  });
});
