// Which lines are logged: a level for all subsystems, and levels for single ones. Pure.

/** `server`: start, stop and failures. `requests`: a line for each. `jobs`: attempts, done and failed. */
export const SUBSYSTEMS = ['server', 'requests', 'jobs'] as const;
export type Subsystem = (typeof SUBSYSTEMS)[number];

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type Level = (typeof LEVELS)[number];
export type Levels = Readonly<Record<Subsystem, Level>>;

export type LogFormat = 'json' | 'pretty';

export function parseFormat(text: string): LogFormat {
  if (text === 'json' || text === 'pretty') return text;
  throw new Error(`must be pretty or json, not "${text}"`);
}

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T => all.includes(text as T);

/** Parses `warn`, `requests=debug` or `warn,requests=debug`; a subsystem without a level has `info`, or the one without a name. */
export function parseLevels(text: string): Levels {
  const parts = text.split(',').map((part) => part.trim());
  const named = parts.map(
    (part) => (part.includes('=') ? part.split('=', 2) : [null, part]) as [string | null, string],
  );
  const levels = new Map<Subsystem | null, Level>();
  for (const [name, level] of named) {
    if (!isOneOf(LEVELS, level)) throw new Error(`must have levels of ${LEVELS.join(', ')}, not "${level}"`);
    if (name !== null && !isOneOf(SUBSYSTEMS, name))
      throw new Error(`must name subsystems of ${SUBSYSTEMS.join(', ')}, not "${name}"`);
    if (levels.has(name)) throw new Error(`must name ${name ?? 'the level of all'} once`);
    levels.set(name, level);
  }
  const all = levels.get(null) ?? 'info';
  return Object.fromEntries(SUBSYSTEMS.map((name) => [name, levels.get(name) ?? all])) as Levels;
}
