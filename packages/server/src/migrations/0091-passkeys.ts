// Passkeys: public keys of devices that sign people in, and the challenges that were answered.
import type { Migration } from '../kit/database/migrate.ts';

const CHANGES = [
  ['insert', 'new'],
  ['delete', 'old'],
] as const;

export const passkeys: Migration = {
  version: 91,
  name: 'passkeys',
  statements: ({ engine, serial }) => [
    // Bytes are in base64url, times in seconds. `user_handle` is random, and of one account.
    `create table passkeys (
      passkey_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users on delete cascade,
      name text not null, rp_id text not null, user_handle text not null, credential_id text not null, public_key text not null,
      counter bigint not null, is_backup_eligible boolean not null, is_backed_up boolean not null, created_at bigint not null,
      last_used_at bigint, unique (realm_id, credential_id))`,
    'create index passkeys_user on passkeys (user_id)',
    // A challenge that was answered counts no more; the row is deleted after its end.
    `create table spent_challenges (
      challenge_digest text primary key, realm_id bigint not null references realms, expires_at bigint not null)`,
    'create index spent_challenges_realm on spent_challenges (realm_id, expires_at)',
    // Whether an account has a second factor is decided once for each revision of it.
    ...(engine === 'sqlite'
      ? CHANGES.map(
          ([change, row]) =>
            `create trigger passkeys_revision_${change} after ${change} on passkeys
               begin update users set revision = revision + 1 where user_id = ${row}.user_id; end`,
        )
      : [
          'create trigger passkeys_revision after insert or delete on passkeys for each row execute function count_profile_value()',
        ]),
  ],
};
