// Delivers the event log to queues: finds events a queue has not seen, lets polls wait for more, wakes them when the event log has grown.
// Owns no events and no queue rows: both are in the store, so any node can serve any queue, also after a crash.
import { type EventId, heartbeatEvent, type RealmId } from '@stoa/contract';
import type { Store } from '../kit/database/connection.ts';
import { nextTurn } from '../kit/event-loop/turns.ts';
import type { PendingResponse } from '../kit/http/route.ts';
import { Semaphore } from '../kit/scheduling/semaphore.ts';
import type { Clock } from '../kit/time/clock.ts';
import { LOG_STEP, type LogEntry } from '../kit/write/log-entry.ts';
import { logPosition } from '../kit/write/log-position.ts';
import type { Writer } from '../kit/write/write.ts';
import { closeEvent, type EventLog, type FeedEntry } from './event-log.ts';
import { FollowedEventLogs } from './followed-event-logs.ts';
import type { LiveQueue, Poll, PollEnd } from './live-queue.ts';
import { LiveQueues, type QueueOwner, unknownQueue } from './live-queues.ts';
import { isInGap } from './log-gaps.ts';
import { eventsResult, openEvent, type Presenters, presentTexts } from './present.ts';
import { type LoadReader, mayReceive, type Reader, Readers } from './reader.ts';
import { type NewSignal, type NodeSignal, Signals } from './signals.ts';
import { Uptime } from './uptime.ts';
import { type DeliveryListener, WaitingPolls, type WakeScope } from './waiting-polls.ts';

/** At most this many events per response; the client asks again for the rest. */
const EVENTS_PER_RESPONSE = 1000;
/** After as many characters the rest waits for the next poll: an edit of a long message has several hundred thousand. [EV29] */
const CHARACTERS_PER_RESPONSE = 4 * 1024 * 1024;
/** Signals take the ids after a log entry's. Beyond this many, an entry that nobody receives advances the event log. */
const EPHEMERAL_IDS = LOG_STEP / 2;
/** Pages of entries that are not in memory, for all polls together: one takes up to 15 MB while it is read and shown. [HT857] */
const OLD_PAGES_AT_ONCE = 3;
/** Longer than any crowd of clients takes that come back after a long time. */
const OLD_PAGE_WAIT_MS = 10 * 60_000;
const NO_TEXTS: readonly string[] = [];

export interface FeedOptions {
  store: Store;
  writer: Writer;
  clock: Clock;
  loadReader: LoadReader;
  presenters: Presenters;
  /** How long a poll waits before a heartbeat answers it. */
  heartbeat_ms: number;
}

export interface PollRequest extends QueueOwner {
  queue_id: string;
  /** The newest event the client has; null if it did not say. */
  last_event_id: number | null;
  dont_block: boolean;
  signal: PollEnd;
}

interface Scan {
  readonly texts: string[];
  /** The last entry looked at. */
  readonly scanned: EventId;
  /** Characters for which there still is room. */
  readonly room: number;
}

export class Feed {
  readonly queues: LiveQueues;
  readonly uptime: Uptime;
  private readonly readers: Readers;
  private readonly polls: WaitingPolls;
  private readonly logs: FollowedEventLogs;
  private readonly advancing = new Set<RealmId>();
  private readonly signals: Signals;
  private readonly old_pages = new Semaphore(OLD_PAGES_AT_ONCE, OLD_PAGE_WAIT_MS);
  private stopForeign: () => void = () => {};
  private stopped = false;

  constructor(private readonly options: FeedOptions) {
    this.readers = new Readers(options.loadReader);
    this.signals = new Signals(options.clock);
    this.uptime = new Uptime(options.clock);
    this.queues = new LiveQueues(options.store, options.writer, options.clock, this.uptime, this.signals);
    this.polls = new WaitingPolls(options.heartbeat_ms, options.clock, this.uptime, {
      serve: (poll, scope) => this.serve(poll, scope),
      heartbeat: (poll) => this.heartbeat(poll),
    });
    this.logs = new FollowedEventLogs(options.store, (log, entries) => this.apply(log, entries));
    options.writer.onCommit((realm_id, base, entries) => this.logs.committed(realm_id, base, entries));
  }

  async start(): Promise<void> {
    await this.queues.start();
    this.stopForeign = await this.options.store.listen({
      committed: (payload) => this.logs.receiveCommit(payload),
      signalled: (signal) => void this.receiveSignal(signal as Partial<NodeSignal>).catch(() => {}), // the store did not answer
    });
  }

  /** Ends every poll with no events. Clients poll the next process with the same queue. [EV10] */
  endPolls(): void {
    this.stopped = true;
    this.polls.endAll();
  }

  async stop(): Promise<void> {
    this.endPolls();
    this.stopForeign();
    await this.logs.settle();
    await this.queues.stop();
  }

  get waiting_polls(): number {
    return this.polls.size;
  }

  /** Sets who is told about each waiting poll that a commit has answered. */
  onDelivery(listener: DeliveryListener): void {
    this.polls.onDelivery = listener;
  }

