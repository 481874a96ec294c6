// The flags of a message for one reader: the bits of message_flags, and the names that clients use. Pure.

/** The bits of `message_flags.flags`. */
export const FLAG = {
  starred: 1,
  mentioned: 2,
  has_alert_word: 4,
  collapsed: 8,
  /** Mentions everyone who takes part in the topic, this reader included. */
  topic_wildcard_mentioned: 16,
  /** The reader did not receive the message, which predates them, but has flagged it. */
  historical: 32,
} as const;

/** The bits of `messages.wildcards`. */
export const WILDCARD = { everyone: 1, topic: 2 } as const;

export interface ReaderFlags {
  readonly is_read: boolean;
  /** The bits of the row in `message_flags`; 0 without one. */
  readonly flags: number;
  /** The reader received a message that mentions everyone. */
  readonly is_everyone_mentioned: boolean;
}

const NONE: string[] = [];
const READ = ['read'];

/** The names of a reader's flags. `wildcard_mentioned` is the older form for both kinds of wildcards. */
export function flagNames({ is_read, flags, is_everyone_mentioned }: ReaderFlags): string[] {
  if (flags === 0 && !is_everyone_mentioned) return is_read ? READ : NONE;
  const topic = (flags & FLAG.topic_wildcard_mentioned) !== 0;
  const names: [string, boolean][] = [
    ['read', is_read],
    ['starred', (flags & FLAG.starred) !== 0],
    ['mentioned', (flags & FLAG.mentioned) !== 0],
    ['stream_wildcard_mentioned', is_everyone_mentioned],
    ['topic_wildcard_mentioned', topic],
    ['wildcard_mentioned', topic || is_everyone_mentioned],
    ['has_alert_word', (flags & FLAG.has_alert_word) !== 0],
    ['collapsed', (flags & FLAG.collapsed) !== 0],
    ['historical', (flags & FLAG.historical) !== 0],
  ];
  return names.filter(([, has]) => has).map(([name]) => name);
}
