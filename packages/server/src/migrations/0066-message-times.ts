// Messages of an organization by time, without reading those of others.
import type { Migration } from '../kit/database/migrate.ts';

export const messageTimes: Migration = {
  version: 66,
  name: 'message times',
  statements: () => ['create index messages_time on messages (realm_id, timestamp, id)'],
};
