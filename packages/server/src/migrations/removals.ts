// Migrations that drop or rename tables or columns. Old and new nodes run side by side during an upgrade, so what is removed must be unused
// in a version that was released before. [DB34]

export interface Removal {
  /** The released version that no longer used what is removed. Null: nodes of earlier versions must be stopped first. */
  readonly unused_since: string | null;
  readonly reason: string;
}

/** Keyed by the version of the migration. */
export const removals: Readonly<Record<number, Removal>> = {
  68: {
    unused_since: null,
    reason:
      'renamed to the terms of the glossary before the second release: the last change that requires stopping all nodes',
  },
};

const REMOVES = /\b(drop\s+(column|table)|rename\s+(column|to))\b/i;

export function removesSomething(statements: readonly string[]): boolean {
  return statements.some((statement) => REMOVES.test(statement) && !/^alter index/i.test(statement));
}
