// What a command of the `stoa` program is: data to parse and explain it by, and what it does.

export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help text. */
  readonly placeholder?: string;
  readonly summary: string;
  readonly fallback?: string;
  readonly required?: true;
}
export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { type: 'boolean' }
    ? boolean
    : O[K] extends { fallback: string } | { required: true }
      ? string
      : string | undefined;
};

export interface Command {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** The words after the name, all of them required. */
  readonly words: readonly string[];
  /** Ends the help text. */
  readonly notes: string;
  /** Gives the exit code. */
  run(values: never, words: readonly string[]): Promise<number>;
}

export function command<const O extends Options>(declaration: {
  name: string;
  summary: string;
  options: O;
  words?: readonly string[];
  notes?: string;
  run(values: Values<O>, words: readonly string[]): Promise<number>;
}): Command {
  return { ...declaration, words: declaration.words ?? [], notes: declaration.notes ?? '' };
}

/** What the person at the terminal asked for can't be understood. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for can't be done; the message says why in a sentence. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
