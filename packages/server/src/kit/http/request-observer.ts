// Watches every request from its arrival to its answer: gives it an id, and tells listeners about the answer.
import type { AddressRange } from '../outbound-addresses.ts';
import type { Peers } from './client-address.ts';
import { beginTrace, type RequestTrace } from './request-trace.ts';

/** `duration_ms` runs to the beginning of the answer's body. */
export type AnswerListener = (trace: RequestTrace, status: number, duration_ms: number) => void;
type Serve<Asked extends Request> = (request: Asked, peers: Peers) => Response | Promise<Response>;

export class RequestObserver {
  constructor(
    private readonly trusted_proxies: readonly AddressRange[],
    private readonly listeners: readonly AnswerListener[],
  ) {}

  observing<Asked extends Request>(pattern: string, handle: Serve<Asked>): Serve<Asked> {
    const end = (trace: RequestTrace, response: Response): Response => {
      const duration_ms = performance.now() - trace.began_at;
      for (const listener of this.listeners) listener(trace, response.status, duration_ms);
      response.headers.set('x-request-id', trace.id);
      return response;
    };
    return (request, peers) => {
      const trace = beginTrace(request, peers, pattern, this.trusted_proxies);
      const response = handle(request, peers);
      return response instanceof Response ? end(trace, response) : response.then((answer) => end(trace, answer));
    };
  }
}
