// Makes the account that speaks for the server in an organization.
import { type RealmId, ROLE } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { NOTIFICATION_BOT } from './users.rules.ts';

/** Every organization has one from the beginning, so nobody is told of it. [US21] */
export async function createNotificationBot(tx: Transaction, realm_id: RealmId, date_joined: number): Promise<void> {
  const { email, full_name } = NOTIFICATION_BOT;
  await tx.run(
    `insert into users (realm_id, email, email_key, full_name, password_hash, api_key_generation, role, is_active, is_bot,
       bot_type, bot_owner_id, date_joined, timezone, avatar_source, avatar_version, settings, is_system_bot)
     values ($1, $2, $2, $3, null, 1, $4, false, true, 1, null, $5, '', 'J', 1, '{}', true)`,
    [realm_id, email, full_name, ROLE.member, date_joined],
  );
}
