// Every read of code playgrounds.

import type { Playground, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export function findPlaygrounds(db: Connection, realm_id: RealmId): Promise<Playground[]> {
  return db.all<Playground>(
    sql`select id, name, pygments_language, url_template from playgrounds where realm_id = ${realm_id} order by id`,
  );
}
