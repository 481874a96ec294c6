// The differences of two JSON values, one per line, so that failed comparisons of large states are readable.

const LINES_MAX = 20;
const TEXT_MAX = 160;

/** Empty if both are equal. Undefined members count as absent. */
export function deepDifference(left: unknown, right: unknown, names: readonly [string, string]): string[] {
  if (Bun.deepEquals(left, right)) return [];
  const lines: string[] = [];
  compare(left, right, '', names, lines);
  return lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX), `... and ${lines.length - LINES_MAX} more`];
}

function compare(left: unknown, right: unknown, path: string, names: readonly [string, string], lines: string[]): void {
  if (Object.is(left, right)) return;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let at = 0; at < Math.max(left.length, right.length); at++)
      compare(left[at], right[at], `${path}[${at}]`, names, lines);
    return;
  }
  if (isRecord(left) && isRecord(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      compare(left[key], right[key], path === '' ? key : `${path}.${key}`, names, lines);
    return;
  }
  lines.push(`${path}: ${names[0]} ${show(left)}, ${names[1]} ${show(right)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text;
}
