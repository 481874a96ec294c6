// Checks every response of a test server against the contract, and records what was seen for the coverage check.
import { appendFileSync } from 'node:fs';
import {
  type ApiError,
  type Endpoint,
  type EventDeclaration,
  endpoints,
  eventSchema,
  events,
  GENERIC_ERRORS,
  type ReceivedEvent,
} from '@stoa/contract';
import type { Observation } from '../../server/src/kit/http/handling.ts';
import { strict } from '../../server/src/kit/http/responses/check-result.ts';
import { deepDifference } from './deep-difference.ts';
import { checkMobileEvent } from './mobile-client.ts';

/** One line of the file named by STOA_TEST_RECORD. */
export type Seen =
  | { readonly endpoint: string; readonly success: true }
  | { readonly endpoint: string; readonly error: string; readonly status: number; readonly fields: string[] }
  | { readonly event: string };

export function eventName({ type, op }: { type: string; op?: string | null }): string {
  return op ? `${type}/${op}` : type;
}

const byId = new Map<string, Endpoint>(Object.values<Endpoint>(endpoints).map((endpoint) => [endpoint.id, endpoint]));
const byName = new Map<string, { declaration: EventDeclaration; schema: ReturnType<typeof eventSchema> }>(
  events.map((declaration) => [eventName(declaration), { declaration, schema: eventSchema(declaration) }]),
);

/** Throws unless the event is declared and has exactly the declared fields, including inner objects. */
export function checkEvent(event: ReceivedEvent): void {
  const known = byName.get(eventName(event));
  if (!known) throw new Error(`undeclared event ${eventName(event)}: ${JSON.stringify(event)}`);
  const parsed = known.schema.safeParse(event);
  if (!parsed.success) throw new Error(`event ${eventName(event)} is not as declared: ${parsed.error.message}`);
  // Parsing drops unknown fields of inner objects, so the difference is undeclared.
  const dropped = deepDifference(event, parsed.data, ['sent', 'declared']);
  if (dropped.length > 0) throw new Error(`event ${eventName(event)} has undeclared fields:\n${dropped.join('\n')}`);
}

function checkSuccess(endpoint: Endpoint, answer: Record<string, unknown>): void {
  const { result: _result, msg, ignored_parameters_unsupported: _ignored, ...fields } = answer;
  const declares_msg = 'msg' in endpoint.result.shape;
  if (msg !== '' && !declares_msg) throw new Error(`${endpoint.id}: a success has an empty msg`);
  const parsed = strict(endpoint.result).safeParse(fields);
  if (!parsed.success) throw new Error(`${endpoint.id}: the result is not as declared: ${parsed.error.message}`);
  const dropped = deepDifference(fields, parsed.data, ['sent', 'declared']);
  if (dropped.length > 0) throw new Error(`${endpoint.id}: undeclared fields:\n${dropped.join('\n')}`);
}

type ErrorAnswer = Pick<ApiError, 'code'> & { msg: unknown; result: unknown };

function checkError(endpoint: Endpoint, status: number, answer: ErrorAnswer): string[] {
  const { result, code, msg, ...fields } = answer;
  const names = Object.keys(fields).sort();
  const declared = [...endpoint.errors, ...GENERIC_ERRORS].some(
    (error) => error.code === code && error.status === status && strict(error.fields).safeParse(fields).success,
  );
  if (result !== 'error' || typeof msg !== 'string' || msg === '')
    throw new Error(`${endpoint.id}: an error without its parts: ${JSON.stringify(answer)}`);
  if (!declared)
    throw new Error(
      `${endpoint.id} answered an undeclared error: ${status} ${code} with ${names.join(', ') || 'no fields'}`,
    );
  return names;
}

/** A response as a client reads it. */
function decoded(response: Response): Response {
  const coding = response.headers.get('content-encoding');
  return coding ? new Response(response.body!.pipeThrough(new DecompressionStream(coding as 'gzip'))) : response;
}

export class Recorder {
  /** Undeclared responses, and failures the server reported. */
  readonly violations: string[] = [];
  private readonly pending = new Set<Promise<void>>();
  private readonly lines = new Set<string>();

  readonly observe = (observation: Observation): void => {
    const copy = observation.response.clone();
    const work = this.look(observation, copy)
      .catch((error: Error) => void this.violations.push(error.message))
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  };

  readonly report = (error: unknown): void => {
    this.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  /** After this, all that was observed so far is checked. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** Writes the record of everything seen so far. */
  async flush(): Promise<void> {
    await this.settled();
    const file = process.env.STOA_TEST_RECORD;
    if (file && this.lines.size > 0) appendFileSync(file, [...this.lines, ''].join('\n'));
    this.lines.clear();
  }

  private async look({ endpoint: id, status }: Observation, response: Response): Promise<void> {
    const endpoint = byId.get(id);
    if (!endpoint) throw new Error(`an answer of ${id}, which is not in the contract`);
    const answer = (await decoded(response).json()) as Record<string, unknown>;
    if (status === 200) {
      if (answer.result !== 'success') throw new Error(`${id}: status 200 without success: ${JSON.stringify(answer)}`);
      this.note({ endpoint: id, success: true });
      checkSuccess(endpoint, answer);
      if (endpoint === endpoints.getEvents)
        for (const event of answer.events as ReceivedEvent[]) this.lookAtEvent(event);
      return;
    }
    const code = String(answer.code);
    const fields = checkError(endpoint, status, answer as ErrorAnswer);
    this.note({ endpoint: id, error: code, status, fields });
  }

  private lookAtEvent(event: ReceivedEvent): void {
    this.note({ event: eventName(event) });
    checkEvent(event);
    checkMobileEvent(event);
  }

  private note(seen: Seen): void {
    this.lines.add(JSON.stringify(seen));
  }
}
