// Global times: `<time:...>` becomes a <time> element that clients show in the reader's time zone.
import type { StateInline } from 'markdown-it';
import { parseTime } from './parse-time.ts';

/** [MD51] An invalid time is shown as written. */
export function globalTime(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x3c || !src.startsWith('<time:', pos)) return false;
  const end = src.indexOf('>', pos);
  if (end < 0) return false;
  const written = src.slice(pos + 6, end);
  const datetime = parseTime(written);
  const token = state.push(datetime ? 'element' : 'literal', datetime ? 'time' : '', 0);
  if (datetime) token.attrs = [['datetime', datetime]];
  token.content = datetime ? written : src.slice(pos, end + 1);
  state.pos = end + 1;
  return true;
}
