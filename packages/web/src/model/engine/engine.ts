// The live data of one reader: state, messages, lists, outbox. Fed by one event queue; for visitors, see `visit.ts`.
import type { messageEvent, ReceivedEvent } from '@stoa/contract';
import { type Client, type Feed, openFeed } from '@stoa/sdk';
import { Cell, Emitter, Signal } from '../../base/cells/cell.ts';
import { Frames } from '../../base/cells/frames.ts';
import { setServerTime } from '../../base/time/clock.ts';
import { isVisible } from '../../base/views/attention.ts';
import type { Visit } from '../../base/views/history-entry.ts';
import { keyOf } from '../../base/views/view.ts';
import { conversationOf } from '../messages/conversations.ts';
import type { MessageList } from '../messages/message-list.ts';
import { MessageLists } from '../messages/message-lists.ts';
import { MessageStore, type StoredMessage } from '../messages/message-store.ts';
import { Outbox } from '../messages/outbox.ts';
import { ReadMarks } from '../messages/read-marks.ts';
import { isReadAsItComes } from '../messages/resolution-notices.ts';
import { savedPlace } from '../messages/saved-places.ts';
import { TypingNotices } from '../messages/typing-notices.ts';
import { PresenceReporter } from '../presence/presence-reporter.ts';
import { PresenceStore } from '../presence/presence-store.ts';
import { type ConfirmPassword, Connection, type ConnectionStatus } from '../session/connection.ts';
import type { DeviceStore } from '../session/device-store.ts';
import { REGISTRATION } from '../session/registration.ts';
import type { Session } from '../session/stored-session.ts';
import { fieldsOf } from '../state/event-fields.ts';
import type { State } from '../state/state.ts';
import type { Archive, Archived } from './archive.ts';

/** Not part of the first view. */
const fetchArchive = () => import('./archive.ts');

const RETRY = { first_ms: 400, longest_ms: 2000 };

type Transport = Pick<Connection, 'client' | 'quiet_client' | 'status' | 'close'>;

export class Engine {
  readonly client: Client;
  /** For what nobody pressed for: it never asks for the password. */
  readonly quiet_client: Client;
  readonly connection: Cell<ConnectionStatus>;
  readonly state: Cell<State>;
  readonly messages = new MessageStore();
  readonly outbox: Outbox;
  readonly reads: ReadMarks;
  readonly typing: TypingNotices;
  /** Each new message, once. */
  readonly arrivals = new Signal<StoredMessage>();
  /** Each event after it was applied, with the message that it brought. */
  readonly applied = new Signal<{ readonly event: ReceivedEvent; readonly message: StoredMessage | undefined }>();
  readonly presence: PresenceStore;
  private readonly presence_reporter: PresenceReporter;
  /** Invitations changed; they are not part of the state. */
  readonly invites_changed = new Emitter();
  /** Bot offers to the reader changed; they are not part of the state. */
  readonly bot_offers_changed = new Emitter();
  /** Data exports or consents to them changed; they are not part of the state. */
  readonly exports_changed = new Emitter();
  /** The reader signed out: background work stops. */
  readonly ended = new Emitter();
  /** Incremented when events were missed, so earlier responses must be fetched again. */
  readonly epoch = new Cell(0);
  readonly lists: MessageLists;
  private readonly frames = new Frames();
  private archive: Archive | null = null;
  private closed = false;

  constructor(
    private readonly transport: Transport,
    private readonly feed: Pick<Feed, 'state' | 'queue_id' | 'changes' | 'close'>,
    archived: Archived | null,
  ) {
    const { client, quiet_client, status } = transport;
    this.client = client;
    this.quiet_client = quiet_client;
    this.connection = status;
    this.state = new Cell(feed.state as State);
    this.lists = new MessageLists(client, this.messages, this.state, archived?.lists);
    if (archived) this.messages.put(archived.messages);
    this.outbox = new Outbox(client, this.messages, () => feed.queue_id, status);
    this.lists.whole_moves.subscribe(({ from, to }) => this.outbox.follow(from, to));
    this.reads = new ReadMarks(client, this.messages);
    const { presences, server_timestamp, presence_last_update_id, ...server } = this.state.get();
    this.typing = new TypingNotices(server.server_typing_started_expiry_period_milliseconds, server.user_id);
    this.presence = new PresenceStore(server.server_presence_offline_threshold_seconds);
    this.presence.startOver(presences, server_timestamp);
    // What was kept on the device tells when it was kept.
    if (archived === null) setServerTime(server_timestamp);
    this.presence_reporter = new PresenceReporter(
      this.presence,
      {
        interval: () =>
          this.state.get().realm_presence_disabled ? null : server.server_presence_ping_interval_seconds,
        hidden: () => !isVisible(),
        report: async (report) => {
          const answer = await client.updatePresence(report);
          setServerTime(answer.server_timestamp ?? 0);
          return answer;
        },
        now: Date.now,
      },
      presence_last_update_id,
    );
    status.subscribe(() => {
      if (status.get() === 'live') this.lists.retry();
    });
  }

