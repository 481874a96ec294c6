// Stores on this device the data readable without a connection: the state, the ends of the opened lists with their messages, and unsent
// messages. Written while the page is idle or hidden. [WB144]
import type { Cell } from '../../base/cells/cell.ts';
import { isVisible, watchAttention } from '../../base/views/attention.ts';
import type { MessageLists } from '../messages/message-lists.ts';
import type { MessageStore, StoredMessage } from '../messages/message-store.ts';
import type { Outbox, Outgoing } from '../messages/outbox.ts';
import type { ConnectionStatus } from '../session/connection.ts';
import { DeviceStore } from '../session/device-store.ts';
import type { State } from '../state/state.ts';

export { DeviceStore };

const FIRST_MS = 4000;
const EVERY_MS = 20_000;
/** The newest messages of each opened list, and of all. */
const PER_LIST = 80;
const NEWEST = 400;
const OUTGOING = 'outgoing:';

/** Large and seldom changed, so in a record of their own. */
const PEOPLE = ['realm_users', 'realm_non_active_users'] as const satisfies readonly (keyof State)[];

export interface Archived {
  readonly state: State;
  readonly messages: readonly StoredMessage[];
  /** Ids by the address of their view. */
  readonly lists: ReadonlyMap<string, readonly number[]>;
}

/** Null if this device has stored nothing. */
export async function readArchive(device: DeviceStore): Promise<Archived | null> {
  const [people, state, messages, lists] = await device.read(['people', 'state', 'messages', 'lists']);
  if (!people || !state) return null;
  return {
    state: { ...(state as State), ...(people as Pick<State, (typeof PEOPLE)[number]>) },
    messages: (messages as StoredMessage[] | undefined) ?? [],
    lists: (lists as Map<string, number[]> | undefined) ?? new Map(),
  };
}

export const readOutgoing = async (device: DeviceStore): Promise<Outgoing[]> =>
  ((await device.readAll(OUTGOING)) as Outgoing[]).sort((a, b) => a.sent_at - b.sent_at);

interface Sources {
  readonly state: Cell<State>;
  readonly messages: MessageStore;
  readonly lists: MessageLists;
  readonly outbox: Outbox;
  readonly connection: Cell<ConnectionStatus>;
}

export class Archive {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private written_state: State | null = null;
  private written_people: unknown = null;
  private written_messages = -1;
  private outgoing = new Map<string, Outgoing>();
  private readonly unwatch: () => void;
  private readonly unwatchPage: () => void;

  constructor(
    private readonly device: DeviceStore,
    private readonly sources: Sources,
  ) {
    this.outgoing = new Map(sources.outbox.cell.get().map((message) => [message.key, message]));
    this.unwatch = sources.outbox.cell.subscribe(() => this.writeOutgoing());
    this.unwatchPage = watchAttention(() => {
      if (!isVisible()) void this.write();
    });
    this.later(FIRST_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.unwatch();
    this.unwatchPage();
  }

  private later(pause_ms: number): void {
    this.timer = setTimeout(() => {
      const write = () => void this.write().finally(() => this.later(EVERY_MS));
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(write, { timeout: EVERY_MS });
      else write();
    }, pause_ms);
  }

  private async write(): Promise<void> {
    const { connection, messages, lists } = this.sources;
    const state = this.sources.state.get();
    // Without a connection nothing changes.
    if (connection.get() !== 'live') return;
    const values: Record<string, unknown> = {};
    if (state !== this.written_state) {
      const { realm_users, realm_non_active_users, ...rest } = state;
      values.state = rest;
      if (this.written_people !== realm_users) values.people = { realm_users, realm_non_active_users };
      this.written_people = realm_users;
      this.written_state = state;
    }
    if (messages.changes !== this.written_messages) {
      this.written_messages = messages.changes;
      const ends = lists.ends(PER_LIST);
      const ids = new Set([...ends.values()].flat());
      for (const id of messages.newestIds(NEWEST)) ids.add(id);
      values.lists = ends;
      values.messages = [...ids].flatMap((id) => messages.get(id) ?? []);
    }
    if (Object.keys(values).length > 0) await this.device.write(values);
  }

  private writeOutgoing(): void {
    const now = new Map(this.sources.outbox.cell.get().map((message) => [message.key, message]));
    const values: Record<string, Outgoing | undefined> = {};
    for (const [key, message] of now) {
      const written = this.outgoing.get(key);
      if (written?.status !== message.status || written.view !== message.view) values[OUTGOING + key] = message;
    }
    for (const key of this.outgoing.keys()) if (!now.has(key)) values[OUTGOING + key] = undefined;
    this.outgoing = now;
    if (Object.keys(values).length > 0) void this.device.write(values);
  }
}
