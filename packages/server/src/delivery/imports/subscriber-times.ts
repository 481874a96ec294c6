// When the people of one channel were subscribed, by their ids here: channels may have hundreds of thousands. [IM44]
import type { UserId } from '@stoa/contract';
import type { ArchiveSubscription } from './archive.ts';
import { SharedTimes, type SubscriptionTime } from './import-spans.rules.ts';
import type { IdLookup } from './records/id-map.ts';
import { NumberIndex } from './records/number-index.ts';
import type { RecordList } from './records/packed-list.ts';

export class SubscriberTimes {
  private readonly people: NumberIndex;
  /** Most have been subscribed since some message: its position. NaN for the others. */
  private readonly since: Float64Array;
  /** The times of the others, by the index of the subscription. */
  private readonly others = new Map<number, SubscriptionTime>();

  constructor(subscriptions: RecordList<ArchiveSubscription>, users: IdLookup<UserId>, shared = new SharedTimes()) {
    const people = new Uint32Array(subscriptions.length);
    this.since = new Float64Array(subscriptions.length);
    let at = 0;
    for (const { user, is_active, spans } of subscriptions) {
      people[at] = users.get(user)!;
      this.since[at] = sinceOf({ is_active, spans });
      if (Number.isNaN(this.since[at])) this.others.set(at, shared.shared({ is_active, spans }));
      at++;
    }
    this.people = new NumberIndex(people);
  }

  has(user_id: UserId): boolean {
    return this.people.has(user_id);
  }

  get(user_id: UserId): SubscriptionTime | undefined {
    const at = this.people.indexOf(user_id);
    if (at === -1) return undefined;
    return this.others.get(at) ?? { is_active: true, spans: [{ after: this.since[at]!, until: null }] };
  }
}

/** `NaN` for those who are not subscribed, or were not all the time. */
function sinceOf({ is_active, spans }: SubscriptionTime): number {
  if (!is_active) return Number.NaN;
  if (spans === undefined) return Number.NEGATIVE_INFINITY;
  const [first] = spans;
  return spans.length === 1 && first!.until === null ? first!.after : Number.NaN;
}