  /** Awaited before a poll: see `HeldPolls`. Null if it need not wait. */
  hold(): Promise<void> | null {
    return this.polls.hold();
  }

  /** Answers with the events after the acknowledged one; waits for one unless told not to. [EV1] */
  async poll(request: PollRequest, pending: PendingResponse): Promise<void> {
    const live = await this.queues.use(request.queue_id, request);
    const log = await this.logs.open(request.realm_id);
    if (!(await this.wasGiven(log, request.last_event_id))) throw unknownQueue(request.queue_id);
    const after = this.queues.acknowledge(live, request.last_event_id);
    for (;;) {
      const { texts, scanned } = await this.collect(live, log, after);
      if (texts.length > 0 || request.dont_block || request.signal.aborted || this.stopped)
        return pending.succeed(eventsResult(live.queue_id, texts));
      if (log.position > scanned || live.last_signal < this.signals.newest) continue; // something happened during this scan
      return this.polls.wait(live, after, scanned, request.signal, pending);
    }
  }

  /** Signals clients that are polling now, on every node; others never receive it. [EV18] */
  async signal(realm_id: RealmId, signal: NewSignal): Promise<void> {
    const to_nodes: NodeSignal = { realm_id, signal };
    await this.receiveSignal(to_nodes);
    this.options.store.signal({ ...to_nodes });
  }

  /** A client here is about to poll: keeps signals for it from now on. [EV18] */
  expectPoll(realm_id: RealmId): void {
    this.logs.open(realm_id).catch(() => {}); // the first poll retries if the store does not answer
  }

  private async receiveSignal({ realm_id, signal }: Partial<NodeSignal>): Promise<void> {
    // Signals of other parts have other fields; and no poll here may follow this organization.
    if (!signal || realm_id === undefined || !this.logs.follows(realm_id)) return;
    const log = await this.logs.open(realm_id);
    this.wake(log, [this.signals.add(realm_id, signal, log.position)]);
  }

  /** Deletes a queue; a poll waiting on it ends with no events. */
  async end(queue_id: string, owner: QueueOwner): Promise<void> {
    const live = await this.queues.use(queue_id, owner);
    if (live.poll) this.polls.respond(live.poll, []);
    await this.queues.remove(live);
  }

  /** Whether a client can have this id. After a restore from a backup, the event log may be behind its clients. [EV2] [BU12] */
  private async wasGiven(log: EventLog, id: number | null): Promise<boolean> {
    if (id === null) return true;
    if (log.gaps.some((gap) => isInGap(gap, id))) return false;
    if (id < log.position + LOG_STEP) return true;
    return id < (await logPosition(this.options.store.db, log.realm_id)) + LOG_STEP;
  }

  private async removeLost(live: LiveQueue) {
    await this.queues.remove(live);
    return unknownQueue(live.queue_id);
  }

  private async reader(live: LiveQueue): Promise<Reader> {
    const reader = await this.readers.get(live.user_id);
    if (!reader?.is_active) throw await this.removeLost(live);
    return reader;
  }

  private async collect(
    live: LiveQueue,
    log: EventLog,
    after: EventId,
  ): Promise<{ texts: string[]; scanned: EventId }> {
    let reader = await this.reader(live);
    const texts: string[] = [];
    let room = CHARACTERS_PER_RESPONSE;
    let scanned = live.quietUntil(after);
    let complete = false;
    for (let pages = 0; texts.length < EVENTS_PER_RESPONSE && room > 0; pages++) {
      // A queue may have to be shown a hundred thousand entries, none of which is for it. [EV801]
      if (pages > 0) await nextTurn();
      const is_old = !log.hasInMemory(scanned);
      if (is_old) await this.old_pages.acquire();
      try {
        const page = await log.after(this.options.store.db, scanned);
        if (page === null) throw await this.removeLost(live); // the client was away longer than the event log is kept
        complete = page.length === 0;
        if (complete) break;
        // A write applied meanwhile may have changed the access that decides on this page's entries. [EV4]
        if (this.readers.peek(reader.user_id) !== reader) reader = await this.reader(live);
        const found = this.scan(live, reader, page, after, room);
        texts.push(...found.texts);
        ({ room, scanned } = found);
      } finally {
        if (is_old) this.old_pages.release();
      }
    }
    // Signals have ids above all entries, so they wait until a response reaches the end of the event log.
    if (complete) texts.push(...this.takeSignals(live, reader, after, log.position));
    if (texts.length === 0) live.noteQuiet(after, scanned);
    return { texts, scanned };
  }

  /** The signals this queue has not received, with ids above everything it has. */
  private takeSignals(live: LiveQueue, reader: Reader, after: EventId, position: EventId): readonly string[] {
    if (live.last_signal >= this.signals.newest) return NO_TEXTS;
    const recent = this.signals.after(live.realm_id, live.last_signal);
    live.last_signal = this.signals.newest;
    const signals = recent.filter((entry) => this.isFor(live, reader, entry));
    if (signals.length === 0) return NO_TEXTS;
    let id = Math.max(after, position);
    const texts = signals
      .flatMap((entry) => presentTexts(this.options.presenters, entry, live, reader))
      .map((text) => closeEvent(text, ++id as EventId));
    if (id - position >= EPHEMERAL_IDS) void this.advanceLog(live.realm_id).catch(() => {});
    return texts;
  }

