// Finds what the text before the cursor asks to complete. Pure.

export interface Trigger {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji' | 'command' | 'time' | 'language';
  readonly query: string;
  /** Index where the word begins. */
  readonly start: number;
  readonly channel?: string;
  /** Mentions without a notification. */
  readonly silent?: boolean;
  /** The opening fence of the block whose language is typed, also used to close it. */
  readonly fence?: string;
}

const TRIGGERS: readonly [Trigger['kind'], RegExp][] = [
  ['command', /^(\/([a-z]*))$/],
  // A letter is required, so that Enter begins a line instead of choosing a language.
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
  // Text of several words must look like a name; otherwise every sentence after an @ would match.
  if (/\s{2}|\s$/.test(query) && query.trim().split(/\s+/).length > 3) return null;
  return kind === 'person' ? { kind, query, start, silent: found[1]!.startsWith('@_') } : { kind, query, start };
}

/** The trigger nearest to the cursor: names may contain spaces, so an earlier @ or # could reach past it. */
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

/** Text that closes the started block unless it is closed already; inserted after the completion. */
export function blockEnd({ fence }: Trigger, chosen: string, after: string): string {
  if (fence === undefined || after.split('\n').some((line) => line.trimEnd() === fence)) return '';
  return `${chosen.endsWith('\n') ? '\n' : '\n\n'}${fence}`;
}
