// The two shapes of an answer: success and error, both JSON. Never decides which.
import { ApiError, InternalServerError } from '@stoa/contract';
import type { RecordedAnswer } from '../idempotency.ts';
import { type Standing, TooMany } from '../rate-limits.ts';
import { RawResult } from './route.ts';

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};
const CHALLENGE = { ...HEADERS, 'www-authenticate': 'Basic realm="stoa"' };
const SUCCESS = '{"result":"success"';
const NOTHING_TO_SAY = ',"msg":""';

/** The headers of an answer, with where the caller stands where that is counted. [RL1] */
function withStanding(headers: Record<string, string>, standing: Standing | null): Record<string, string> {
  if (standing === null) return headers;
  return {
    ...headers,
    'x-ratelimit-limit': String(standing.limit),
    'x-ratelimit-remaining': String(standing.remaining),
    'x-ratelimit-reset': String(standing.reset),
  };
}

export function respondSuccess(
  result: unknown,
  ignored: readonly string[],
  standing: Standing | null = null,
): Response {
  return new Response(successBody(result, ignored), { headers: withStanding(HEADERS, standing) });
}

export function errorBody({ code, message, fields }: ApiError): string {
  return JSON.stringify({ result: 'error', msg: message, code, ...fields });
}

export function respondRecorded({ status, body, is_repeated }: RecordedAnswer, standing: Standing | null): Response {
  const headers = is_repeated ? { ...HEADERS, 'idempotency-replayed': 'true' } : HEADERS;
  return new Response(body, { status, headers: withStanding(headers, standing) });
}

export function successBody(result: unknown, ignored: readonly string[]): string {
  // Hardly any answer has words of its own.
  const has_message = typeof result === 'object' && result !== null && 'msg' in result;
  let text = has_message ? SUCCESS : SUCCESS + NOTHING_TO_SAY;
  if (result instanceof RawResult) text += result.fields === '' ? '' : `,${result.fields}`;
  else {
    const fields = JSON.stringify(result);
    if (fields !== '{}') text += `,${fields.slice(1, -1)}`;
  }
  if (ignored.length > 0) text += `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  return `${text}}`;
}

/** What is thrown becomes an answer; anything but an {@link ApiError} is our fault and is reported to the operator. [HT7] */
export function respondError(
  error: unknown,
  report: (error: unknown) => void,
  standing: Standing | null = null,
): Response {
  const answer = error instanceof ApiError ? error : InternalServerError('Internal server error');
  if (answer !== error) report(error);
  const { status } = answer;
  const body = errorBody(answer);
  if (answer instanceof TooMany) {
    const headers = { ...HEADERS, 'retry-after': String(answer.retry_after) };
    return new Response(body, { status, headers: withStanding(headers, answer.standing) });
  }
  return new Response(body, { status, headers: withStanding(status === 401 ? CHALLENGE : HEADERS, standing) });
}
