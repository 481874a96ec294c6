// The subscribers of the channels being written to: fetched when writing begins, and kept up to date by events.
import type { ReceivedEvent, subscriptionAdd, subscriptionPeerAdd } from '@stoa/contract';
import type { Engine } from '../../model/engine/engine.ts';
import { fieldsOf } from '../../model/state/event-fields.ts';

const known = new Map<number, ReadonlySet<number>>();
/** Channels whose fetch is under way; false once an event came that its response may lack. */
const fetches = new Map<number, boolean>();
const followed = new WeakSet<object>();

/** Null until fetched, or if the reader may not know. */
export const knownSubscribers = (channel_id: number): ReadonlySet<number> | null => known.get(channel_id) ?? null;

type Followed = Pick<Engine, 'applied' | 'epoch' | 'own_id'> & {
  readonly client: Pick<Engine['client'], 'getSubscribers'>;
};

export async function learnSubscribers(engine: Followed, channel_id: number): Promise<void> {
  follow(engine);
  if (known.has(channel_id) || fetches.has(channel_id)) return;
  try {
    let subscribers: readonly number[];
    do {
      fetches.set(channel_id, true);
      ({ subscribers } = await engine.client.getSubscribers({ stream_id: channel_id }));
    } while (fetches.get(channel_id) === false);
    known.set(channel_id, new Set(subscribers));
  } catch {
    // Then nobody is reported as missing.
  }
  fetches.delete(channel_id);
}

export function addedSubscribers(channel_id: number, user_ids: readonly number[]): void {
  change([channel_id], user_ids, true);
}

function follow(engine: Followed): void {
  if (followed.has(engine)) return;
  followed.add(engine);
  // Those of an account that was signed in before.
  known.clear();
  engine.applied.subscribe(({ event }) => apply(event, engine.own_id));
  engine.epoch.subscribe(() => {
    for (const channel_id of fetches.keys()) fetches.set(channel_id, false);
    known.clear();
  });
}

function apply(event: ReceivedEvent, own_id: number): void {
  if (event.type !== 'subscription') return;
  if (event.op === 'peer_add' || event.op === 'peer_remove') {
    const { stream_ids, user_ids } = fieldsOf<typeof subscriptionPeerAdd>(event);
    change(stream_ids, user_ids, event.op === 'peer_add');
  } else if (event.op === 'add' || event.op === 'remove') {
    const { subscriptions } = fieldsOf<typeof subscriptionAdd>(event);
    const ids = subscriptions.map(({ stream_id }) => stream_id);
    change(ids, [own_id], event.op === 'add');
  }
}

function change(channel_ids: readonly number[], user_ids: readonly number[], is_added: boolean): void {
  const changed = new Set(user_ids);
  for (const channel_id of channel_ids) {
    if (fetches.has(channel_id)) fetches.set(channel_id, false);
    const before = known.get(channel_id);
    if (!before) continue;
    const others = [...before].filter((user_id) => !changed.has(user_id));
    known.set(channel_id, new Set(is_added ? [...others, ...user_ids] : others));
  }
}
