// The check every write must pass: state before + events = state after, for every affected client.
import { createHash } from 'node:crypto';
import {
  type ClientState,
  type InputOf,
  type ReceivedEvent,
  reduce,
  type registerQueue,
  type User,
} from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { deepDifference } from './deep-difference.ts';
import { checkEvent } from './record.ts';
import { WEB_REGISTRATION } from './web-registration.ts';

type Registration = InputOf<typeof registerQueue>;

/** The kind of client whose events are returned. */
const FIRST: Registration = { include_subscribers: 'true', client_gravatar: true, apply_markdown: true };
/** Kinds of clients that receive other forms of events. */
const OTHERS: readonly Registration[] = [
  {
    include_subscribers: 'false',
    client_gravatar: false,
    client_capabilities: {
      include_deactivated_groups: true,
      archived_channels: true,
      bulk_message_deletion: true,
      notification_settings_null: true,
    },
  },
  WEB_REGISTRATION,
];

/**
 * The first client is of all kinds, others of the first kind and in turn of one more. Forms are made from what was read, so
 * the engine does not matter to them: on PostgreSQL, where this check took half of the time, the first kind is enough.
 */
function registrationsOf(at: number): readonly Registration[] {
  if (process.env.STOA_TEST_DATABASE) return [FIRST];
  return at === 0 ? [FIRST, ...OTHERS] : [FIRST, OTHERS[at % OTHERS.length]!];
}

/** Fields that do not concern the organization, and presence, whose events are not guaranteed. */
const OWN = new Set([
  'queue_id',
  'last_event_id',
  'idle_queue_timeout_secs',
  'presences',
  'presence_last_update_id',
  'server_timestamp',
]);
/** Events of a write on another node may not have arrived yet. */
const LATE_MS = 1000;

export interface Verified<T> {
  readonly value: T;
  /** The events each client received, in the order of the given clients, for the first kind of registration. */
  readonly events: readonly (readonly ReceivedEvent[])[];
}

/** Runs `action`, and throws unless each client's earlier state plus its received events equals what it would fetch now. */
export async function verifyEvents<T>(
  clients: Client | readonly Client[],
  action: () => Promise<T>,
): Promise<Verified<T>> {
  const watched = [clients].flat() as Client[];
  const watches = await Promise.all(
    watched.map((client, at) => Promise.all(registrationsOf(at).map((params) => Watch.open(client, params)))),
  );
  const value = await action();
  const received = await Promise.all(watches.map((own) => Promise.all(own.map((watch) => watch.verify()))));
  return { value, events: received.map(([first]) => first!) };
}

class Watch {
  private readonly events: ReceivedEvent[] = [];

  private constructor(
    private readonly client: Client,
    private readonly params: Registration,
    private readonly stale: ClientState,
    private readonly queue_id: string,
    private position: number,
  ) {}

  static async open(client: Client, params: Registration): Promise<Watch> {
    const stale = await client.registerQueue(params);
    return new Watch(client, params, stale, stale.queue_id!, stale.last_event_id);
  }

  async verify(): Promise<readonly ReceivedEvent[]> {
    const fresh = await this.client.registerQueue(this.params);
    const deadline = performance.now() + LATE_MS;
    let difference: string[];
    do {
      await this.read();
      const seen = this.events.filter(({ id }) => id <= fresh.last_event_id);
      const folded = seen.reduce(reduce, this.stale);
      const compared = this.params.client_gravatar ? withComputedPictures : shared;
      difference = deepDifference(compared(folded), compared(fresh), ['by events', 'fetched']);
    } while (difference.length > 0 && performance.now() < deadline);
    await Promise.all([this.queue_id, fresh.queue_id!].map((queue_id) => this.client.deleteQueue({ queue_id })));
    if (difference.length === 0) return this.events;
    const list = this.events.map((event) => `  ${JSON.stringify(event)}`).join('\n') || '  none';
    throw new Error(
      `${this.client.email} (${JSON.stringify({ ...this.params, event_types: undefined, fetch_event_types: undefined })}): state and events differ:\n${difference.join('\n')}\nevents:\n${list}`,
    );
  }

  private async read(): Promise<void> {
    for (;;) {
      const { events } = await this.client.getEvents({
        queue_id: this.queue_id,
        last_event_id: this.position,
        dont_block: true,
      });
      if (events.length === 0) return;
      for (const event of events as ReceivedEvent[]) {
        if (event.id <= this.position) throw new Error(`event ids do not increase: ${event.id} after ${this.position}`);
        this.position = event.id;
        checkEvent(event);
        this.events.push(event);
      }
    }
  }
}

function shared(state: ClientState): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !OWN.has(name)));
}

/** For clients that compute gravatars, null equals the URL they would compute. */
function withComputedPictures(state: ClientState): Record<string, unknown> {
  const compute = (users: readonly User[] | undefined) =>
    users?.map((user) => {
      if (user.avatar_url !== null || user.delivery_email === null) return user;
      const hash = createHash('md5').update(user.delivery_email.toLowerCase()).digest('hex');
      const version = user.avatar_version;
      return { ...user, avatar_url: `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}` };
    });
  const { realm_users, realm_non_active_users } = state as { [name: string]: User[] | undefined };
  return {
    ...shared(state),
    realm_users: compute(realm_users),
    realm_non_active_users: compute(realm_non_active_users),
  };
}
