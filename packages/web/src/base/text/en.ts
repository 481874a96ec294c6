// Every text of the client in English, by area; other languages have the same keys.
import { channels } from './en/channels.ts';
import { core } from './en/core.ts';
import { finding } from './en/finding.ts';
import { live } from './en/live.ts';
import { messages } from './en/messages.ts';
import { organization } from './en/organization.ts';
import { people } from './en/people.ts';
import { session } from './en/session.ts';
import { settings } from './en/settings.ts';

export const en = {
  ...core,
  ...session,
  ...settings,
  ...organization,
  ...people,
  ...channels,
  ...messages,
  ...live,
  ...finding,
};
