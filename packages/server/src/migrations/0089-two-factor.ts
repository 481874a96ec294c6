// Two-factor sign-in: the secrets of authenticator apps, sealed, and digests of recovery codes.
import type { Migration } from '../kit/database/migrate.ts';

export const twoFactor: Migration = {
  version: 89,
  name: 'two-factor',
  statements: () => [
    // `last_step` is the newest time step whose code was used: it and earlier ones count no more.
    `create table two_factor (
      user_id bigint primary key references users on delete cascade, secret_sealed text not null, enabled_at bigint not null,
      last_step bigint not null)`,
    // A used code has no row.
    `create table recovery_codes (
      user_id bigint not null references users on delete cascade, code_digest text not null, primary key (user_id, code_digest))`,
  ],
};
