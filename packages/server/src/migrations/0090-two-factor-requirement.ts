// What decides whether somebody must switch two-factor sign-in on counts as a change of the account, so that all nodes decide anew.
import type { Migration } from '../kit/database/migrate.ts';

const CHANGES = [
  ['insert', 'new'],
  ['delete', 'old'],
] as const;
/** Whether an account has a second factor; whether its password is that of the directory. */
const TABLES = ['two_factor', 'external_identities'];
const SETTING_CHANGES = `(old.settings ->> 'require_two_factor') is distinct from (new.settings ->> 'require_two_factor')`;
const COUNT_PEOPLE = 'update users set revision = revision + 1 where realm_id = new.realm_id and not is_bot';

const SQLITE = [
  ...TABLES.flatMap((table) =>
    CHANGES.map(
      ([change, row]) =>
        `create trigger ${table}_revision_${change} after ${change} on ${table}
           begin update users set revision = revision + 1 where user_id = ${row}.user_id; end`,
    ),
  ),
  `create trigger realms_two_factor_revision after update of settings on realms when ${SETTING_CHANGES}
     begin ${COUNT_PEOPLE}; end`,
];

const POSTGRES = [
  ...TABLES.map(
    (table) =>
      // The function of migration 32 counts the account of any row with a user_id.
      `create trigger ${table}_revision after insert or delete on ${table} for each row execute function count_profile_value()`,
  ),
  `create function count_people() returns trigger language plpgsql as $$ begin ${COUNT_PEOPLE}; return null; end $$`,
  `create trigger realms_two_factor_revision after update of settings on realms for each row when (${SETTING_CHANGES})
     execute function count_people()`,
];

export const twoFactorRequirement: Migration = {
  version: 90,
  name: 'two-factor-requirement',
  statements: ({ engine }) => (engine === 'sqlite' ? SQLITE : POSTGRES),
};
