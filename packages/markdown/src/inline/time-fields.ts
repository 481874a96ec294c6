// Finds the meaning of each word in a written time. Needs the current date only for the century of short years.

export interface Fields {
  year?: number;
  month?: number;
  day?: number;
  /** Monday is 0. */
  weekday?: number;
  hour?: number;
  minute?: number;
  second?: number;
  microsecond?: number;
  zone: string | null;
  /** Minutes east of UTC. */
  offset: number | null;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const FULL_MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAYS = 'mon tue wed thu fri sat sun'.split(' ');
const FULL_DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const FILLERS: ReadonlySet<string> = new Set([..." .,;-/'", ...'at on and ad m t of st nd rd th'.split(' ')]);
const UNITS: ReadonlyMap<string, number> = new Map(
  ['h hour hours', 'm minute minutes', 's second seconds'].flatMap((names, unit) =>
    names.split(' ').map((name) => [name, unit] as const),
  ),
);

const isFiller = (word: string | undefined) => word !== undefined && FILLERS.has(word.toLowerCase());
const unitOf = (word: string | undefined) => (word === undefined ? undefined : UNITS.get(word.toLowerCase()));
const isNumber = (word: string | undefined) => word !== undefined && /^\d+(?:\.\d*)?$/.test(word);

function placeIn(word: string | undefined, ...lists: string[][]): number | undefined {
  if (word === undefined) return undefined;
  const key = word.toLowerCase();
  const found = lists.map((list) => list.indexOf(key)).find((at) => at >= 0);
  return found;
}

function monthOf(word: string | undefined): number | undefined {
  if (word?.toLowerCase() === 'sept') return 9;
  const at = placeIn(word, MONTHS, FULL_MONTHS);
  return at === undefined ? undefined : at + 1;
}

/** 0 for am, 1 for pm. */
function halfOf(word: string | undefined): 0 | 1 | undefined {
  const key = word?.toLowerCase();
  if (key === 'am' || key === 'a') return 0;
  return key === 'pm' || key === 'p' ? 1 : undefined;
}

/** An hour of the twelve-hour clock as one of 24; later hours are unchanged. */
function inHalf(hour: number, half: 0 | 1): number {
  if (half === 1) return hour < 12 ? hour + 12 : hour;
  return hour === 12 ? 0 : hour;
}

class NotATime extends Error {}

/** Year, month and day, not yet told apart. */
class DateParts {
  readonly values: number[] = [];
  private yearAt = -1;
  private monthAt = -1;
  hasCentury = false;

  add(written: string | number, label?: 'Y' | 'M'): void {
    const value = Math.trunc(Number(written));
    let own = label;
    if (typeof written === 'string' ? /^\d{3,}$/.test(written) : written > 100) {
      if (label === 'M') throw new NotATime();
      this.hasCentury = true;
      own = 'Y';
    }
    this.values.push(value);
    if ((own === 'M' && this.monthAt >= 0) || (own === 'Y' && this.yearAt >= 0)) throw new NotATime();
    if (own === 'M') this.monthAt = this.values.length - 1;
    if (own === 'Y') this.yearAt = this.values.length - 1;
  }

  couldBeDay(value: number): boolean {
    return value >= 1 && value <= 31 && this.values.length < 3;
  }

  /** As year, month, day. */
  resolve(): (number | undefined)[] {
    const { values, yearAt, monthAt } = this;
    const [a, b, c] = values as [number, number, number];
    const rest = values.filter((_, at) => at !== yearAt && at !== monthAt);
    if (values.length > 3) throw new NotATime();
    if (values.length === 0) return [undefined, undefined, undefined];
    if (yearAt >= 0 && monthAt >= 0) return [values[yearAt], values[monthAt], rest[0]];
    if (yearAt >= 0 && values.length === 1) return [a, undefined, undefined];
    if (monthAt >= 0 && values.length === 1) return [undefined, a, undefined];
    if (values.length === 1) return a > 31 ? [a, undefined, undefined] : [undefined, undefined, a];
    if (values.length === 2) {
      const [other] = rest as [number];
      if (monthAt >= 0) return other > 31 ? [other, values[monthAt], undefined] : [undefined, values[monthAt], other];
      if (a > 31) return [a, b, undefined];
      return b > 31 ? [b, a, undefined] : [undefined, a, b];
    }
    if (monthAt === 0) return b > 31 ? [b, a, c] : [c, a, b];
    if (monthAt === 1) return a > 31 ? [a, b, c] : [c, b, a];
    if (monthAt === 2) return b > 31 ? [b, c, a] : [a, c, b];
    if (a > 31 || yearAt === 0) return [a, b, c];
    return a > 12 ? [c, b, a] : [c, a, b];
  }
}

/** Whole seconds and microseconds. */
function secondsOf(written: string): [number, number] {
  const [whole, fraction = ''] = written.split('.') as [string, string?];
  return [Number(whole), Number(fraction.padEnd(6, '0').slice(0, 6))];
}

class FieldReader {
  private readonly fields: Fields = { zone: null, offset: null };
  private readonly date = new DateParts();
  private at = 0;

