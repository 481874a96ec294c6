// Error responses to requests that reach no endpoint.
import { type ErrorDeclaration, MethodNotAllowed, NotFound } from '@stoa/contract';
import type { DispatchServices } from '../handling.ts';
import { respondError } from './respond.ts';

export function refuse(services: DispatchServices, error: ReturnType<ErrorDeclaration>, request?: Request): Response {
  return respondError(error, services.report, { request });
}

export function notFound(services: DispatchServices): Response {
  return refuse(services, NotFound('No such endpoint: the path of the request is unknown'));
}

export function methodNotAllowed(services: DispatchServices, allowed: readonly string[]): Response {
  return refuse(
    services,
    MethodNotAllowed(`Method not allowed: use ${allowed.join(' or ')}`, { allowed_methods: [...allowed] }),
  );
}
