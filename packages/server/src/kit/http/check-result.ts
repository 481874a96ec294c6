// Holds what is answered against what is declared: in tests and development a difference is an error, in production it is reported.
import type { Endpoint } from '@stoa/contract';
import { z } from 'zod';
import { RawResult } from './route.ts';

/** `every`: check all and throw. `some`: check one in a hundred and report. */
export type ResultChecking = 'every' | 'some';
const CHECK_ONE_IN = 100;

class UndeclaredResult extends Error {
  override readonly name = 'UndeclaredResult';
}

export type ResultCheck = (result: unknown) => void;

export function resultChecker(
  endpoint: Endpoint,
  checking: ResultChecking,
  report: (error: unknown) => void,
): ResultCheck {
  const schema = endpoint.result.strict();
  const check = (result: unknown) => {
    // Compared as the client will see it: without members that are undefined.
    const fields = result instanceof RawResult ? JSON.parse(`{${result.fields}}`) : JSON.parse(JSON.stringify(result));
    const checked = schema.safeParse(fields);
    if (!checked.success)
      throw new UndeclaredResult(`${endpoint.id} answered undeclared fields: ${z.prettifyError(checked.error)}`);
  };
  if (checking === 'every') return check;
  let count = 0;
  return (result) => {
    if (count++ % CHECK_ONE_IN !== 0) return;
    try {
      check(result);
    } catch (error) {
      report(error);
    }
  };
}
