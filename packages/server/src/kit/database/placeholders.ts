// Placeholders for lists whose length is known only at run time.
import type { Parameter } from './connection.ts';

/** Three values from the third on: `$3, $4, $5`. */
export function placeholders(count: number, from = 1): string {
  return Array.from({ length: count }, (_, n) => `$${n + from}`).join(', ');
}

/** Collects values and their placeholders for statements assembled from parts. */
export class ParameterList {
  readonly values: Parameter[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: Parameter): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
