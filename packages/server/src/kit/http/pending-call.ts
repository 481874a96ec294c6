// Calls whose response may come much later. Ten thousand polls wait at once, so nothing of such a request is kept but a PendingCall:
// neither the request, nor its parameters, nor its caller.
import type { LimitKey } from '../access/actor.ts';
import type { LimitStatus } from '../limits/rate-limits.ts';
import { requireFreshPassword } from './callers/access.ts';
import type { Peers } from './callers/client-address.ts';
import type { HeldBytes } from './callers/held-bytes.ts';
import type { CountedRequest, Handler, PathParameters } from './handling.ts';
import { type EndTrace, type RequestTrace, takeEnd, traceOf } from './observers/request-trace.ts';
import type { PrepareCall } from './prepare-call.ts';
import type { ResultCheck } from './responses/check-result.ts';
import { type Report, respondError, respondSuccess } from './responses/respond.ts';
import type { PendingResponse, RawResult, Route } from './route.ts';

/** Shared by all calls of an endpoint. */
interface Parts {
  readonly check: ResultCheck;
  readonly report: Report;
  readonly unread: HeldBytes;
}

type Respond = (response: Response) => void;

const NONE: readonly string[] = [];

class PendingCall implements PendingResponse, CountedRequest {
  ignored = NONE;
  limit_status: LimitStatus | null = null;
  limit_key: LimitKey = '';

  constructor(
    private readonly parts: Parts,
    private readonly respond: Respond,
    private readonly trace: RequestTrace | undefined,
    private end: EndTrace | undefined,
  ) {}

  succeed(result: RawResult): void {
    try {
      const { check, unread } = this.parts;
      check(result);
      this.finish(respondSuccess(result, this.ignored, this.limit_status, { unread, limit_key: this.limit_key }));
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    const { trace, limit_status } = this;
    this.finish(respondError(error, this.parts.report, { trace, limit_status }));
  }

  /** Only the first response counts. */
  private finish(response: Response): void {
    const { trace, end } = this;
    this.end = undefined;
    this.respond(trace && end ? end(trace, response) : response);
  }
}

export function waitingHandler(route: Extract<Route, { kind: 'wait' }>, parts: Parts, prepare: PrepareCall): Handler {
  const begin = async (request: Request, path: PathParameters, peers: Peers, respond: Respond): Promise<void> => {
    const pending = new PendingCall(parts, respond, traceOf(request), takeEnd(request));
    try {
      // Without credentials the caller's address counts, which is known only while the connection is surely open.
      const held = request.headers.has('authorization') ? route.hold() : null;
      if (held) await held;
      const { context, params, ignored } = await prepare(request, path, peers, pending);
      if (ignored.length > 0) pending.ignored = ignored;
      requireFreshPassword(route.endpoint, context.actor, params, context.now);
      await route.handle({ ...context, signal: request.signal }, params, pending);
    } catch (error) {
      pending.fail(error);
    }
  };
  return (request, path, peers) => new Promise((respond) => void begin(request, path, peers, respond));
}
