// One call: sends the request, reads the response, throws an ApiError for an error response. Never retries.
import { ApiError } from '@stoa/contract';
import type { CallPlan } from './call-plans.ts';
import { encodeCall } from './encode.ts';
import { ConnectionError, UnreadableAnswer } from './failure.ts';

/** The platform's `fetch` or a replacement. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Connection {
  /** The root URL of the organization, without a trailing slash. */
  readonly site: string;
  /** The Authorization header; null for spectators. */
  readonly authorization: string | null;
  readonly fetch: Fetch;
}

export interface CallOptions {
  /** Aborts the call; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Fails with a {@link ConnectionError} after this many milliseconds; no limit by default. */
  timeout_ms?: number;
  /**
   * Makes a write repeatable for 24 hours: repeated with the same key and parameters, for example after a {@link
   * ConnectionError}, it takes effect once and returns the same response. 1 to 255 visible ASCII characters, such as a
   * UUID.
   */
  idempotency_key?: string;
  /** Uploaded with the parameters, for endpoints that accept a file. */
  file?: File;
}

export async function call(
  connection: Connection,
  plan: CallPlan,
  params: Readonly<Record<string, unknown>>,
  { signal, timeout_ms, file, idempotency_key }: CallOptions,
): Promise<Record<string, unknown>> {
  const { method, path, body: form } = encodeCall(plan, params);
  const body = file && form ? withFile(form, file) : form;
  const limits = [signal, timeout_ms === undefined ? undefined : AbortSignal.timeout(timeout_ms)];
  const defined = limits.filter((limit) => limit !== undefined);
  let status: number;
  let text: string;
  try {
    const response = await connection.fetch(connection.site + path, {
      method,
      headers: {
        ...(connection.authorization === null ? {} : { authorization: connection.authorization }),
        ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
      },
      body,
      signal: defined.length === 0 ? null : AbortSignal.any(defined),
      // The credentials are in the header: send no cookies and follow no redirects.
      credentials: 'omit',
      redirect: 'error',
    });
    status = response.status;
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`${plan.method} ${plan.path}: no answer from ${connection.site}: ${why}`, { cause });
  }
  return read(plan, status, text);
}

function withFile(form: URLSearchParams, file: File): FormData {
  const body = new FormData();
  for (const [name, value] of form) body.append(name, value);
  body.append('filename', file);
  return body;
}

function read(plan: CallPlan, status: number, text: string): Record<string, unknown> {
  const answer = parse(text);
  if (answer?.result === 'success') {
    const { result: _result, msg: _msg, ...fields } = answer;
    return fields;
  }
  if (answer?.result === 'error' && typeof answer.code === 'string' && typeof answer.msg === 'string') {
    const { result: _result, code, msg, ...fields } = answer;
    throw new ApiError(code as string, status, msg as string, fields);
  }
  throw new UnreadableAnswer(
    status,
    `${plan.method} ${plan.path}: HTTP ${status} with an answer that is not the API's`,
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
