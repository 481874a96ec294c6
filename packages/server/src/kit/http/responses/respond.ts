// The two forms of a response: success and error, both JSON. Never decides which.
import { ApiError, InternalServerError, StoreUnavailable } from '@stoa/contract';
import { storeFailureOf } from '../../database/store-failures.ts';
import { bytesOf, hasKeys, ownSizeOf, type Piece, partsOf, sizeOf, textOf } from '../../json/json-text.ts';
import { type LimitStatus, TooMany } from '../../limits/rate-limits.ts';
import type { RecordedResponse } from '../../write/idempotency.ts';
import type { Delivery } from '../callers/held-bytes.ts';
import { type RequestTrace, traceOf } from '../observers/request-trace.ts';
import { RawResult } from '../route.ts';
import { encodingFor } from './accept-encoding.ts';
import { COMPRESSED_FROM_BYTES, codingsOf, compress, compressParts } from './compress.ts';
import type { ErrorForm } from './error-form.ts';
import { SharedResult } from './shared-result.ts';
import { type Chunks, plainChunks, STREAMED_FROM_BYTES, streamOf } from './stream-body.ts';

/** Reports a failure to the operator, with its request. */
export type Report = (error: unknown, trace?: RequestTrace) => void;

const BASIC_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};
/** Made once: the runtime copies such headers faster than it reads a record. */
const HEADERS = new Headers(BASIC_HEADERS);
const NEGOTIATED = new Headers({ ...BASIC_HEADERS, vary: 'accept-encoding' });
const CHALLENGE = new Headers({ ...BASIC_HEADERS, 'www-authenticate': 'Basic realm="stoa"' });
/** Seconds a client should wait before it retries after a store failure. */
const STORE_RETRY_SECS = 5;
/** A smaller response fits into the buffers of most connections. [HT821] */
const COUNTED_FROM_BYTES = 64 * 1024;
/** Up to this many pieces are joined at once: the largest message has 10,000 characters. */
const PIECES_JOINED = 500;
const SUCCESS = '{"result":"success"';
const NOTHING_TO_SAY = ',"msg":""';

/** Adds the rate limit status, if the caller is counted. [RL1] */
function withRateLimit(response: Response, limit_status: LimitStatus | null): Response {
  if (limit_status === null) return response;
  const { headers } = response;
  headers.set('x-ratelimit-limit', String(limit_status.limit));
  headers.set('x-ratelimit-remaining', String(limit_status.remaining));
  headers.set('x-ratelimit-reset', String(limit_status.reset));
  return response;
}

export function respondSuccess(
  result: unknown,
  ignored: readonly string[],
  limit_status: LimitStatus | null = null,
  delivery: Delivery | null = null,
): Response {
  const pieces = successPieces(result, ignored);
  return withRateLimit(new Response(plainBody(pieces, delivery), { headers: HEADERS }), limit_status);
}

function plainBody(pieces: readonly Piece[], delivery: Delivery | null): BodyInit {
  const size = delivery === null ? 0 : sizeOf(pieces);
  if (size >= STREAMED_FROM_BYTES) return streamedBody(pieces, plainChunks(partsOf(pieces)), delivery);
  return size >= COUNTED_FROM_BYTES ? countedBody(bytesOf(pieces), delivery) : bodyOf(pieces);
}

/** A body that is made already; the runtime asks for what follows it when all of it is sent. Refuses it like {@link streamedBody}. [HT821] */
function countedBody(bytes: Uint8Array<ArrayBuffer>, delivery: Delivery | null): BodyInit {
  if (delivery === null || bytes.length < COUNTED_FROM_BYTES) return bytes;
  const { unread, limit_key } = delivery;
  unread.requireRoom(limit_key, bytes.length);
  return unread.streamBytes(limit_key, bytes);
}

/** Refuses the response if its caller leaves too much unread. [HT800] */
function streamedBody(pieces: readonly Piece[], chunks: Chunks, delivery: Delivery | null): ReadableStream<Uint8Array> {
  if (delivery === null) return streamOf(chunks);
  const { unread, limit_key } = delivery;
  const size = ownSizeOf(pieces);
  unread.requireRoom(limit_key, size);
  return unread.streamChunks(limit_key, size, chunks);
}

function bodyOf(pieces: readonly Piece[]): string | Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  return pieces.length === 1 && typeof first === 'string' ? first : bytesOf(pieces);
}

