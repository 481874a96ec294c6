// Every text of the client in German, by area.
import { channels } from './de/channels.ts';
import { core } from './de/core.ts';
import { finding } from './de/finding.ts';
import { live } from './de/live.ts';
import { messages } from './de/messages.ts';
import { organization } from './de/organization.ts';
import { people } from './de/people.ts';
import { session } from './de/session.ts';
import { settings } from './de/settings.ts';

export const de = {
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
