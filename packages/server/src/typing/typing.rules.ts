// Whether somebody lets others know that they are typing. Pure.
import { BadRequest } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import { completeSettings } from '../settings/settings.queries.ts';

/** Throws where the settings keep it from others; whatever is typed, a new message or another text for one. [TY7] */
export function checkTellsTyping({ settings }: Pick<Actor, 'settings'>, where: 'direct' | 'channel'): void {
  const { send_private_typing_notifications, send_stream_typing_notifications } = completeSettings(settings);
  const is_told = where === 'direct' ? send_private_typing_notifications : send_stream_typing_notifications;
  if (!is_told) throw BadRequest(`User has disabled typing notifications for ${where} messages`);
}