/** Compresses the response if it is large and the caller accepts that, and streams it if it is very large. [HT19] [HT41] */
export async function respondCompressed(
  request: Request,
  result: unknown,
  ignored: readonly string[],
  limit_status: LimitStatus | null,
  delivery: Delivery | null,
): Promise<Response> {
  const pieces = successPieces(result, ignored);
  const size = sizeOf(pieces);
  const coding = size < COMPRESSED_FROM_BYTES ? null : encodingFor(request, codingsOf(pieces));
  const responseWith = (body: BodyInit): Response => {
    const response = withRateLimit(new Response(body, { headers: NEGOTIATED }), limit_status);
    if (coding !== null) response.headers.set('content-encoding', coding);
    return response;
  };
  if (result instanceof SharedResult && ignored.length === 0) {
    const make = async () => (coding === null ? bytesOf(pieces) : compress(bytesOf(pieces), coding));
    return responseWith(await result.body(coding, make));
  }
  const is_streamed = size >= STREAMED_FROM_BYTES;
  if (coding !== null && (is_streamed || hasKeys(pieces)))
    return responseWith(streamedBody(pieces, compressParts(partsOf(pieces), coding), delivery));
  if (is_streamed) return responseWith(streamedBody(pieces, plainChunks(partsOf(pieces)), delivery));
  // Encoding one text is faster in the runtime than joining encoded pieces.
  const is_small = delivery === null || size < COUNTED_FROM_BYTES;
  if (
    is_small &&
    coding === null &&
    pieces.length <= PIECES_JOINED &&
    pieces.every((piece) => typeof piece === 'string')
  )
    return responseWith(pieces.join(''));
  const bytes = bytesOf(pieces);
  return responseWith(countedBody(coding === null ? bytes : await compress(bytes, coding), delivery));
}

/** Characters of any text in an error: some repeat a parameter, which may have a mebibyte. [HT44] */
const ERROR_TEXT_MAX = 2000;

const shortened = (_key: string, value: unknown) =>
  typeof value === 'string' && value.length > ERROR_TEXT_MAX
    ? `${value.slice(0, ERROR_TEXT_MAX).toWellFormed()}…`
    : value;

export function errorBody({ code, message, fields }: ApiError): string {
  return JSON.stringify({ result: 'error', msg: message, code, ...fields }, shortened);
}

export function respondRecorded(
  { status, body, is_repeated }: RecordedResponse,
  limit_status: LimitStatus | null,
): Response {
  const response = withRateLimit(new Response(body, { status, headers: HEADERS }), limit_status);
  if (is_repeated) response.headers.set('idempotency-replayed', 'true');
  return response;
}

export function successBody(result: unknown, ignored: readonly string[]): string {
  return textOf(successPieces(result, ignored));
}

function successPieces(result: unknown, ignored: readonly string[]): Piece[] {
  // Few responses have a message of their own.
  const has_message = typeof result === 'object' && result !== null && 'msg' in result;
  const start = has_message ? SUCCESS : SUCCESS + NOTHING_TO_SAY;
  const end = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}` : '}';
  if (result instanceof RawResult && typeof result.fields !== 'string') return [`${start},`, ...result.fields, end];
  const fields = result instanceof RawResult ? result.fields : JSON.stringify(result).slice(1, -1);
  return [fields === '' ? start + end : `${start},${fields}${end}`];
}

/** Converts whatever was thrown into an API error; a failure of the server names the request. [HT7] [HT40] [LG5] */
export function apiErrorOf(error: unknown, request_id?: string): ApiError {
  if (error instanceof ApiError) return error;
  const named = request_id === undefined ? {} : { request_id };
  if (storeFailureOf(error) === null) return InternalServerError('Internal server error', named);
  return StoreUnavailable("The server can't reach its data right now: try again in a moment", {
    'retry-after': STORE_RETRY_SECS,
    ...named,
  });
}

/** Responds with what was thrown; anything but an {@link ApiError} is a server error and is reported to the operator. [HT7] */
export function respondError(
  error: unknown,
  report: Report,
  {
    request,
    trace = request && traceOf(request),
    limit_status = null,
    form,
  }: {
    request?: Request;
    trace?: RequestTrace | undefined;
    limit_status?: LimitStatus | null;
    form?: ErrorForm | undefined;
  } = {},
): Response {
  const api_error = apiErrorOf(error, trace?.id);
  if (api_error !== error) report(error, trace);
  const { status } = api_error;
  const body = form ? form.body(api_error) : errorBody(api_error);
  const response = new Response(body, { status, headers: status === 401 ? CHALLENGE : HEADERS });
  if (form) response.headers.set('content-type', form.type);
  if (form && status === 401) response.headers.set('www-authenticate', form.challenge);
  const is_too_many = api_error instanceof TooMany;
  const wait = is_too_many ? api_error.retry_after : api_error.fields['retry-after'];
  if (typeof wait === 'number') response.headers.set('retry-after', String(wait));
  const { allowed_methods } = api_error.fields;
  if (Array.isArray(allowed_methods)) response.headers.set('allow', allowed_methods.join(', '));
  return withRateLimit(response, is_too_many ? api_error.limit_status : limit_status);
}
