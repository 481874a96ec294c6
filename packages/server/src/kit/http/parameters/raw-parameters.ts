// Reads the parameters of a request as text from query, form, multipart or JSON. Never interprets them.
import { BadRequest, InvalidParameter, PayloadTooLarge } from '@stoa/contract';

export type RawParameters = Map<string, string>;

/** No endpoint has this many parameters; more are an attack. */
const PARAMETERS_MAX = 1000;
/** Repeated and empty ones included, which are read too: a million of them take a fifth of a second. [HT910] */
const PARTS_MAX = 10_000;

/** Parameters of the query and the body; the body overrides. [HT2] */
export async function readParameters(request: Request, body_limit: number): Promise<RawParameters> {
  const parameters = readQuery(request);
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) return parameters;
  const bytes = await readBody(request, body_limit);
  if (bytes.length === 0) return parameters;
  const content_type = request.headers.get('content-type') ?? '';
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  if (type === 'multipart/form-data') await decodeMultipart(bytes, content_type, parameters);
  else if (type === 'application/x-www-form-urlencoded' || type === '') decodeForm(decodeUtf8(bytes), parameters);
  else if (type === 'application/json') (await import('./json-body.ts')).decodeJson(decodeUtf8(bytes), parameters);
  else throw BadRequest(`Unsupported content type: ${type}`);
  return parameters;
}

export function readQuery(request: Request): RawParameters {
  const parameters: RawParameters = new Map();
  const query = request.url.indexOf('?');
  if (query !== -1) decodeForm(request.url.slice(query + 1).split('#')[0]!, parameters);
  return parameters;
}

/** Judged by the headers: accessing `request.body` creates a stream, which costs more than most bodies. */
function hasBody({ headers }: Request): boolean {
  const length = headers.get('content-length');
  return length === null ? headers.has('transfer-encoding') : length !== '0';
}

/** Bytes that a body may bring: its announced length, or the limit; 0 without a body. */
export function expectedBytes({ headers }: Request, limit: number): number {
  const announced = headers.get('content-length');
  if (announced === null) return headers.has('transfer-encoding') ? limit : 0;
  return Math.min(Number(announced) || 0, limit);
}

/** The whole body; refused as soon as it exceeds the limit. [HT6] */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (declared <= limit) return new Uint8Array(await request.arrayBuffer());
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw BadRequest('The request broke off'); // the client is gone; not an error of the server
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

function tooLarge(limit: number) {
  return PayloadTooLarge(`The request is too large: at most ${limit} bytes are accepted`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw BadRequest('The request body is not valid UTF-8');
  }
}

export function addParameter(parameters: RawParameters, name: string, value: string): void {
  if (name.includes('\0')) throw BadRequest('The name of a parameter contains a null byte');
  if (value.includes('\0')) throw InvalidParameter(name, `${name} contains a null byte`);
  parameters.set(name, value);
  if (parameters.size > PARAMETERS_MAX) throw BadRequest('Too many parameters');
}

function checkParts(count: number): void {
  if (count > PARTS_MAX) throw BadRequest('Too many parameters');
}

/** Strict percent-decoding: refuses invalid UTF-8, which URLSearchParams would replace. [HT5] */
function decodeForm(text: string, parameters: RawParameters): void {
  const parts = text.split('&', PARTS_MAX + 1);
  checkParts(parts.length);
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decodePart(equals === -1 ? part : part.slice(0, equals));
    addParameter(parameters, name, equals === -1 ? '' : decodePart(part.slice(equals + 1)));
  }
}

const PLUS = 0x2b;
const SPACE = 0x20;
const PERCENT = 0x25;
const exact_utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Byte by byte: functions for texts take a tenth of a second for a million signs. [HT910] A percent sign that escapes nothing stands
 * for itself: scripts write texts such as `95% full` as they are. [HT850]
 */
function decodePart(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  const bytes = Buffer.from(text);
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const escaped = digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]);
      if (!Number.isNaN(escaped)) {
        byte = escaped;
        at += 2;
      }
    }
    bytes[size++] = byte;
  }
  try {
    return exact_utf8.decode(bytes.subarray(0, size));
  } catch {
    throw BadRequest('A parameter is not valid percent-encoded UTF-8');
  }
}

/** The value of a hexadecimal digit; NaN for anything else. */
function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

async function decodeMultipart(bytes: Uint8Array, content_type: string, parameters: RawParameters): Promise<void> {
  decodeUtf8(bytes);
  let form: FormData;
  try {
    form = await new Response(bytes as BodyInit, { headers: { 'content-type': content_type } }).formData();
  } catch {
    throw BadRequest('The multipart body is malformed');
  }
  const entries = [...form];
  checkParts(entries.length);
  for (const [name, value] of entries)
    addParameter(parameters, name, typeof value === 'string' ? value : await value.text());
}
