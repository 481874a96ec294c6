// Parses times in <time:...> like the reference's date parser: ISO 8601, English dates and clocks in most orders,
// seconds since 1970. Missing parts come from the current day.

import { type Fields, readFields } from './time-fields.ts';
import { splitTime } from './time-words.ts';

/** Minutes east of UTC. */
const ZONES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    utc: 0,
    gmt: 0,
    z: 0,
    wet: 0,
    acdt: 630,
    acst: 570,
    adt: -180,
    aedt: 660,
    aest: 600,
    akdt: -480,
    akst: -540,
    ast: -240,
    awst: 480,
    bst: 60,
    cat: 120,
    chst: 600,
    cdt: -300,
    cest: 120,
    cet: 60,
    cst: -360,
    eat: 180,
    edt: -240,
    eest: 180,
    eet: 120,
    est: -300,
    hdt: -540,
    hkt: 480,
    hst: -600,
    idt: 180,
    ist: 330,
    jst: 540,
    kst: 540,
    mdt: -360,
    mest: 120,
    met: 60,
    msk: 180,
    mst: -420,
    ndt: -150,
    nst: -210,
    nzdt: 780,
    nzst: 720,
    pdt: -420,
    pkt: 300,
    pst: -480,
    sast: 120,
    sst: -660,
    wat: 60,
    west: 60,
    wib: 420,
    wit: 540,
    wita: 480,
  }),
);

const MAX_LENGTH = 100;
const DAY_MS = 24 * 60 * 60_000;

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

function format(ms: number, microsecond: number): string | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return null;
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return `${day}T${clock}${microsecond ? `.${pad(microsecond, 6)}` : ''}Z`;
}

/** Minutes east of UTC; 0 for an unknown zone. */
function offsetOf({ zone, offset }: Fields): number {
  const named_zone = zone === null || zone !== zone.toUpperCase() ? undefined : ZONES.get(zone.toLowerCase());
  return named_zone ?? offset ?? 0;
}

function build(fields: Fields, now: Date): string | null {
  const { weekday, hour = 0, minute = 0, second = 0, microsecond = 0 } = fields;
  const year = fields.year ?? now.getUTCFullYear();
  const month = fields.month ?? now.getUTCMonth() + 1;
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 || year < 1 || year > 9999) return null;
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const day = fields.day ?? Math.min(now.getUTCDate(), days);
  if (day < 1 || day > days) return null;
  const offset = offsetOf(fields);
  if (Math.abs(offset) >= 24 * 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const ahead = weekday === undefined || fields.day !== undefined ? 0 : (weekday + 8 - date.getUTCDay()) % 7;
  const ms = date.getTime() + ahead * DAY_MS + ((hour * 60 + minute - offset) * 60 + second) * 1000;
  return format(ms, microsecond);
}

/** Seconds since 1970, possibly with a fraction. */
function seconds(text: string): string | null {
  if (!/^[+-]?(?:\d{1,17}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  const whole = Math.floor(value);
  const microsecond = Math.round((value - whole) * 1_000_000);
  return microsecond === 1_000_000 ? format((whole + 1) * 1000, 0) : format(whole * 1000, microsecond);
}

/** [MD51] The time as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, or null. Without a zone it is in UTC. */
export function parseTime(written: string, now = new Date()): string | null {
  if (written.length > MAX_LENGTH) return null;
  const fields = readFields(splitTime(written), now.getUTCFullYear());
  return (fields && build(fields, now)) ?? seconds(written.trim());
}
