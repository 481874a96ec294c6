// Glob patterns for event kinds and branches. Pure; takes at most the product of both lengths.

/**
 * Whether a character matches the pattern element at `at` (`?`, `[abc]`, `[a-z]`, `[!abc]` or itself), and where the next
 * element is.
 */
function step(pattern: readonly string[], at: number, character: string): { fits: boolean; next: number } {
  const sign = pattern[at];
  if (sign === '?') return { fits: true, next: at + 1 };
  if (sign !== '[') return { fits: sign === character, next: at + 1 };
  const is_negated = pattern[at + 1] === '!';
  const first = at + (is_negated ? 2 : 1);
  // A closing bracket right at the beginning is an ordinary character.
  const end = pattern.indexOf(']', first + 1);
  if (end === -1) return { fits: character === '[', next: at + 1 };
  let fits = false;
  for (let index = first; index < end; index += 1) {
    const is_range = pattern[index + 1] === '-' && index + 2 < end;
    const [low, high] = [pattern[index]!, is_range ? pattern[index + 2]! : pattern[index]!];
    if (character >= low && character <= high) fits = true;
    if (is_range) index += 2;
  }
  return { fits: fits !== is_negated, next: end + 1 };
}

/** Whether the whole text matches. Backtracks only to the last `*`: an earlier one could not match more. */
export function matches(pattern: string, text: string): boolean {
  const signs = [...pattern];
  const characters = [...text];
  let at = 0;
  let position = 0;
  let star: { at: number; position: number } | null = null;
  while (position < characters.length) {
    if (at < signs.length && signs[at] === '*') {
      star = { at: at + 1, position };
      at += 1;
      continue;
    }
    const tried = at < signs.length ? step(signs, at, characters[position]!) : null;
    if (tried?.fits) {
      at = tried.next;
      position += 1;
    } else if (star) {
      star.position += 1;
      at = star.at;
      position = star.position;
    } else return false;
  }
  return signs.slice(at).every((sign) => sign === '*');
}

/** Whether a text matches one of several comma-separated patterns. */
export const matchesAny = (patterns: string, text: string): boolean =>
  patterns.split(',').some((pattern) => matches(pattern.trim(), text));
