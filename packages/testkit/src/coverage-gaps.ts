// Parts of the contract that a test run did not see, and parts it saw that the contract lacks. Pure.
import {
  type Endpoint,
  type ErrorDeclaration,
  type EventDeclaration,
  GENERIC_ERRORS,
  InternalServerError,
  MethodNotAllowed,
  NotFound,
  StoreUnavailable,
} from '@stoa/contract';
import { eventName, type Seen } from './record.ts';

export interface Contract {
  readonly endpoints: readonly Endpoint[];
  readonly events: readonly EventDeclaration[];
}

// biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
type AnyError = ErrorDeclaration<any>;
type SeenError = Extract<Seen, { error: string }>;

/** Not required: the first two concern paths without an endpoint, and input alone never causes the others. */
const NEVER_OF_ENDPOINTS: readonly AnyError[] = [NotFound, MethodNotAllowed, StoreUnavailable, InternalServerError];

const fieldsOf = (error: AnyError) => Object.keys(error.fields.shape).sort();
const isOptional = (error: AnyError, field: string) => error.fields.shape[field].safeParse(undefined).success;
/** Optional fields may be missing. */
const hasFields = (error: AnyError, seen: readonly string[]) =>
  seen.every((field) => field in error.fields.shape) &&
  fieldsOf(error).every((field) => seen.includes(field) || isOptional(error, field));
const isSeenAs = (error: AnyError) => (seen: SeenError) =>
  seen.error === error.code && seen.status === error.status && hasFields(error, seen.fields);
const show = (code: string, status: number, fields: readonly string[]) =>
  `${status} ${code}${fields.length > 0 ? ` with ${fields.join(', ')}` : ''}`;

/** One sentence per gap; none if coverage is complete. */
export function findGaps({ endpoints, events }: Contract, seen: readonly Seen[]): string[] {
  const successes = new Set(seen.flatMap((observed) => ('success' in observed ? [observed.endpoint] : [])));
  const errors = seen.filter((observed): observed is SeenError => 'error' in observed);
  const names = new Set(seen.flatMap((observed) => ('event' in observed ? [observed.event] : [])));
  const declared_events = new Set(events.map(eventName));
  const gaps: string[] = [];

  for (const endpoint of endpoints) {
    if (!successes.has(endpoint.id) && !endpoint.refused) gaps.push(`${endpoint.id} never succeeded`);
    const answered = errors.filter((error) => error.endpoint === endpoint.id);
    for (const error of endpoint.errors)
      if (!answered.some(isSeenAs(error)))
        gaps.push(`${endpoint.id} never answered ${show(error.code, error.status, fieldsOf(error))}`);
    const declared = [...endpoint.errors, ...GENERIC_ERRORS] as readonly AnyError[];
    for (const answer of answered)
      if (!declared.some((error) => isSeenAs(error)(answer)))
        gaps.push(`${endpoint.id} answered ${show(answer.error, answer.status, answer.fields)}, which is not declared`);
  }
  for (const error of GENERIC_ERRORS as readonly AnyError[])
    if (!NEVER_OF_ENDPOINTS.includes(error) && !errors.some(isSeenAs(error)))
      gaps.push(`no endpoint ever answered ${show(error.code, error.status, fieldsOf(error))}`);
  for (const name of declared_events) if (!names.has(name)) gaps.push(`the event ${name} was never received`);

  const ids = new Set(endpoints.map(({ id }) => id));
  for (const id of new Set([...successes, ...errors.map(({ endpoint }) => endpoint)]))
    if (!ids.has(id)) gaps.push(`${id} answered, which is not declared`);
  for (const name of names)
    if (!declared_events.has(name)) gaps.push(`the event ${name} was received, which is not declared`);
  return gaps;
}
