// The rows this slice owns.
import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Generated } from 'kysely';

export interface UserTables {
  users: {
    user_id: Generated<UserId>;
    realm_id: RealmId;
    /** The real address. */
    email: string;
    /** `email` in the form that two equal addresses share. */
    email_key: string;
    full_name: string;
    password_hash: string | null;
    api_key_generation: number;
    role: Role;
    is_active: boolean;
    is_bot: boolean;
    bot_type: number | null;
    bot_owner_id: UserId | null;
    date_joined: number;
    timezone: string;
    avatar_source: string;
    avatar_version: number;
    /** JSON: what differs from the defaults. */
    settings: string;
  };
}
