// Failures other than an error response (`ApiError` of the contract).

/**
 * No response: the server is unreachable, the connection broke, or the call timed out. It is unknown whether the call took
 * effect.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The response is not in the format of the API: sent by a proxy, or by another program at this address. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  constructor(
    /** The HTTP status. */
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
