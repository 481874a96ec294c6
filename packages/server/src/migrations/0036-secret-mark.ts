// Identifies the secret that the data was written with.
import type { Migration } from '../kit/database/migrate.ts';

export const secretMark: Migration = {
  version: 36,
  name: 'secret mark',
  statements: () => ['create table secret_marks (id bigint primary key, mark text not null)'],
};
