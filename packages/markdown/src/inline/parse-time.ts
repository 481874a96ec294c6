// Reads the times people write in <time:...>: ISO 8601, English dates, seconds since 1970. Never asks for the current time.

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Minutes east of Greenwich. */
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
const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T\s]+(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?)?\s*(Z|[a-z]{2,4}|[+-]\d{1,2}(?::?\d{2})?)?$/i;
const CLOCK =
  /\b(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)(?![a-z])|\b(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?/i;
const ZONE = /(?:^|[\s\d])(?:(?:utc|gmt)?\s*([+-])(\d{1,2}):?(\d{2})?|([a-z]{1,4}))$/i;

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

function format(ms: number): string | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!Number.isFinite(ms) || year < 1 || year > 9999) return null;
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day}T${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}Z`;
}

interface Clock {
  hour: number;
  minute: number;
  second: number;
}

function build(year: number, month: number, day: number, clock: Clock, offset: number): string | null {
  const { hour, minute, second } = clock;
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59 || Math.abs(offset) > 24 * 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return format(date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000);
}

function zoneOffset(zone: string | undefined): number | null {
  if (!zone) return 0;
  const match = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
  return ZONES.get(zone.toLowerCase()) ?? null;
}

function parseIso(text: string): string | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const offset = zoneOffset(match[7]);
  if (offset === null) return null;
  const clock = { hour: Number(match[4] ?? 0), minute: Number(match[5] ?? 0), second: Number(match[6] ?? 0) };
  return build(Number(match[1]), Number(match[2]), Number(match[3]), clock, offset);
}

/** Takes the clock out of a text: `10:30PM`, `10pm`, `22:30:15`. */
function takeClock(text: string): { clock: Clock; rest: string } | null {
  const match = CLOCK.exec(text);
  if (!match) return { clock: { hour: 0, minute: 0, second: 0 }, rest: text };
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  if (match[4] === undefined) {
    return { clock: { hour: Number(match[5]), minute: Number(match[6]), second: Number(match[7] ?? 0) }, rest };
  }
  const hour = Number(match[1]);
  if (hour < 1 || hour > 12) return null;
  const afternoon = /^p/i.test(match[4]) ? 12 : 0;
  return {
    clock: { hour: (hour % 12) + afternoon, minute: Number(match[2] ?? 0), second: Number(match[3] ?? 0) },
    rest,
  };
}

function takeZone(text: string): { offset: number; rest: string } {
  const trimmed = text.trim();
  const match = ZONE.exec(trimmed);
  if (!match) return { offset: 0, rest: trimmed };
  const written = match[4] ?? `${match[1]}${match[2]}${match[3] ? `:${match[3]}` : ''}`;
  const offset = zoneOffset(written);
  if (offset === null) return { offset: 0, rest: trimmed };
  return { offset, rest: trimmed.slice(0, match.index + 1) };
}

const monthOf = (word: string) => (/^[a-z]{3,9}$/.test(word) ? MONTHS.indexOf(word.slice(0, 3)) + 1 : 0);
const FULL_MONTHS = /^(?:january|february|march|april|may|june|july|august|september|sept|october|november|december)$/;
const DAY_NAME = /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|of|at|on|the|and)$/;

/** Year, month and day of words such as `Jun 5th 2017`, `5 June 2017`, `6/5/2017`. */
function parseDate(text: string): [number, number, number] | null {
  const numbers: { value: number; width: number }[] = [];
  let month = 0;
  for (const word of text.toLowerCase().split(/[\s,./-]+/)) {
    if (word === '' || DAY_NAME.test(word)) continue;
    const number = /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word);
    if (number) numbers.push({ value: Number(number[1]), width: (number[1] as string).length });
    else if (month === 0 && monthOf(word) > 0 && (word.length === 3 || FULL_MONTHS.test(word))) month = monthOf(word);
    else return null;
  }
  const yearAt = numbers.findIndex((number) => number.width === 4);
  if (yearAt < 0 || numbers.length !== (month ? 2 : 3)) return null;
  const year = (numbers[yearAt] as { value: number }).value;
  const others = numbers.filter((_, at) => at !== yearAt).map((number) => number.value) as [number, number];
  if (month) return [year, month, others[0]];
  // Month first, as in the United States, unless that cannot be.
  return others[0] > 12 ? [year, others[1], others[0]] : [year, others[0], others[1]];
}

/** [MD51] The moment as `YYYY-MM-DDTHH:MM:SSZ`, or null. A time without a zone is in UTC. */
export function parseTime(written: string): string | null {
  const text = written.trim();
  if (text === '' || text.length > MAX_LENGTH) return null;
  if (/^[+-]?\d{1,17}(?:\.\d+)?$/.test(text) && !/^(?:\d{8}|\d{14})$/.test(text))
    return format(Math.floor(Number(text)) * 1000);
  const iso = parseIso(text);
  if (iso) return iso;
  const taken = takeClock(text);
  if (!taken) return null;
  const { offset, rest } = takeZone(taken.rest);
  const date = parseDate(rest);
  return date && build(...date, taken.clock, offset);
}
