// Notifications of the other nodes, for all listeners of this process, on one connection of their own.
import type pg from 'pg';
import type { Signal, StoreListener } from './connection.ts';
import { abandon, answers, type PostgresPool } from './postgres-pool.ts';

export const COMMITS = 'stoa_commit';
export const SIGNALS = 'stoa_signal';
/** How often the event log is checked without a wake-up: NOTIFY is lost while a connection is down. */
const FALLBACK_POLL_MS = 2000;
/** A connection without a response for this long is lost, and with it all others to the same host. */
const SILENCE_MS = 4000;

export class PostgresListener {
  private readonly listeners = new Set<StoreListener>();
  private client: pg.Client | null = null;
  private connecting: Promise<void> | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private is_looking = false;
  private is_stopped = false;

  /** `node` begins each signal of this process, which it does not hear itself. */
  constructor(
    private readonly pool: PostgresPool,
    private readonly node: string,
  ) {}

  /** Resolves when every later notification reaches the listener; returns how to stop. */
  async add(listener: StoreListener): Promise<() => void> {
    this.listeners.add(listener);
    this.timer ??= setInterval(() => this.tick(), FALLBACK_POLL_MS);
    if (!this.client) await this.connect();
    return () => void this.listeners.delete(listener);
  }

  stop(): void {
    this.is_stopped = true;
    clearInterval(this.timer);
    this.client?.end().catch(() => {});
    this.client = null;
  }

  private connect(): Promise<void> {
    this.connecting ??= this.open().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async open(): Promise<void> {
    const client = await this.pool.connectApart();
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === COMMITS) this.announceCommit(payload === '' ? null : payload);
      else if (!payload.startsWith(this.node)) this.announceSignal(payload.slice(this.node.length));
    });
    client.on('end', () => {
      if (this.client === client) this.client = null;
    });
    await client.query(`listen ${COMMITS}; listen ${SIGNALS}`);
    if (this.is_stopped) await client.end();
    else this.client = client;
  }

  private announceCommit(payload: string | null): void {
    for (const listener of this.listeners) listener.committed(payload);
  }

  private announceSignal(payload: string): void {
    const signal = parseSignal(payload);
    if (signal) for (const listener of this.listeners) listener.signalled(signal);
  }

  private tick(): void {
    this.announceCommit(null);
    if (this.is_looking) return;
    this.is_looking = true;
    void this.look()
      .catch(() => {}) // retried with the next tick
      .finally(() => {
        this.is_looking = false;
      });
  }

  private async look(): Promise<void> {
    const { client } = this;
    if (!client) return this.connect();
    if ((await answers(client, SILENCE_MS)) || this.client !== client || this.is_stopped) return;
    this.client = null;
    abandon(client);
    // Silent connections never fail by themselves: a statement on one would wait a quarter of an hour. [DB21]
    this.pool.abandonAll();
    await this.connect();
  }
}

/** Null if it is not a JSON object: anybody who can sign in to the database can notify. */
function parseSignal(payload: string): Signal | null {
  try {
    const signal: unknown = JSON.parse(payload);
    return typeof signal === 'object' ? (signal as Signal | null) : null;
  } catch {
    return null;
  }
}