  private isFor({ options }: LiveQueue, reader: Reader, entry: FeedEntry): boolean {
    const { event_types, all_public_streams } = options;
    return (event_types === null || event_types.includes(entry.type)) && mayReceive(reader, entry, all_public_streams);
  }

  /** The events a queue receives from these entries, without ids it already has, until there is no more room. */
  private scan(live: LiveQueue, reader: Reader, entries: readonly FeedEntry[], after: EventId, room: number): Scan {
    const texts: string[] = [];
    let left = room;
    let scanned = after;
    for (const entry of entries) {
      scanned = entry.id;
      if (!this.isFor(live, reader, entry)) continue;
      const opened = presentTexts(this.options.presenters, entry, live, reader);
      for (let at = 0; at < opened.length; at++) {
        // The last has the entry's id, the others the ids before it.
        const id = (entry.id - (opened.length - 1 - at)) as EventId;
        if (id <= after) continue;
        const text = id === entry.id ? entry.closed(opened[at]!) : closeEvent(opened[at]!, id);
        texts.push(text);
        left -= text.length;
      }
      if (left <= 0) break;
    }
    return { texts, scanned, room: left };
  }

  /** Answers a waiting poll if it can be answered; else leaves it waiting. */
  private serve(poll: Poll, scope: WakeScope): Promise<void> | void {
    const log = this.logs.ifOpened(poll.live.realm_id);
    const reader = this.readers.peek(poll.live.user_id);
    const fresh = log?.inMemory(poll.scanned, scope === 'all' ? 'unshown' : 'all');
    // Awaits nothing if everything is in memory: one event wakes ten thousand polls.
    if (!log || !fresh || !reader?.is_active || !this.queues.isVerified(poll.live)) return this.serveSlowly(poll);
    const { texts, room } = this.scan(poll.live, reader, fresh, poll.after, CHARACTERS_PER_RESPONSE);
    // Without room the poll is answered now, and the next one continues where its client is.
    if (room > 0) {
      texts.push(...this.takeSignals(poll.live, reader, poll.after, log.position));
      poll.scanned = log.position;
    }
    if (texts.length > 0) this.polls.respond(poll, texts);
  }

  private async serveSlowly(poll: Poll): Promise<void> {
    try {
      const log = await this.logs.open(poll.live.realm_id);
      if (
        poll.scanned >= log.position &&
        poll.live.last_signal === this.signals.newest &&
        this.queues.isVerified(poll.live)
      )
        return;
      await this.queues.verify(poll.live);
      const { texts, scanned } = await this.collect(poll.live, log, poll.after);
      if (texts.length > 0) this.polls.respond(poll, texts);
      else poll.scanned = scanned;
    } catch (error) {
      this.polls.fail(poll, error);
    }
  }

  private async heartbeat(poll: Poll): Promise<void> {
    const { realm_id } = poll.live;
    const log = await this.logs.open(realm_id);
    // Its id acknowledges all before it, also what the poll is still to be given.
    await this.serve(poll, 'concerned');
    if (!poll.is_waiting || poll.scanned < log.position) return;
    const id = (Math.max(poll.after, log.position) + 1) as EventId;
    this.polls.respond(poll, [closeEvent(openEvent('heartbeat', null, {}), id)]);
    if (id - log.position >= EPHEMERAL_IDS) await this.advanceLog(realm_id);
  }

  /**
   * Appends an entry that nobody receives: signals in a quiet organization have used up the ids between two positions.
   */
  private async advanceLog(realm_id: RealmId): Promise<void> {
    if (this.advancing.has(realm_id)) return;
    this.advancing.add(realm_id);
    await this.options.writer
      .write(realm_id, async ({ emit }) => emit(heartbeatEvent, {}, {}))
      .finally(() => this.advancing.delete(realm_id));
  }

  private apply(log: EventLog, entries: readonly LogEntry[]): void {
    for (const { invalidated_user_ids } of entries) {
      if (invalidated_user_ids.length === 0) continue;
      this.readers.forget(invalidated_user_ids);
      this.queues.invalidate(invalidated_user_ids);
    }
    this.wake(log, log.append(entries));
  }

  /** Serves the polls that these entries can concern, or all. [EV33] */
  private wake(log: EventLog, entries: readonly FeedEntry[]): void {
    const concerned = this.readers.concernedBy(entries);
    if (concerned === null) {
      this.polls.wake(log.realm_id);
      return;
    }
    const is_public = entries.some(({ audience }) => audience.public);
    // Until all of them are served, a round over all polls must not leave the entries out.
    void this.polls.wakeOnly(log.realm_id, concerned, is_public).then(() => {
      if (log.passOver(entries)) this.polls.wake(log.realm_id);
    });
  }
}
