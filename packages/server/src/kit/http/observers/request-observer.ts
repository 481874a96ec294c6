// Watches every request from its arrival to its response: gives it an id, and notifies listeners of the response.
import type { AddressRange } from '../../outbound/outbound-addresses.ts';
import type { Tracing } from '../../tracing.ts';
import type { Peers } from '../callers/client-address.ts';
import type { Serve } from '../handling.ts';
import { beginTrace, type EndTrace, forwardedTrace, isEndTaken, offerEnd, type RequestTrace } from './request-trace.ts';

/** `duration_ms` runs to the beginning of the response's body. */
export type ResponseListener = (trace: RequestTrace, status: number, duration_ms: number) => void;

export class RequestObserver {
  /** True: each response is the last one of its connection, so clients come back by new ones. */
  ends_connections = false;

  constructor(
    private readonly trusted_proxies: readonly AddressRange[],
    private readonly listeners: readonly ResponseListener[],
    private readonly tracing: Tracing | null = null,
  ) {}

  observing<Req extends Request>(pattern: string, handle: Serve<Req>): Serve<Req> {
    const end: EndTrace = (trace, response) => {
      const duration_ms = performance.now() - trace.began_at;
      for (const listener of this.listeners) listener(trace, response.status, duration_ms);
      response.headers.set('x-request-id', trace.id);
      if (this.ends_connections) response.headers.set('connection', 'close');
      return response;
    };
    const { tracing } = this;
    if (tracing !== null) return (request, peers) => this.traced(tracing, request, peers, pattern, handle, end);
    return (request, peers) => {
      const trace = beginTrace(request, peers, pattern, this.trusted_proxies);
      offerEnd(request, end);
      const response = handle(request, peers);
      if (response instanceof Response) return end(trace, response);
      return isEndTaken(request) ? response : response.then((answer) => end(trace, answer));
    };
  }

  private traced<Req extends Request>(
    tracing: Tracing,
    request: Req,
    peers: Peers,
    pattern: string,
    handle: Serve<Req>,
    end: EndTrace,
  ): Promise<Response> {
    const trace = beginTrace(request, peers, pattern, this.trusted_proxies);
    const name = `${trace.method} ${pattern}`;
    const attributes = { 'http.request.method': trace.method, 'http.route': pattern, 'stoa.request_id': trace.id };
    const traceparent = forwardedTrace(request, peers, this.trusted_proxies);
    return tracing.within({ name, kind: 'server', attributes, traceparent }, async (span) => {
      const response = await handle(request, peers);
      span.set({ 'http.response.status_code': response.status, 'stoa.endpoint': trace.endpoint });
      if (trace.realm_id !== null) span.set({ 'stoa.organization_id': trace.realm_id });
      if (trace.user_id !== null) span.set({ 'stoa.user_id': trace.user_id });
      if (response.status >= 500) span.fail();
      return end(trace, response);
    });
  }
}
