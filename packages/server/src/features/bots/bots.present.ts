// Bots as access tokens see them: without the secrets that they share with services. [TK8] Pure.
import type { Bot } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';

/** A service verifies its caller by a secret, which outlasts a token. */
export const withoutServices = <B extends Partial<Bot>>(bot: B): B =>
  bot.services === undefined ? bot : { ...bot, services: [] };

export const presentBotEvent: Presenter = (entry, { options }) => {
  const open = (body: typeof entry.body) => openEvent(entry.type, entry.op, body);
  if (!options.by_token) return [entry.text('', () => open(entry.body))];
  return [entry.text('by token', () => open({ ...entry.body, bot: withoutServices(entry.body.bot as Partial<Bot>) }))];
};
