// Stores previews of pages that messages link to.
import type { Migration } from '../kit/database/migrate.ts';

export const linkPreviews: Migration = {
  version: 70,
  name: 'link-previews',
  statements: () => [
    // Without a preview, the page could not be fetched or has none.
    `create table link_previews (realm_id bigint not null references realms, url_digest text not null, preview json,
      expires_at bigint not null, primary key (realm_id, url_digest))`,
    'create index link_previews_expiring on link_previews (expires_at)',
  ],
};
