// Whether an account shares that it is typing. Pure.
import { BadRequest, type UserSettings } from '@stoa/contract';

type TypingSettings = Pick<UserSettings, 'send_private_typing_notifications' | 'send_stream_typing_notifications'>;

/** Throws if the account's settings keep typing private, for new messages and edits alike. [TY7] */
export function checkSendsTyping(settings: TypingSettings, where: 'direct' | 'channel'): void {
  const sends =
    where === 'direct' ? settings.send_private_typing_notifications : settings.send_stream_typing_notifications;
  if (!sends) throw BadRequest(`User has disabled typing notifications for ${where} messages`);
}
