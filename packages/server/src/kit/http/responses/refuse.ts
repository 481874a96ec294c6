// Error responses to requests that reach no endpoint.
import { type ErrorDeclaration, MethodNotAllowed, NotFound } from '@stoa/contract';
import type { Dispatch } from '../handling.ts';
import { respondError } from './respond.ts';

export function refuse(kit: Dispatch, error: ReturnType<ErrorDeclaration>, request?: Request): Response {
  return respondError(error, kit.report, { request });
}

export function notFound(kit: Dispatch): Response {
  return refuse(kit, NotFound('No such endpoint: the path of the request is unknown'));
}

export function methodNotAllowed(kit: Dispatch, allowed: readonly string[]): Response {
  return refuse(
    kit,
    MethodNotAllowed(`Method not allowed: use ${allowed.join(' or ')}`, { allowed_methods: [...allowed] }),
  );
}
