// Reports the reader's presence while the page is open, and receives that of others. [WB52]
import { watchReturns } from '../../base/views/attention.ts';
import type { PresenceStore } from './presence-store.ts';

/** Without input for this long, the reader is idle. */
export const IDLE_AFTER_MS = 5 * 60 * 1000;
/** How often to check whether a report is due and who has gone offline. */
const BEAT_MS = 15_000;
const HISTORY_DAYS = 14;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

export interface Report {
  readonly status: 'active' | 'idle';
  readonly last_update_id: number;
  readonly history_limit_days: number;
  readonly new_user_input: boolean;
  readonly ping_only: boolean;
}

export interface ReportAnswer {
  readonly presence_last_update_id: number;
  readonly server_timestamp?: number | undefined;
  readonly presences?: Readonly<Record<string, unknown>> | undefined;
}

interface PresenceEnvironment {
  /** Report interval in seconds; null while the organization disables presence. */
  interval(): number | null;
  /** The page is hidden: the presence of others is not requested. */
  hidden(): boolean;
  report(report: Report): Promise<ReportAnswer>;
  now(): number;
}

export class PresenceReporter {
  private reported_at = Number.NEGATIVE_INFINITY;
  /** When the presence of others was last requested. */
  private requested_at = Number.NEGATIVE_INFINITY;
  private last_input: number;
  private reported_idle = false;
  private new_input = true;
  private busy = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private unwatch = () => {};

  constructor(
    private readonly book: PresenceStore,
    private readonly environment: PresenceEnvironment,
    private last_update_id: number,
  ) {
    this.last_input = environment.now();
  }

  start(): void {
    for (const name of INPUTS) addEventListener(name, this.noteInput, { passive: true, capture: true });
    this.unwatch = watchReturns(() => void this.beat());
    this.timer = setInterval(() => void this.beat(), BEAT_MS);
    void this.beat();
  }

  stop(): void {
    clearInterval(this.timer);
    for (const name of INPUTS) removeEventListener(name, this.noteInput, { capture: true });
    this.unwatch();
  }

  /** Register responded again. */
  startOver(last_update_id: number): void {
    this.last_update_id = last_update_id;
  }

  readonly noteInput = (): void => {
    this.last_input = this.environment.now();
    this.new_input = true;
    if (this.reported_idle) void this.beat();
  };

  async beat(): Promise<void> {
    const { interval, hidden, report, now } = this.environment;
    this.book.tick();
    const seconds = interval();
    if (seconds === null || this.busy) return;
    const idle = now() - this.last_input >= IDLE_AFTER_MS;
    const ping_only = hidden();
    const due = (since: number) => now() - since >= seconds * 1000;
    const is_back = this.reported_idle && !idle;
    if (!due(this.reported_at) && !is_back && (ping_only || !due(this.requested_at))) return;
    this.busy = true;
    try {
      const answer = await report({
        status: idle ? 'idle' : 'active',
        last_update_id: this.last_update_id,
        history_limit_days: HISTORY_DAYS,
        new_user_input: this.new_input,
        ping_only,
      });
      this.reported_at = now();
      this.reported_idle = idle;
      this.new_input = false;
      if (ping_only || !answer.presences) return;
      this.requested_at = now();
      this.last_update_id = answer.presence_last_update_id;
      this.book.update(answer.presences, answer.server_timestamp);
    } catch {
      // Without a connection nothing is reported; the next check tries again.
    } finally {
      this.busy = false;
    }
  }
}
