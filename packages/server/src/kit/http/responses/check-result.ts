// Checks responses against their declaration: a difference is an error in tests and development, and is reported in production.
import type { Endpoint } from '@stoa/contract';
import { z } from 'zod';
import { KeyText, textOf } from '../../json/json-text.ts';
import { RawResult } from '../route.ts';

/** `every`: check all and throw. `some`: check some of each endpoint and report. */
export type ResultChecking = 'every' | 'some';
/** Share of the time spent on checking, per endpoint. */
const CHECKING_SHARE = 0.01;
/** Largest text to check; a larger one would block other requests, and smaller ones of its kind are checked. */
const CHECKED_UP_TO = 100_000;

class UndeclaredResult extends Error {
  override readonly name = 'UndeclaredResult';
}

function fieldsOf({ fields }: RawResult): string {
  return typeof fields === 'string' ? fields : textOf(fields);
}

/** In characters or bytes. */
function sizeOf({ fields }: RawResult): number {
  if (typeof fields === 'string') return fields.length;
  return fields.reduce((sum, piece) => sum + (piece instanceof KeyText ? piece.text.length : piece.length), 0);
}

export type ResultCheck = (result: unknown) => void;

type ObjectSchema = Endpoint['result'];
const strict_schemas = new WeakMap<ObjectSchema, ObjectSchema>();

/** The schema without undeclared fields. Made once for each, because compiling it costs more than checking a response. */
export function strict(schema: ObjectSchema): ObjectSchema {
  const strict_schema = strict_schemas.get(schema) ?? schema.strict();
  strict_schemas.set(schema, strict_schema);
  return strict_schema;
}

export function resultChecker(
  endpoint: Endpoint,
  checking: ResultChecking,
  report: (error: unknown) => void,
): ResultCheck {
  const check = (result: unknown) => {
    // Compares what the client will receive: without undefined members.
    const fields = JSON.parse(result instanceof RawResult ? `{${fieldsOf(result)}}` : JSON.stringify(result));
    const checked = strict(endpoint.result).safeParse(fields);
    if (!checked.success)
      throw new UndeclaredResult(`${endpoint.id} answered undeclared fields: ${z.prettifyError(checked.error)}`);
  };
  if (checking === 'every') return check;
  let next_at = 0;
  return (result) => {
    const began = performance.now();
    if (began < next_at) return;
    if (result instanceof RawResult && sizeOf(result) > CHECKED_UP_TO) return;
    try {
      check(result);
    } catch (error) {
      report(error);
    }
    const ended = performance.now();
    next_at = ended + (ended - began) / CHECKING_SHARE;
  };
}
