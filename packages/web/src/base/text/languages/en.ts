// English: the keys that every language has, and the texts of the first view. `all-texts.ts` adds the others.
import type audit from '../../../../locales/en/audit.json';
import type channels from '../../../../locales/en/channels.json';
import type core from '../../../../locales/en/core.json';
import type finding from '../../../../locales/en/finding.json';
import type live from '../../../../locales/en/live.json';
import type messages from '../../../../locales/en/messages.json';
import type organization from '../../../../locales/en/organization.json';
import type people from '../../../../locales/en/people.json';
import type session from '../../../../locales/en/session.json';
import type settings from '../../../../locales/en/settings.json';
import type { Compiled, MessageKey } from '../catalogue.ts';
import { firstTexts } from '../compile.ts' with { type: 'macro' };

type Messages = typeof audit &
  typeof channels &
  typeof core &
  typeof finding &
  typeof live &
  typeof messages &
  typeof organization &
  typeof people &
  typeof session &
  typeof settings;

export type TextKey = MessageKey<Messages>;
/** The keys of texts that the first view loads. */
export type FirstKey = MessageKey<typeof core>;
export type Catalogue = Compiled<Messages>;

export const en = firstTexts('en') as Catalogue;
