// Data that released versions wrote, kept for tests of upgrades.

/** Data that an upgraded server must still find. */
export interface ReleasedData {
  readonly email: string;
  readonly api_key: string;
  /** Number of accounts, bots included. */
  readonly users: number;
  /** The newest messages that the account can read, as HTML. */
  readonly contents: readonly string[];
}
