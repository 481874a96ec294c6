// Processes one request in a fixed order: organization, credentials, access, parameters (prepare-call.ts), handler, result.
import { ApiError } from '@stoa/contract';
import { RecordedResponse } from '../write/idempotency.ts';
import type { Peers } from './callers/client-address.ts';
import type {
  CountedRequest,
  DispatchServices,
  Handler,
  PathParameters,
  PreparedCall,
  RequestOrigin,
} from './handling.ts';
import { discardFiles } from './parameters/receive-parameters.ts';
import { waitingHandler } from './pending-call.ts';
import { callPreparer } from './prepare-call.ts';
import { resultChecker } from './responses/check-result.ts';
import {
  errorBody,
  respondCompressed,
  respondError,
  respondRecorded,
  respondSuccess,
  successBody,
} from './responses/respond.ts';
import type { Route } from './route.ts';
import { runHandler } from './run-handler.ts';

/** Builds the handler of one endpoint. */
export function dispatcher(services: DispatchServices, route: Route): Handler {
  const { endpoint } = route;
  const check = resultChecker(endpoint, services.checking, services.report);
  const prepare = callPreparer(services, route);

  const watched = (handler: Handler) => (services.observe ? observed(endpoint.id, handler, services.observe) : handler);
  if (route.kind === 'wait')
    return watched(waitingHandler(route, { check, report: services.report, unread: services.unread }, prepare));

  const responding = (request: Request, ignored: readonly string[], counted: CountedRequest) => (result: unknown) => {
    if (result instanceof RecordedResponse) return respondRecorded(result, counted.limit_status);
    if (result instanceof ApiError) throw result;
    check(result);
    // What was written can't be refused any more.
    const delivery = route.kind === 'write' ? null : { unread: services.unread, limit_key: counted.limit_key };
    return endpoint.compressed
      ? respondCompressed(request, result, ignored, counted.limit_status, delivery)
      : respondSuccess(result, ignored, counted.limit_status, delivery);
  };
  const recording = (ignored: readonly string[]) => (result: unknown) => {
    if (result instanceof ApiError) return new RecordedResponse(result.status, errorBody(result), false);
    check(result);
    return new RecordedResponse(200, successBody(result, ignored), false);
  };
  const carryOut = (
    origin: RequestOrigin,
    { context, params, ignored, attempt, end }: PreparedCall,
    counted: CountedRequest,
  ) => {
    const repeatable = attempt && { attempt, record: recording(ignored) };
    const done = runHandler(services, route, { origin, context, params }, repeatable).then(
      responding(origin.request, ignored, counted),
    );
    return end === null ? done : done.finally(() => discardFiles(services, context.files)).finally(end);
  };

  const handle = (request: Request, path: PathParameters, peers: Peers): Promise<Response> => {
    const counted: CountedRequest = { limit_status: null, limit_key: '' };
    return prepare(request, path, peers, counted)
      .then((prepared) => carryOut({ request, peers, limit_key: counted.limit_key }, prepared, counted))
      .catch((error) => respondError(error, services.report, { request, limit_status: counted.limit_status }));
  };
  return watched(handle);
}

function observed(endpoint: string, handle: Handler, observe: NonNullable<DispatchServices['observe']>): Handler {
  return async (request, path, peers) => {
    const response = await handle(request, path, peers);
    observe({
      endpoint,
      // A malformed Host header makes the whole URL unparsable.
      path: URL.parse(request.url)?.pathname ?? request.url,
      status: response.status,
      params: path,
      response,
    });
    return response;
  };
}
