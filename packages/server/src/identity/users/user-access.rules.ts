// The placeholder for an account that the reader may not see. Pure.
import { ROLE, UNKNOWN_USER_NAME, type User, type UserId } from '@stoa/contract';
import { UNKNOWN_PICTURE } from '../../kit/images/generated-pictures.ts';
import { isoTime, placeholderEmail } from './users.present.ts';

/** Equal for every account except the id, so that nothing real shows. */
export function unknownUser(user_id: UserId, host: string, date_joined: number): User {
  return {
    user_id,
    delivery_email: null,
    email: placeholderEmail(user_id, host),
    full_name: UNKNOWN_USER_NAME,
    date_joined: isoTime(date_joined),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: ROLE.member,
    timezone: '',
    avatar_url: UNKNOWN_PICTURE,
    avatar_version: 1,
    profile_data: {},
    is_imported_stub: false,
  };
}

/** An unknown account as the sender of a message. */
export function unknownSender(user_id: UserId, host: string) {
  return {
    sender_email: placeholderEmail(user_id, host),
    sender_full_name: UNKNOWN_USER_NAME,
    avatar_url: UNKNOWN_PICTURE,
  };
}
export type UnknownSender = ReturnType<typeof unknownSender>;
