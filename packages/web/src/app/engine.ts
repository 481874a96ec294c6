// Everything live of one signed-in reader: state, messages, lists, what is being sent. One event queue feeds all of it.
import type { InitialState, ReceivedEvent } from '@stoa/contract';
import { type Client, createClient, type Feed, openFeed } from '@stoa/sdk';
import { conversationOf } from '../messages/matches.ts';
import type { MessageList } from '../messages/message-list.ts';
import { MessageLists } from '../messages/message-lists.ts';
import { MessageStore, type StoredMessage } from '../messages/message-store.ts';
import { Outbox } from '../messages/outbox.ts';
import { ReadMarks } from '../messages/read-marks.ts';
import { TypingNotices } from '../messages/typing-notices.ts';
import { PresenceBook } from '../people/presence-book.ts';
import { PresenceReporter } from '../people/presence-reporter.ts';
import type { Session } from '../session/kept-session.ts';
import { isReadAsItComes } from '../settings/resolution-notices.ts';
import { keyOf, type View } from '../views/view.ts';
import { Cell, Emitter, Signal } from './cell.ts';
import { earlyAnswer } from './early-register.ts';
import { Frames } from './frames.ts';
import { REGISTRATION } from './registration.ts';
import type { State } from './state.ts';
import { watchWakes } from './wake.ts';

const RETRY = { first_ms: 400, longest_ms: 2000 };
/** A poll says nothing while nothing happens: after a failure something that answers at once is asked. */
const PROBE_MS = 1000;

export type Connection = 'live' | 'away';

export class Engine {
  readonly connection = new Cell<Connection>('live');
  readonly state: Cell<State>;
  readonly messages = new MessageStore();
  readonly outbox: Outbox;
  readonly reads: ReadMarks;
  readonly typing: TypingNotices;
  /** Each message that has come, once. */
  readonly arrivals = new Signal<StoredMessage>();
  readonly presence: PresenceBook;
  private readonly presence_reporter: PresenceReporter;
  /** Invitations have come or gone; they are no part of the state. */
  readonly invites_changed = new Emitter();
  /** Bots were offered to the reader, or no longer are; they are no part of the state. */
  readonly bot_offers_changed = new Emitter();
  /** Data exports, or who agrees to them, have changed; they are no part of the state. */
  readonly exports_changed = new Emitter();
  /** Nobody is signed in any more: what goes on by itself stops. */
  readonly ended = new Emitter();
  /** Grows when events were missed: what was asked for before is to be asked for again. */
  readonly epoch = new Cell(0);
  readonly lists: MessageLists;
  private readonly unwatch: () => void;
  private readonly frames = new Frames();
  private closed = false;
  private probing = false;

  private constructor(
    readonly client: Client,
    private readonly feed: Feed,
    connection: Cell<Connection>,
    /** Gives up a poll that nobody may answer any more. */
    pollAnew: () => void,
  ) {
    this.connection = connection;
    this.state = new Cell(feed.state as unknown as State);
    this.lists = new MessageLists(client, this.messages, this.state);
    this.outbox = new Outbox(client, this.messages, () => feed.queue_id, connection);
    this.reads = new ReadMarks(client, this.messages);
    const { presences, server_timestamp, presence_last_update_id, ...server } = this.state.get();
    this.typing = new TypingNotices(server.server_typing_started_expiry_period_milliseconds, server.user_id);
    this.presence = new PresenceBook(server.server_presence_offline_threshold_seconds);
    this.presence.startOver(presences, server_timestamp);
    this.presence_reporter = new PresenceReporter(
      this.presence,
      {
        interval: () =>
          this.state.get().realm_presence_disabled ? null : server.server_presence_ping_interval_seconds,
        hidden: () => document.visibilityState === 'hidden',
        report: (report) => client.updatePresence(report),
        now: Date.now,
      },
      presence_last_update_id,
    );
    connection.subscribe(() => {
      if (connection.get() === 'live') this.lists.retry();
      else this.probe();
    });
    this.unwatch = watchWakes(pollAnew);
  }

