// Creates the Notification Bot of an organization.

import { type RealmId, ROLE } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { NOTIFICATION_BOT } from './users.rules.ts';

/** Created with the organization, so nobody is told of it. [US21] */
export async function createNotificationBot(tx: Transaction, realm_id: RealmId, date_joined: number): Promise<void> {
  const { email, full_name } = NOTIFICATION_BOT;
  await tx.run(
    sql`insert into users (realm_id, email, email_key, full_name, password_hash, api_key_generation, role, is_active, is_bot,
       bot_type, bot_owner_id, date_joined, timezone, avatar_source, avatar_version, settings, is_system_bot)
     values (${realm_id}, ${email}, ${email}, ${full_name}, null, 1, ${ROLE.member}, false, true, 1, null, ${date_joined}, '', 'J', 1, '{}', true)`,
  );
}
