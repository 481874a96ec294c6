// Linkifiers and code playgrounds.
import type { Migration } from '../kit/database/migrate.ts';

export const linkifiers: Migration = {
  version: 17,
  name: 'linkifiers',
  statements: ({ serial }) => [
    `create table linkifiers (
      id ${serial}, realm_id bigint not null references realms, pattern text not null, url_template text not null,
      example_input text, reverse_template text, alternative_url_templates json not null, position integer not null,
      unique (realm_id, pattern))`,
    `create table playgrounds (
      id ${serial}, realm_id bigint not null references realms, name text not null, pygments_language text not null,
      url_template text not null, unique (realm_id, pygments_language, name))`,
  ],
};
