// Every read of linkifiers.

import type { Linkifier, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** In the order in which they are matched. [LK1] */
export function findLinkifiers(db: Connection, realm_id: RealmId): Promise<Linkifier[]> {
  return db.all<Linkifier>(
    sql`select id, pattern, url_template, example_input, reverse_template, alternative_url_templates
     from linkifiers where realm_id = ${realm_id} order by position, id`,
  );
}
