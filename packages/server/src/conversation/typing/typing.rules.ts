// Whether an account shares that it is typing. Pure.
import { BadRequest, type UserSettings } from '@stoa/contract';

type Wishes = Pick<UserSettings, 'send_private_typing_notifications' | 'send_stream_typing_notifications'>;

/** Throws if the account's settings keep typing private, for new messages and edits alike. [TY7] */
export function checkTellsTyping(wishes: Wishes, where: 'direct' | 'channel'): void {
  const is_told =
    where === 'direct' ? wishes.send_private_typing_notifications : wishes.send_stream_typing_notifications;
  if (!is_told) throw BadRequest(`User has disabled typing notifications for ${where} messages`);
}
