// What the log says of a directory that fails. What the directory itself says may name people.
import { scrub } from '../../kit/logging/scrub.ts';

export function reasonOf(error: unknown): string {
  const { name, code, message } = error as Error & { code?: unknown };
  return typeof code === 'number' ? `${name} (${code})` : scrub(message);
}
