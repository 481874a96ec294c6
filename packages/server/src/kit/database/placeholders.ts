// Placeholders for lists whose length is known only at run time.
import type { Parameter } from './connection.ts';

/** `$3, $4, $5` for three values from the third on. */
export function placeholders(count: number, from = 1): string {
  return Array.from({ length: count }, (_, n) => `$${n + from}`).join(', ');
}

/** `($1, $2), ($3, $4)` for two rows of two values. */
export function placeholderRows(rows: number, columns: number): string {
  return Array.from({ length: rows }, (_, row) => `(${placeholders(columns, row * columns + 1)})`).join(', ');
}

/** Values with their placeholders, for statements put together from parts. */
export class ParameterList {
  readonly values: Parameter[] = [];

  /** The placeholder of a value. */
  add(value: Parameter): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
