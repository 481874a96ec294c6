// The error that every failed call throws. Imports nothing, so that a page can load it before the rest of the API.

/** An error response: `{result: "error", code, msg, ...fields}` with an HTTP status. Spec section 7. */
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
