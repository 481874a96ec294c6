// The two shapes of an answer: success and error, both JSON. Never decides which.
import { ApiError, InternalServerError } from '@stoa/contract';
import { RawResult } from './route.ts';

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};
const CHALLENGE = { ...HEADERS, 'www-authenticate': 'Basic realm="stoa"' };
const SUCCESS = '{"result":"success","msg":""';

export function respondSuccess(result: unknown, ignored: readonly string[]): Response {
  let text = SUCCESS;
  if (result instanceof RawResult) text += result.fields === '' ? '' : `,${result.fields}`;
  else {
    const fields = JSON.stringify(result);
    if (fields !== '{}') text += `,${fields.slice(1, -1)}`;
  }
  if (ignored.length > 0) text += `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  return new Response(`${text}}`, { headers: HEADERS });
}

/** What is thrown becomes an answer; anything but an {@link ApiError} is our fault and is reported to the operator. [HT7] */
export function respondError(error: unknown, report: (error: unknown) => void): Response {
  const answer = error instanceof ApiError ? error : InternalServerError('Internal server error');
  if (answer !== error) report(error);
  const { code, status, message, fields } = answer;
  const body = JSON.stringify({ result: 'error', msg: message, code, ...fields });
  return new Response(body, { status, headers: status === 401 ? CHALLENGE : HEADERS });
}