  constructor(private readonly words: string[]) {}

  read(thisYear: number): Fields | null {
    for (; this.at < this.words.length; this.at++) this.word(this.words[this.at] as string);
    const [year, month, day] = this.date.resolve();
    const { fields } = this;
    if (year !== undefined) fields.year = this.date.hasCentury ? year : inCentury(year, thisYear);
    if (month !== undefined) fields.month = month;
    if (day !== undefined) fields.day = day;
    return Object.entries(fields).some(([name, value]) => name !== 'zone' && name !== 'offset' && value !== undefined)
      ? fields
      : null;
  }

  private word(word: string): void {
    const weekday = placeIn(word, DAYS, FULL_DAYS);
    const half = halfOf(word);
    if (isNumber(word)) this.number(word);
    else if (weekday !== undefined) this.fields.weekday = weekday;
    else if (monthOf(word) !== undefined) this.month(monthOf(word) as number);
    else if (half !== undefined) this.half(half);
    else if (this.couldBeZone(word)) this.zone(word);
    else if (this.fields.hour !== undefined && (word === '+' || word === '-')) this.offset(word);
    else if (!isFiller(word)) throw new NotATime();
  }

  private next(ahead: number): string | undefined {
    return this.words[this.at + ahead];
  }

  private month(month: number): void {
    this.date.add(month, 'M');
    const separator = this.next(1);
    if (separator === '-' || separator === '/') {
      this.addDatePart(this.next(2));
      if (this.next(3) === separator) {
        this.addDatePart(this.next(4));
        this.at += 2;
      }
      this.at += 2;
    } else if (separator === ' ' && this.next(2)?.toLowerCase() === 'of' && this.next(3) === ' ') {
      const year = this.next(4);
      if (year !== undefined && /^\d+$/.test(year)) this.date.add(year, 'Y');
      if (year !== undefined) this.at += 4;
    }
  }

  private addDatePart(word: string | undefined): void {
    if (word === undefined || !/^\d+$/.test(word)) throw new NotATime();
    this.date.add(word);
  }

  private half(half: 0 | 1): void {
    const { hour } = this.fields;
    if (hour === undefined || hour > 12) throw new NotATime();
    this.fields.hour = inHalf(hour, half);
  }

  private couldBeZone(word: string): boolean {
    const { hour, zone, offset } = this.fields;
    return hour !== undefined && zone === null && offset === null && /^(?:[A-Z]{1,5}|z)$/.test(word);
  }

  /** `GMT+3` means three hours behind UTC, as in POSIX. */
  private zone(word: string): void {
    this.fields.zone = word;
    const isGreenwich = /^(?:UTC|GMT|Z|z)$/.test(word);
    if (isGreenwich) this.fields.offset = 0;
    const sign = this.next(1);
    if (sign !== '+' && sign !== '-') return;
    this.words[this.at + 1] = sign === '+' ? '-' : '+';
    this.fields.offset = null;
    if (isGreenwich) this.fields.zone = null;
  }

  private offset(sign: '+' | '-'): void {
    const first = this.next(1);
    if (first === undefined || !/^\d+$/.test(first)) throw new NotATime();
    let minutes: number;
    if (first.length === 4) minutes = Number(first.slice(0, 2)) * 60 + Number(first.slice(2));
    else if (this.next(2) === ':' && /^\d+$/.test(this.next(3) ?? '')) {
      minutes = Number(first) * 60 + Number(this.next(3));
      this.at += 2;
    } else if (first.length <= 2) minutes = Number(first) * 60;
    else throw new NotATime();
    this.fields.offset = sign === '+' ? minutes : -minutes;
    if (
      isFiller(this.next(2)) &&
      this.next(3) === '(' &&
      this.next(5) === ')' &&
      /^[A-Z]{3,5}$/.test(this.next(4) ?? '')
    ) {
      this.fields.zone = this.next(4) as string;
      this.at += 4;
    }
    this.at += 1;
  }

  private number(word: string): void {
    if (this.digits(word) || this.withUnit(word)) return;
    const value = Number(word);
    const next = this.next(1);
    if (next === ':' && this.next(2) !== undefined) this.clock(value);
    else if (next === '-' || next === '/' || next === '.') this.dateWith(word, next);
    else if (next === undefined || isFiller(next)) {
      const half = halfOf(this.next(2));
      if (half === undefined) this.date.add(word.length > 2 && !word.includes('.') ? word : value);
      else {
        this.fields.hour = inHalf(Math.trunc(value), half);
        this.at += 1;
      }
      this.at += 1;
    } else if (halfOf(next) !== undefined && value < 24) {
      this.fields.hour = inHalf(Math.trunc(value), halfOf(next) as 0 | 1);
      this.at += 1;
    } else if (this.date.couldBeDay(value)) this.date.add(value);
    else throw new NotATime();
  }

