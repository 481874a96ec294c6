// Parses a request to an incoming webhook: event filter, destination and payload. Pure.
import { BadRequest, MissingParameter } from '@stoa/contract';
import type { Address } from '../../conversation/access/addressees.queries.ts';
import { matches } from '../../features/integrations/glob.rules.ts';
import type { Integration, UrlOptions } from '../../features/integrations/integration.rules.ts';
import { DEPTH_MAX, hasMoreValues, hasWideObject, isDeeper, withShortTexts } from '../../kit/json/json-values.ts';
import { readXml } from './xml.rules.ts';

export interface WebhookParams {
  readonly api_key: string;
  readonly stream: string | null;
  readonly topic: string | null;
  readonly only_events: readonly string[] | null;
  readonly exclude_events: readonly string[] | null;
  readonly options: UrlOptions;
  /** Parameters the integration does not use. */
  readonly ignored: readonly string[];
}

const NAMES = ['api_key', 'stream', 'topic', 'only_events', 'exclude_events'];
const PATTERNS_MAX = 100;
const PATTERN_MAX_LENGTH = 100;
const OPTION_MAX_LENGTH = 2000;
/** The largest push of GitHub, of 2,048 commits, has about 100,000 values. */
const VALUES_MAX = 150_000;
/** Formats copy objects, however many keys they don't use. */
const KEYS_MAX = 2000;
/** The limit for one text: the longest that code hosts allow. Formats read all of it several times. [WH820] */
const TEXT_MAX = 65_536;
const FORM_FIELDS_MAX = 1000;
const FORM_LINES_MAX = 100_000;

/** Some services encode twice. */
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
  const fits = (pattern: unknown) => typeof pattern === 'string' && pattern.length <= PATTERN_MAX_LENGTH;
  if (!Array.isArray(list) || list.length > PATTERNS_MAX || !list.every(fits))
    throw BadRequest(`${name} is not a list of kinds of events`);
  return list;
}

function flag(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined || text === '') return fallback;
  const value = text.toLowerCase();
  if (value !== 'true' && value !== 'false') throw BadRequest(`${name} is not a boolean`);
  return value === 'true';
}

/** `known` lists the options of the integration. */
export function readWebhookParams(parameters: ReadonlyMap<string, string>, known: readonly string[]): WebhookParams {
  const api_key = parameters.get('api_key');
  if (api_key === undefined) throw MissingParameter("Missing 'api_key' argument", { var_name: 'api_key' });
  const option = (name: string) => (known.includes(name) ? parameters.get(name) : undefined);
  const short = (name: string) => {
    const value = unquoted(option(name));
    if (value !== null && value.length > OPTION_MAX_LENGTH) throw BadRequest(`${name} is too long`);
    return value;
  };
  const ignore = 'ignore_private_repositories';
  const titles = 'use_merge_request_title';
  return {
    api_key: api_key.trim(),
    stream: unquoted(parameters.get('stream')),
    topic: unquoted(parameters.get('topic')),
    only_events: patterns('only_events', parameters.get('only_events')),
    exclude_events: patterns('exclude_events', parameters.get('exclude_events')),
    options: {
      branches: short('branches'),
      name: short('name'),
      desc: short('desc'),
      channels_map_to_topics: short('channels_map_to_topics'),
      ignore_private_repositories: flag(ignore, option(ignore), false),
      use_merge_request_title: flag(titles, option(titles), true),
    },
    ignored: [...parameters.keys()].filter((name) => !NAMES.includes(name) && !known.includes(name)),
  };
}

/** [WH6] */
export function isWanted(
  { only_events, exclude_events }: Pick<WebhookParams, 'only_events' | 'exclude_events'>,
  event: string | null,
): boolean {
  if (event === null) return true;
  const among = (list: readonly string[]) => list.some((pattern) => matches(pattern, event));
  return (only_events === null || among(only_events)) && !(exclude_events !== null && among(exclude_events));
}

