// Calls whose response may come much later. Ten thousand polls wait at once, so nothing of such a request is kept but a PendingCall:
// neither the request, nor its parameters, nor its caller.
import type { LimitStatus } from '../rate-limits.ts';
import { requireFreshPassword } from './access.ts';
import type { ResultCheck } from './check-result.ts';
import type { Peers } from './client-address.ts';
import type { Handler, PathParameters, Prepared, Tally } from './dispatch.ts';
import { type RequestTrace, traceOf } from './request-trace.ts';
import { type Report, respondError, respondSuccess } from './respond.ts';
import type { PendingAnswer, RawResult, Route } from './route.ts';

/** What all calls of an endpoint share. */
interface Parts {
  readonly check: ResultCheck;
  readonly report: Report;
}

type Respond = (response: Response) => void;

const NONE: readonly string[] = [];

class PendingCall implements PendingAnswer {
  private readonly ignored: readonly string[];

  constructor(
    private readonly parts: Parts,
    private readonly respond: Respond,
    ignored: readonly string[],
    private readonly limit_status: LimitStatus | null,
    private readonly trace: RequestTrace | undefined,
  ) {
    this.ignored = ignored.length === 0 ? NONE : ignored;
  }

  answer(result: RawResult): void {
    try {
      this.parts.check(result);
      this.respond(respondSuccess(result, this.ignored, this.limit_status));
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    const { trace, limit_status } = this;
    this.respond(respondError(error, this.parts.report, { trace, limit_status }));
  }
}

type Prepare = (request: Request, path: PathParameters, peers: Peers, tally: Tally) => Promise<Prepared>;

export function waitingHandler(route: Extract<Route, { kind: 'wait' }>, parts: Parts, prepare: Prepare): Handler {
  const begin = async (request: Request, path: PathParameters, peers: Peers, respond: Respond): Promise<void> => {
    const tally: Tally = { limit_status: null };
    try {
      // Without credentials the caller's address counts, which is known only while the connection is surely open.
      const held = request.headers.has('authorization') ? route.hold() : null;
      if (held) await held;
      const { context, params, ignored } = await prepare(request, path, peers, tally);
      requireFreshPassword(route.endpoint, context.actor, params, context.now);
      const pending = new PendingCall(parts, respond, ignored, tally.limit_status, traceOf(request));
      await route.handle({ ...context, signal: request.signal }, params, pending);
    } catch (error) {
      respond(respondError(error, parts.report, { request, limit_status: tally.limit_status }));
    }
  };
  return (request, path, peers) => new Promise((respond) => void begin(request, path, peers, respond));
}
