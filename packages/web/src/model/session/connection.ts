// The connection of one reader; without an account, of a visitor. Every call shows whether the server is reachable; while it
// isn't, a quick call is repeated.
import { type Client, createClient } from '@stoa/sdk';
import { Cell } from '../../base/cells/cell.ts';
import { loadFailureTexts } from '../../base/text/language.ts';
import { earlyAnswer } from './early-register.ts';
import type { Session } from './stored-session.ts';
import { watchWakes } from './wake.ts';

/** A long poll may stay silent, so it can't tell when the server is back. */
const PROBE_MS = 1000;

export type ConnectionStatus = 'live' | 'away';

/** A refused call and how to repeat it. */
export interface RefusedCall {
  readonly response: Response;
  readonly is_read: boolean;
  retry(): Promise<Response>;
}

/** Asks for the password if the server refused a call for lack of it; returns the response to the repeated call. */
export type ConfirmPassword = (refused: RefusedCall, client: Client) => Promise<Response>;

export class Connection {
  readonly status = new Cell<ConnectionStatus>('live');
  readonly client: Client;
  /** For what nobody pressed for: a call that needs the password is refused, and nobody is asked for it. */
  readonly quiet_client: Client;
  private poll = new AbortController();
  private closed = false;
  private probing = false;
  private readonly unwatch: () => void;

  constructor(
    { email, key }: Partial<Session>,
    private readonly confirmPassword: ConfirmPassword,
  ) {
    const account = { site: location.origin, email, api_key: key };
    this.client = createClient({ ...account, fetch: this.fetch });
    this.quiet_client = createClient({ ...account, fetch: this.fetchQuietly });
    this.status.subscribe(() => this.probe());
    this.unwatch = watchWakes(() => this.restartPolling());
  }

  close(): void {
    this.closed = true;
    this.unwatch();
  }

  /** After sleep, the waiting poll may never get a response. */
  private restartPolling(): void {
    this.poll.abort();
    this.poll = new AbortController();
  }

  private readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await this.fetchQuietly(url, init);
    if (response.status !== 403) return response;
    const retry = () => this.fetchQuietly(url, init);
    return this.confirmPassword({ response, is_read: init.method === 'GET', retry }, this.client);
  };

  private readonly fetchQuietly = async (url: string, init: RequestInit): Promise<Response> => {
    const { signal } = this.poll;
    const is_poll = url.startsWith(`${location.origin}/api/v1/events?`);
    const signals = [init.signal, is_poll ? signal : null].filter((signal) => signal != null);
    try {
      const response =
        (await earlyAnswer(url, init)) ?? (await fetch(url, { ...init, signal: AbortSignal.any(signals) }));
      this.status.set(response.status >= 500 ? 'away' : 'live');
      // A refusal in the first second comes before the texts that explain it. [WB102]
      if (!response.ok) await loadFailureTexts();
      return response;
    } catch (error) {
      if (!init.signal?.aborted && !(is_poll && signal.aborted)) this.status.set('away');
      throw error;
    }
  };

  private probe(): void {
    if (this.probing || this.closed || this.status.get() === 'live') return;
    this.probing = true;
    setTimeout(() => {
      if (this.closed) return;
      this.client
        .getServerSettings({}, { timeout_ms: 5 * PROBE_MS })
        .catch(() => {})
        .finally(() => {
          this.probing = false;
          this.probe();
        });
    }, PROBE_MS);
  }
}