  /** Fails as the register call fails: with an ApiError where the key is no longer good. */
  static async open({ email, key }: Session): Promise<Engine> {
    const connection = new Cell<Connection>('live');
    let poll = new AbortController();
    const watched = async (url: string, init: RequestInit) => {
      const { signal } = poll;
      const is_poll = url.startsWith(`${location.origin}/api/v1/events?`);
      const signals = [init.signal, is_poll ? signal : null].filter((one) => one != null);
      try {
        const response =
          (await earlyAnswer(url, init)) ?? (await fetch(url, { ...init, signal: AbortSignal.any(signals) }));
        connection.set(response.status >= 500 ? 'away' : 'live');
        if (response.status !== 403) return response;
        const { withPassword } = await import('../session/confirm-password.tsx');
        return await withPassword(response, client, () => fetch(url, init));
      } catch (error) {
        if (!init.signal?.aborted && !(is_poll && signal.aborted)) connection.set('away');
        throw error;
      }
    };
    const client = createClient({ site: location.origin, email, api_key: key, fetch: watched });
    const feed = await openFeed(client, REGISTRATION, { backoff: RETRY });
    return new Engine(client, feed, connection, () => {
      poll.abort();
      poll = new AbortController();
    });
  }

  get own_id(): number {
    return this.state.get().user_id;
  }

  /** Reads events until the engine is closed; rejects when the account is no longer welcome. */
  async run(): Promise<void> {
    this.presence_reporter.start();
    for await (const change of this.feed.changes()) {
      if (this.closed) return;
      if (change.kind === 'registered') this.startOver(change.state as unknown as InitialState as State);
      else await this.frames.take(() => this.apply(change.event, change.state as unknown as State));
    }
  }

  close(): void {
    this.closed = true;
    this.presence_reporter.stop();
    this.outbox.close();
    this.unwatch();
    this.feed.close().catch(() => {});
    this.ended.emit();
  }

  /** While the connection is away: asks until somebody answers. */
  private probe(): void {
    if (this.probing || this.closed || this.connection.get() === 'live') return;
    this.probing = true;
    setTimeout(() => {
      this.client
        .getServerSettings({}, { timeout_ms: 5 * PROBE_MS })
        .catch(() => {})
        .finally(() => {
          this.probing = false;
          this.probe();
        });
    }, PROBE_MS);
  }

  /** The messages of a view, opened if they are not yet; a link to a message opens them around it. */
  listOf(view: View, near: number | null): MessageList | null {
    return this.lists.of(view, near);
  }

  /** Forgets a list, so that coming back opens it at the first unread message again. */
  forget(view: View): void {
    this.lists.forget(view);
  }

  /** Loads the end of a list of which only an earlier part is loaded. */
  showNewest(list: MessageList): Promise<void> {
    return list.open('newest');
  }

  private startOver(state: State): void {
    this.state.set(state);
    this.epoch.set(this.epoch.get() + 1);
    void this.lists.startOver();
    this.presence.startOver(state.presences, state.server_timestamp);
    this.presence_reporter.startOver(state.presence_last_update_id);
    this.invites_changed.emit();
    this.bot_offers_changed.emit();
  }

  private apply(event: ReceivedEvent, state: State): void {
    this.messages.apply(event);
    this.state.set(state);
    this.lists.apply(event);
    if (event.type === 'message') this.arrived(event);
    else if (event.type === 'typing') this.typing.apply(event);
    else if (event.type === 'typing_edit_message') this.typing.applyEditing(event);
    else if (event.type === 'realm_export' || event.type === 'realm_export_consent') this.exports_changed.emit();
    else if (event.type === 'presence') this.presence.learn((event.presences ?? {}) as Record<string, unknown>);
    else if (event.type === 'invites_changed') this.invites_changed.emit();
    else if (event.type === 'bot_offers_changed') this.bot_offers_changed.emit();
  }

  private arrived(event: ReceivedEvent): void {
    const { message, local_message_id } = event as unknown as { message: StoredMessage; local_message_id?: string };
    const stored = this.messages.get(message.id)!;
    if (isReadAsItComes(stored, this.state.get())) this.reads.add([stored.id]);
    this.outbox.delivered(local_message_id);
    this.typing.stopped(message.sender_id, keyOf(conversationOf(stored, this.own_id)));
    this.arrivals.emit(stored);
  }
}
