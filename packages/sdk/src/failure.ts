// What can go wrong beside an error answer (`ApiError` of the contract): no answer at all, or one that is not the API's.

/** No answer came: the server is down or unreachable, the connection broke, or the time was up. Whether the call had an effect is unknown. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Something answered, but not in the form of the API: a proxy in between, or another program at this address. */
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
