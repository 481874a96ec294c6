// A command of the `stoa` program: the data for parsing and help, and the function that runs it.
import type { Settings, Values } from '../config/setting.ts';

export interface Command {
  /** Each has a variable and, unless it is secret, an option. */
  readonly settings: Settings;
  /** The settings by the headings of the help; empty for a single list. */
  readonly sections: readonly (readonly [title: string, members: Settings])[];
  /** The arguments after the name, all required. */
  readonly words: readonly string[];
  /** Printed at the end of the help. */
  readonly notes: string;
  /** Loads the function that runs the command and returns the exit code. */
  load(): Promise<(values: never, words: readonly string[]) => Promise<number>>;
}

export function command<const S extends Settings>(declaration: {
  settings: S;
  sections?: Command['sections'];
  words?: readonly string[];
  notes?: string;
  load(): Promise<(values: Values<S>, words: readonly string[]) => Promise<number>>;
}): Command {
  return { sections: [], ...declaration, words: declaration.words ?? [], notes: declaration.notes ?? '' };
}

/** The command line can't be understood. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command can't be carried out; the message says why in a sentence. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
