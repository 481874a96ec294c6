// Which flags can be changed, and how many messages per call. Pure.
import { BadRequest } from '@stoa/contract';
import { FLAG } from '../message-rules/flags.rules.ts';

export type EditableFlag = 'read' | 'starred' | 'collapsed';

/** The bits of flags stored in rows. */
export const STORED_BITS = { starred: FLAG.starred, collapsed: FLAG.collapsed } as const;

/** Flags derived from the message and its reader. */
const GIVEN: readonly string[] = [
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
];

/** [RS7] */
export function checkFlag(flag: string): EditableFlag {
  if (flag === 'read' || flag === 'starred' || flag === 'collapsed') return flag;
  if (GIVEN.includes(flag)) throw BadRequest(`Flag not editable: '${flag}'`);
  throw BadRequest(`Invalid flag: '${flag}'`);
}
