// POST /mcp: Streamable HTTP without sessions. Checks and bounds what arrives; the protocol itself is the library's.
import { ApiError } from '@stoa/contract';
import { accountable } from '../../kit/access/actor.ts';
import { basicFromBearer } from '../../kit/http/callers/basic-credentials.ts';
import { wellFormed } from '../../kit/http/parameters/parameters.ts';
import { expectedBytes, readBody } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import type { Report } from '../../kit/http/responses/respond.ts';
import { DEPTH_MAX, hasMoreValues, hasProtoKey, isDeeper } from '../../kit/json/json-values.ts';
import { listTurns } from './list-turns.ts';
import type { Batch, Message } from './protocol.ts';

/** The longest message, with every character escaped, is half of it. */
const BODY_MAX_BYTES = 256 * 1024;
/** No call has a tenth of them. */
const VALUES_MAX = 5000;
const BATCH_MAX = 20;
/** The only version with batches; also the version of requests that name none. */
const VERSION_WITH_BATCHES = '2025-03-26';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const HEADERS = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A request that is no call yet: the error has no id. */
const refusal = (code: number, message: string, status = 400) =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });

/** Browsers name the page's site: a page whose name was rebound to this server must not use it. [MP3] */
function isForeignPage({ request, realm }: RawContext): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && origin !== URL.parse(realm.url)?.origin;
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The messages of a body, or the response that refuses it. [MP4] */
function readMessages(bytes: Uint8Array, version: string): Batch | Response {
  let text: string;
  let body: unknown;
  try {
    text = utf8.decode(bytes);
    if (hasMoreValues(text, VALUES_MAX)) return refusal(INVALID_REQUEST, `More than ${VALUES_MAX} values`);
    if (isDeeper(text, DEPTH_MAX)) return refusal(INVALID_REQUEST, `More than ${DEPTH_MAX} levels`);
    if (hasProtoKey(text)) return refusal(INVALID_REQUEST, 'A key is not allowed: __proto__');
    body = JSON.parse(text);
  } catch {
    return refusal(PARSE_ERROR, 'Parse error: the body is not JSON in UTF-8');
  }
  try {
    wellFormed('The body', body);
  } catch (error) {
    if (error instanceof ApiError) return refusal(INVALID_REQUEST, error.message);
    throw error;
  }
  if (isMessage(body)) return { messages: [body], is_batch: false };
  if (!Array.isArray(body) || body.length === 0 || !body.every(isMessage))
    return refusal(INVALID_REQUEST, 'Invalid request: a JSON-RPC message is expected');
  if (version !== VERSION_WITH_BATCHES)
    return refusal(INVALID_REQUEST, `Invalid request: version ${version.slice(0, 20)} of the protocol has no batches`);
  if (body.length > BATCH_MAX) return refusal(INVALID_REQUEST, `A batch has at most ${BATCH_MAX} messages`);
  if (body.some(({ method }) => method === 'initialize'))
    return refusal(INVALID_REQUEST, 'Invalid request: initialize is never part of a batch');
  return { messages: body, is_batch: true };
}

async function answer(context: RawContext, report: Report, turnsOf: ReturnType<typeof listTurns>): Promise<Response> {
  const { request, actor, arriving } = context;
  if (isForeignPage(context)) return refusal(INVALID_REQUEST, 'Forbidden: the page of another site asks', 403);
  const read = () => readBody(request, BODY_MAX_BYTES);
  const bytes = await arriving.during(accountable(actor!), expectedBytes(request, BODY_MAX_BYTES), read);
  const version = request.headers.get('mcp-protocol-version') ?? VERSION_WITH_BATCHES;
  const batch = readMessages(bytes, version);
  if (batch instanceof Response) return batch;
  // Loaded with the first request: the library takes 7 MB. [MP14]
  const { respondToBatch } = await import('./protocol.ts');
  const { user_id, token } = actor!;
  const inTurn = turnsOf(accountable(actor!), request.signal);
  return respondToBatch(batch, { ...context, user_id, scopes: token?.scopes, inTurn, report });
}

export function mcpRoute(report: Report): RawRoute {
  const turnsOf = listTurns();
  return {
    methods: ['POST'],
    path: '/mcp',
    access: 'user',
    scope: 'by-call',
    basicFrom: basicFromBearer,
    async handle(context) {
      const response = await answer(context, report, turnsOf);
      for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
      return response;
    },
  };
}