  /** Digits without separators: `20240501T1030`, `20240501103000`. */
  private digits(word: string): boolean {
    const { fields, date } = this;
    const { length } = word;
    const next = this.next(1);
    const isClock = date.values.length === 3 && fields.hour === undefined && next !== ':' && unitOf(next) === undefined;
    if (isClock && (length === 2 || length === 4)) {
      fields.hour = Number(word.slice(0, 2));
      if (length === 4) fields.minute = Number(word.slice(2));
    } else if (length === 6 || (length > 6 && word.indexOf('.') === 6)) {
      if (date.values.length === 0 && !word.includes('.'))
        for (const from of [0, 2, 4]) date.add(word.slice(from, from + 2));
      else {
        fields.hour = Number(word.slice(0, 2));
        fields.minute = Number(word.slice(2, 4));
        [fields.second, fields.microsecond] = secondsOf(word.slice(4));
      }
    } else if ((length === 8 || length === 12 || length === 14) && !word.includes('.')) {
      date.add(word.slice(0, 4), 'Y');
      date.add(word.slice(4, 6));
      date.add(word.slice(6, 8));
      if (length > 8) fields.hour = Number(word.slice(8, 10));
      if (length > 8) fields.minute = Number(word.slice(10, 12));
      if (length > 12) fields.second = Number(word.slice(12));
    } else return false;
    return true;
  }

  /** `10h`, `36 m`, `28.5 seconds`, and what follows such a number. */
  private withUnit(word: string): boolean {
    const next = unitOf(this.next(1));
    const afterSpace = this.next(1) === ' ' ? unitOf(this.next(2)) : undefined;
    const before = unitOf(this.next(-1));
    const isLast = this.at > 1 && this.at === this.words.length - 1 && this.next(-1) === ' ';
    const beforeSpace = isLast ? unitOf(this.next(-2)) : undefined;
    let unit = next ?? afterSpace;
    if (next !== undefined) this.at += 1;
    else if (afterSpace !== undefined) this.at += 2;
    else if (before !== undefined || beforeSpace !== undefined) unit = ((before ?? beforeSpace) as number) + 1;
    if (unit === undefined) return false;
    this.assign(unit, word);
    return true;
  }

  private assign(unit: number, word: string): void {
    const { fields } = this;
    const value = Number(word);
    const rest = Math.trunc((value % 1) * 60 + 1e-9);
    if (unit === 0) {
      fields.hour = Math.trunc(value);
      if (value % 1) fields.minute = rest;
    } else if (unit === 1) {
      fields.minute = Math.trunc(value);
      if (value % 1) fields.second = rest;
    } else if (unit === 2) [fields.second, fields.microsecond] = secondsOf(word);
  }

  private clock(hour: number): void {
    const minute = this.next(2) as string;
    if (!isNumber(minute)) throw new NotATime();
    this.fields.hour = Math.trunc(hour);
    this.assign(1, minute);
    const seconds = this.next(4);
    if (this.next(3) === ':' && seconds !== undefined) {
      if (!isNumber(seconds)) throw new NotATime();
      [this.fields.second, this.fields.microsecond] = secondsOf(seconds);
      this.at += 2;
    }
    this.at += 2;
  }

  private dateWith(word: string, separator: string): void {
    this.date.add(word);
    const second = this.next(2);
    if (second !== undefined && !isFiller(second)) {
      this.addMonthOr(second);
      if (this.next(3) === separator) {
        this.addMonthOr(this.next(4));
        this.at += 2;
      }
      this.at += 1;
    }
    this.at += 1;
  }

  private addMonthOr(word: string | undefined): void {
    const month = monthOf(word);
    if (month === undefined) this.addDatePart(word);
    else this.date.add(month, 'M');
  }
}

/** Two digits mean the year closest to this one, within fifty years. */
function inCentury(year: number, thisYear: number): number {
  if (year >= 100) return year;
  const own = year + Math.trunc(thisYear / 100) * 100;
  if (own >= thisYear + 50) return own - 100;
  return own < thisYear - 50 ? own + 100 : own;
}

/** Null if the words are no time. */
export function readFields(words: string[], thisYear: number): Fields | null {
  try {
    return new FieldReader(words).read(thisYear);
  } catch (error) {
    if (error instanceof NotATime) return null;
    throw error;
  }
}
