// Invariants of recipients and messages in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const messagesInvariants: readonly Invariant[] = [
  {
    title: 'every recipient is one channel or one set of people',
    violations: sql`select recipients.recipient_id, recipients.stream_id, user_key from recipients
      left join channels on channels.stream_id = recipients.stream_id
      where (recipients.stream_id is null) = (user_key is null)
        or (recipients.stream_id is not null and channels.stream_id is null)`,
  },
  {
    title: 'every set of people is listed person by person',
    violations: sql`select recipients.recipient_id, user_key, listed from recipients left join (
        select recipient_id, string_agg(cast(user_id as text), ',' order by user_id) as listed
        from recipient_users group by recipient_id) as lists using (recipient_id)
      where coalesce(user_key, '') <> coalesce(listed, '')`,
  },
  {
    title: 'people who write to each other are of the same organization',
    violations: sql`select recipient_id, user_id from recipient_users join recipients using (recipient_id) join users using (user_id)
      where users.realm_id <> recipients.realm_id`,
  },
  {
    title: 'every message is of the organization of its recipient and its sender',
    violations: sql`select messages.id, messages.realm_id from messages join recipients using (recipient_id)
      join users on users.user_id = messages.sender_id
      where recipients.realm_id <> messages.realm_id or users.realm_id <> messages.realm_id`,
  },
];
