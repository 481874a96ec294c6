// The error of a refused call. A call that succeeds or fails otherwise fails the test.
import { ApiError } from '@stoa/contract';

export function refusal(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => {
      throw new Error('The call was not refused');
    },
    (error) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
}

/** Status and code of the refusal. */
export async function refusedWith(call: Promise<unknown>): Promise<[status: number, code: string]> {
  const { status, code } = await refusal(call);
  return [status, code];
}

/** The reason of the refusal: which of the sentences it is. */
export const reasonOf = async (call: Promise<unknown>): Promise<unknown> => (await refusal(call)).fields.reason;

/** The code of the refusal; null if the call succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string | null> => outcome(call, ({ code }) => code);

/** The message of the refusal; null if the call succeeds. */
export const messageOf = (call: Promise<unknown>): Promise<string | null> => outcome(call, ({ message }) => message);

/** `success`, or the status, code and message of the refusal in one line. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return (await outcome(call, ({ status, code, message }) => `${status} ${code} ${message}`)) ?? 'success';
}

function outcome(call: Promise<unknown>, describe: (error: ApiError) => string): Promise<string | null> {
  return call.then(
    () => null,
    (error) => {
      if (error instanceof ApiError) return describe(error);
      throw error;
    },
  );
}
