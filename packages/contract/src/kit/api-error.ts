// What every error answer becomes. Imports nothing: a page can know its failures before it knows the rest of the API.

/** A failure that is an answer: `{result: "error", code, msg, ...fields}` with an HTTP status. Spec section 7. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: string,
    readonly status: number,
    msg: string,
    readonly fields: Record<string, unknown> = {},
  ) {
    super(msg);
  }
}
