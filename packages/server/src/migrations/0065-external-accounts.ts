// Renames external account types to the names that other servers of this API use; Twitter becomes X.
import type { Migration } from '../kit/database/migrate.ts';

/** Unless the organization has another field with that name. */
const rename = (subtype: string, name: string) => `update custom_profile_fields set name = '${name}',
  name_key = '${name.toLowerCase()}', hint = '' where type = 7 and field_data = '{"subtype":"${subtype}"}' and not exists
    (select 1 from custom_profile_fields other where other.realm_id = custom_profile_fields.realm_id
       and other.id <> custom_profile_fields.id and other.name_key = '${name.toLowerCase()}')`;

export const externalAccounts: Migration = {
  version: 65,
  name: 'external-accounts',
  statements: () => [
    `update custom_profile_fields set field_data = '{"subtype":"x"}' where type = 7 and field_data = '{"subtype":"twitter"}'`,
    rename('x', 'X username'),
    rename('github', 'GitHub username'),
  ],
};
