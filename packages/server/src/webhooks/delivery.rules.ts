// What a request to a webhook asks for: which events, whither, and the payload in its body. Pure.
import { BadRequest, MissingParameter } from '@stoa/contract';
import type { Address } from '../messages/addressees.queries.ts';

export interface Asked {
  readonly api_key: string;
  readonly stream: string | null;
  readonly topic: string | null;
  readonly only_events: readonly string[] | null;
  readonly exclude_events: readonly string[] | null;
  /** Parameters that mean nothing here. */
  readonly ignored: readonly string[];
}

const NAMES = ['api_key', 'stream', 'topic', 'only_events', 'exclude_events'];
const PATTERNS_MAX = 100;
const PATTERN_MAX_LENGTH = 100;

/** Some services encode what is encoded already. */
function unquoted(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function patterns(name: string, text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw BadRequest(`${name} is not valid JSON`);
  }
  const fits = (one: unknown) => typeof one === 'string' && one.length <= PATTERN_MAX_LENGTH;
  if (!Array.isArray(list) || list.length > PATTERNS_MAX || !list.every(fits))
    throw BadRequest(`${name} is not a list of kinds of events`);
  return list;
}

export function readAsked(parameters: ReadonlyMap<string, string>): Asked {
  const api_key = parameters.get('api_key');
  if (api_key === undefined) throw MissingParameter("Missing 'api_key' argument", { var_name: 'api_key' });
  return {
    api_key,
    stream: unquoted(parameters.get('stream')),
    topic: unquoted(parameters.get('topic')),
    only_events: patterns('only_events', parameters.get('only_events')),
    exclude_events: patterns('exclude_events', parameters.get('exclude_events')),
    ignored: [...parameters.keys()].filter((name) => !NAMES.includes(name)),
  };
}

/** Whether a kind of event is one of a pattern's, in which `*` stands for anything. Never slower than both lengths allow. */
export function matches(pattern: string, event: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === event;
  if (!event.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of rest.entries()) {
    if (index === rest.length - 1) return event.length - part.length >= at && event.endsWith(part);
    const found = event.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

/** [WH6] */
export function isWanted({ only_events, exclude_events }: Asked, event: string | null): boolean {
  if (event === null) return true;
  const among = (list: readonly string[]) => list.some((pattern) => matches(pattern, event));
  return (only_events === null || among(only_events)) && !(exclude_events !== null && among(exclude_events));
}

/** A channel by name or id and, where the address names it, the topic; without a channel the bot's owner. [WH5] */
export function addressOf({ stream, topic }: Asked, noticed: string, owner_id: number | null): Address {
  if (stream !== null) {
    const to = /^\d{1,15}$/.test(stream) ? Number(stream) : stream;
    const name = topic === null ? noticed : topic.replace(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ');
    return { type: 'stream', to, topic: name };
  }
  if (owner_id === null) throw BadRequest('The bot has no owner to write to: name a channel');
  return { type: 'direct', to: [owner_id] };
}

/** The payload: JSON, or a form's field of that name. Throws where it can't be read. */
export function readPayload(content_type: string, body: string): unknown {
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  const text = type === 'application/x-www-form-urlencoded' ? new URLSearchParams(body).get('payload') : body;
  if (text === null) throw MissingParameter("Missing 'payload' argument", { var_name: 'payload' });
  try {
    return JSON.parse(text);
  } catch {
    throw BadRequest('Malformed JSON');
  }
}
