// What the text before the cursor asks suggestions for, and where that begins. Pure.

export interface Trigger {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'command' | 'time' | 'language';
  readonly query: string;
  /** Where the word begins. */
  readonly start: number;
  readonly channel?: string;
  /** Mentions that call nobody. */
  readonly silent?: boolean;
  /** What begins the block whose language is written, and is to end it. */
  readonly fence?: string;
}

const TRIGGERS: readonly [Trigger['kind'], RegExp][] = [
  ['command', /^(\/([a-z]*))$/],
  // Without a letter the Enter key shall begin a line, not choose a language.
  ['language', /(?:^|\n)(`{3,}|~{3,})([a-z0-9+#._/-]{1,20})$/i],
  ['time', /(?:^|\s)(<t(?:i(?:m(?:e(?::([^>\n]{0,40}))?)?)?)?)$/],
  ['person', /(?:^|[\s(])(@_?(?:\*{0,2})?([^@*\n]{0,40}))$/],
  ['topic', /(?:^|[\s(])(#(?:\*\*)?([^*#>\n]+)>([^*\n]{0,60}))$/],
  ['channel', /(?:^|[\s(])(#(?:\*\*)?([^#*>\n]{0,40}))$/],
  ['emoji', /(?:^|[\s(])(:([a-z0-9_+-]{2,40}))$/i],
];

function triggerOf(kind: Trigger['kind'], found: RegExpExecArray, before: string): Trigger | null {
  if (kind === 'language') return { kind, query: found[2]!, start: before.length - found[2]!.length, fence: found[1]! };
  const start = before.length - found[1]!.length;
  if (kind === 'topic') return { kind, channel: found[2]!, query: found[3]!, start };
  const query = found[2] ?? '';
  // What goes on over several words must look like a name, or every sentence after an @ would be one.
  if (/\s{2}|\s$/.test(query) && query.trim().split(/\s+/).length > 3) return null;
  return kind === 'person' ? { kind, query, start, silent: found[1]!.startsWith('@_') } : { kind, query, start };
}

/** The one that begins nearest to the cursor: names may have spaces, so an earlier @ or # could reach over it. */
export function findTrigger(before: string): Trigger | null {
  let nearest: Trigger | null = null;
  for (const [kind, pattern] of TRIGGERS) {
    const found = pattern.exec(before);
    const trigger = found && triggerOf(kind, found, before);
    if (trigger && (!nearest || trigger.start > nearest.start)) nearest = trigger;
  }
  return nearest;
}

export const isSameTrigger = (a: Trigger | null, b: Trigger | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.kind === b.kind &&
    a.query === b.query &&
    a.start === b.start &&
    a.channel === b.channel &&
    a.silent === b.silent &&
    a.fence === b.fence);

/** Ends the block that was begun, unless what follows does: put after what was chosen. */
export function blockEnd({ fence }: Trigger, chosen: string, after: string): string {
  if (fence === undefined || after.split('\n').some((line) => line.trimEnd() === fence)) return '';
  return `${chosen.endsWith('\n') ? '\n' : '\n\n'}${fence}`;
}