  /** Stores on this device the data readable without a connection, and sends messages that an earlier page could not. */
  private async keepOnDevice(device: DeviceStore | null): Promise<void> {
    if (!device || this.closed) return;
    const { Archive, readOutgoing } = await fetchArchive();
    const outgoing = await readOutgoing(device);
    if (this.closed) return;
    this.archive = new Archive(device, this);
    this.outbox.restore(outgoing);
  }

  /**
   * Rejects like the register call: with an ApiError if the key is no longer valid. While the server can't be reached, the engine starts
   * with the data stored on this device.
   */
  static async open(session: Session, confirmPassword: ConfirmPassword): Promise<Engine> {
    const transport = new Connection(session, confirmPassword);
    try {
      let archived: Archived | null = null;
      const claim = async () => (await fetchArchive()).DeviceStore.claim(session);
      const stored = async () => {
        const device = await claim().catch(() => null);
        archived = device && (await (await fetchArchive()).readArchive(device));
        return archived?.state ?? null;
      };
      const feed = await openFeed(transport.client, REGISTRATION, { backoff: RETRY, stored });
      const engine = new Engine(transport, feed, archived);
      claim()
        .then((device) => engine.keepOnDevice(device))
        .catch(() => {});
      return engine;
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  get own_id(): number {
    return this.state.get().user_id;
  }

  /** Reads events until the engine is closed; rejects if the account's access has ended. */
  async run(): Promise<void> {
    this.presence_reporter.start();
    for await (const change of this.feed.changes()) {
      if (this.closed) return;
      if (change.kind === 'registered') this.startOver(change.state as State);
      else await this.frames.take(() => this.apply(change.event, change.state as State));
    }
  }

  close(): void {
    this.closed = true;
    this.presence_reporter.stop();
    this.archive?.close();
    this.outbox.close();
    this.transport.close();
    this.feed.close().catch(() => {});
    this.ended.emit();
  }

  /** The list of a view, opened on first use, and loaded where the reader returns to or a link leads. */
  listOf({ view, near, date, entry }: Visit): MessageList | null {
    return this.lists.of(view, savedPlace(entry)?.message_id ?? near, date);
  }

  /** Loads the end of a list of which only an earlier part is loaded; false without a connection. */
  showNewest(list: MessageList): Promise<boolean> {
    return list.openEnd();
  }

  /** Continues with another state, after missed events: everything else is fetched again. */
  startOver(state: State): void {
    this.state.set(state);
    this.epoch.set(this.epoch.get() + 1);
    void this.lists.startOver();
    this.presence.startOver(state.presences, state.server_timestamp);
    setServerTime(state.server_timestamp);
    this.presence_reporter.startOver(state.presence_last_update_id);
    this.invites_changed.emit();
    this.bot_offers_changed.emit();
    this.outbox.sendWaiting();
  }

  private apply(event: ReceivedEvent, state: State): void {
    this.messages.apply(event);
    this.state.set(state);
    this.lists.apply(event);
    if (event.type === 'message') this.arrived(event);
    else if (event.type === 'typing') this.typing.apply(event);
    else if (event.type === 'typing_edit_message') this.typing.applyEditing(event);
    else if (event.type === 'realm_export' || event.type === 'realm_export_consent') this.exports_changed.emit();
    else if (event.type === 'presence') this.presence.update((event.presences ?? {}) as Record<string, unknown>);
    else if (event.type === 'invites_changed') this.invites_changed.emit();
    else if (event.type === 'bot_offers_changed') this.bot_offers_changed.emit();
    const id = event.type === 'message' ? fieldsOf<typeof messageEvent>(event).message.id : null;
    this.applied.emit({ event, message: id === null ? undefined : this.messages.get(id) });
  }

  private arrived(event: ReceivedEvent): void {
    const { message, local_message_id } = fieldsOf<typeof messageEvent>(event);
    const stored = this.messages.get(message.id)!;
    if (isReadAsItComes(stored, this.state.get())) this.reads.add([stored.id]);
    this.outbox.delivered(local_message_id);
    this.typing.stopped(message.sender_id, keyOf(conversationOf(stored, this.own_id)));
    this.arrivals.emit(stored);
  }
}
