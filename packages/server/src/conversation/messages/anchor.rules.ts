// Valid parameters of GET /messages, and where a fetch starts. Pure.
import {
  BadRequest,
  IncompatibleParameters,
  MAX_MESSAGES_PER_REQUEST,
  MissingParameter,
  NEWEST_ANCHOR,
  wholeNumber,
} from '@stoa/contract';

export interface RangeParameters {
  anchor?: number | string;
  include_anchor?: boolean;
  anchor_date?: string;
  num_before?: number;
  num_after?: number;
  message_ids?: readonly number[];
  use_first_unread_anchor?: boolean;
}

export type Anchor =
  | { kind: 'id'; id: number }
  | { kind: 'newest' }
  | { kind: 'oldest' }
  | { kind: 'first_unread' }
  /** Seconds since 1970. */
  | { kind: 'date'; timestamp: number };

const RANGE_NAMES = ['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'] as const;

/** A range whose endpoint has no `anchor_date`. */
export function rangeWithoutDate(params: RangeParameters & { message_ids?: never }) {
  if (params.anchor === 'date') throw BadRequest('Invalid anchor');
  return rangeOf(params)!;
}

/** The anchor and the number of messages on each side; null if messages are requested by id. [MS10] */
export function rangeOf(params: RangeParameters): { anchor: Anchor; num_before: number; num_after: number } | null {
  if (params.message_ids !== undefined) {
    const clash = RANGE_NAMES.filter((name) => params[name] !== undefined);
    if (clash.length > 0) {
      const parameters = ['message_ids', ...clash].join(', ');
      throw IncompatibleParameters(`Unsupported parameter combination: ${parameters}`, { parameters });
    }
    if (params.message_ids.length > MAX_MESSAGES_PER_REQUEST) throw tooMany();
    return null;
  }
  const { num_before, num_after } = params;
  if (num_before === undefined) throw missing('num_before');
  if (num_after === undefined) throw missing('num_after');
  if (num_before + num_after > MAX_MESSAGES_PER_REQUEST) throw tooMany();
  if (params.include_anchor === false && num_before > 0 && num_after > 0)
    throw BadRequest('The anchor can only be excluded at an end of the range');
  return { anchor: anchorOf(params), num_before, num_after };
}

function missing(name: string) {
  return MissingParameter(`Missing '${name}' argument`, { var_name: name });
}

export function tooMany() {
  return BadRequest(`Too many messages requested (maximum ${MAX_MESSAGES_PER_REQUEST}).`);
}

export function tooLarge() {
  return BadRequest('These messages are too large for one response: request fewer.');
}

function anchorOf({ anchor, anchor_date, use_first_unread_anchor }: RangeParameters): Anchor {
  if (use_first_unread_anchor) return { kind: 'first_unread' };
  if (anchor === undefined) throw missing('anchor');
  if (anchor === 'newest' || anchor === 'oldest' || anchor === 'first_unread') return { kind: anchor };
  if (anchor === 'date') {
    if (anchor_date === undefined) throw missing('anchor_date');
    return { kind: 'date', timestamp: parseDate(anchor_date) };
  }
  const id = typeof anchor === 'number' ? anchor : wholeNumber(anchor);
  if (id === null || !Number.isInteger(id)) throw BadRequest('Invalid anchor');
  if (id >= NEWEST_ANCHOR) return { kind: 'newest' };
  return { kind: 'id', id: Math.max(0, Math.min(id, Number.MAX_SAFE_INTEGER)) };
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Seconds since 1970 of an ISO 8601 date or date and time; UTC without a zone. [MS500] */
function parseDate(text: string): number {
  const [match, date, hours = '00', minutes = '00', seconds = '00', fraction = '0', zone = 'Z'] =
    DATE_TIME.exec(text) ?? [];
  const offset = zone.length === 3 ? `${zone}:00` : zone.toUpperCase();
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3)}${offset}`);
  if (match === undefined || Number.isNaN(time) || !isDay(date!)) throw BadRequest('Invalid anchor_date');
  return Math.ceil(time / 1000);
}

/** False for 30 February, which `Date` takes for 2 March. */
const isDay = (date: string): boolean => new Date(`${date}T00:00Z`).toISOString().startsWith(date);
