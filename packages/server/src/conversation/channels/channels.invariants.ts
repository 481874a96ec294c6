// Invariants of channels in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const channelsInvariants: readonly Invariant[] = [
  {
    title: 'every channel has its recipient',
    violations: sql`select channels.stream_id, channels.recipient_id from channels left join recipients using (recipient_id)
      where recipients.recipient_id is null or recipients.stream_id is null or recipients.stream_id <> channels.stream_id
        or recipients.realm_id <> channels.realm_id`,
  },
];