/** The named channel with the topic from the URL or the event; without a channel, the bot's owner. [WH5] */
export function addressOf({ stream, topic }: WebhookParams, noticed: string, owner_id: number | null): Address {
  if (stream !== null) {
    const to = /^\d{1,15}$/.test(stream) ? Number(stream) : stream;
    const name = topic === null ? noticed : topic.replace(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ');
    return { type: 'stream', to, topic: name };
  }
  if (owner_id === null) throw BadRequest('The bot has no owner to write to: name a channel');
  return { type: 'direct', to: [owner_id] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw BadRequest('Malformed JSON');
  }
}

/** [WH17] */
function json(text: string): unknown {
  if (hasMoreValues(text, VALUES_MAX)) throw BadRequest('The payload has too many values');
  if (isDeeper(text, DEPTH_MAX)) throw BadRequest('The payload is nested too deeply');
  const payload = parse(text);
  if (hasWideObject(payload, KEYS_MAX)) throw BadRequest('The payload has an object with too many keys');
  return payload;
}

const hasMoreParts = (text: string, separator: string, max: number): boolean =>
  text.split(separator, max + 1).length > max;

/** A multipart form begins with its boundary and the headers of the first field. */
const MULTIPART = /^--([\w'()+,./:=?-]{1,70})\r?\ncontent-/i;

/** The parser takes no bare line feeds, which some programs send. */
function withCarriageReturns(boundary: string, body: string): string {
  if (body.startsWith(`--${boundary}\r`)) return body;
  if (hasMoreParts(body, '\n', FORM_LINES_MAX)) throw BadRequest('The payload has too many lines');
  return body.replaceAll('\n', '\r\n');
}

/** The fields of a multipart form; files are ignored. [WH810] */
async function multipartFields(boundary: string, body: string): Promise<URLSearchParams> {
  // Counted before it is parsed, with what precedes the first boundary and what follows the last.
  if (hasMoreParts(body, `--${boundary}`, FORM_FIELDS_MAX + 2)) throw BadRequest('The payload has too many values');
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const response = new Response(withCarriageReturns(boundary, body), { headers });
  try {
    const form = await response.formData();
    return new URLSearchParams([...form].filter((field): field is [string, string] => typeof field[1] === 'string'));
  } catch {
    throw BadRequest('The multipart body is malformed');
  }
}

function formFields(body: string): URLSearchParams {
  if (hasMoreParts(body, '&', FORM_FIELDS_MAX)) throw BadRequest('The payload has too many values');
  return new URLSearchParams(body);
}

/** The payload, with its texts cut. Throws if it cannot be read. [WH820] */
export async function readPayload(content_type: string, body: string, integration: PayloadForms): Promise<unknown> {
  const payload = await readWhole(content_type, body, integration);
  return body.length > TEXT_MAX ? withShortTexts(payload, TEXT_MAX) : payload;
}

type PayloadForms = Pick<Integration, 'takes_form' | 'takes_xml' | 'payload_field'>;

/**
 * Reads the payload, whatever content type the request declares: JSON, a form with JSON in one field (`payload`) or, for
 * services that post them, the fields of a form or XML. [WH1] [WH800]
 */
async function readWhole(
  content_type: string,
  body: string,
  { takes_form, takes_xml, payload_field = 'payload' }: PayloadForms,
): Promise<unknown> {
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  const is_form = type === 'application/x-www-form-urlencoded' || /^(payload|token)=/.test(body);
  const boundary = MULTIPART.exec(body)?.[1];
  if (takes_xml && /^\ufeff?\s*</.test(body)) return readXml(body, { values: VALUES_MAX, keys: KEYS_MAX });
  if (boundary === undefined && (/^\s*[[{]/.test(body) || !is_form)) return json(body);
  const fields = boundary === undefined ? formFields(body) : await multipartFields(boundary, body);
  const payload = fields.get(payload_field);
  if (payload !== null) return json(payload);
  if (takes_form) return Object.fromEntries(fields);
  throw MissingParameter("Missing 'payload' argument", { var_name: 'payload' });
}
