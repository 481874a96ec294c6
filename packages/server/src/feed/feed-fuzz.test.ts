// Compares the feed with the simplest model: a mailbox per queue, filled at each event.
import { expect, it } from 'bun:test';
import { type ChannelId, ROLE, type Role, type UserId } from '@stoa/contract';
import { type FeedStage, type Numbered, openFeedStage, SeededRandom } from '@stoa/testkit/kit';
import type { Audience } from '../kit/write/log-entry.ts';
import { pruneLog } from './prune.ts';

const STEPS = 400;
const SEEDS = process.env.STOA_FUZZ_SEED ? [Number(process.env.STOA_FUZZ_SEED)] : [1, 2, 3, 4];
const TYPES = ['a', 'b', 'c'];
const CHANNELS = [1, 2, 3] as ChannelId[];
const ROLES = Object.values(ROLE);

interface Mailbox {
  readonly queue_id: string;
  readonly owner: UserId;
  readonly event_types: readonly string[] | null;
  readonly all_public_streams: boolean;
  /** Events not yet acknowledged. */
  mail: { n: number; type: string }[];
  /** Events of the last poll. */
  given: Numbered[];
  acknowledged: number;
}

class World {
  readonly roles = new Map<UserId, Role>();
  readonly members = new Map<ChannelId, Set<UserId>>(CHANNELS.map((stream_id) => [stream_id, new Set()]));
  readonly boxes: Mailbox[] = [];
  private n = 0;

  constructor(
    readonly stage: FeedStage,
    readonly random: SeededRandom,
  ) {
    for (let id = 1; id <= 6; id++) this.roles.set(stage.addReader(id, random.pick(ROLES)), 400);
    for (const user_id of this.roles.keys()) this.roles.set(user_id, stage.readers.get(user_id)!.role);
  }

  private someone = () => this.random.pick([...this.roles.keys()]);
  private people = () => [...this.roles.keys()].filter(() => this.random.chance(0.4));

  private audience(): Audience {
    const { random } = this;
    const except = random.chance(0.2) ? { except: this.people() } : {};
    switch (random.below(5)) {
      case 0:
        return { everyone: true, ...except };
      case 1:
        return { users: this.people(), ...except };
      case 2:
        return { role_at_most: random.pick(ROLES), ...except };
      case 3:
        return { role_above: random.pick(ROLES), users: this.people(), ...except };
      default:
        return { stream_id: random.pick(CHANNELS), ...(random.chance(0.5) ? { public: true } : {}), ...except };
    }
  }

  private receives(
    box: Mailbox,
    { everyone, users, role_at_most, role_above, stream_id, except, ...rest }: Audience,
  ): boolean {
    const { owner } = box;
    const role = this.roles.get(owner)!;
    if (except?.includes(owner)) return false;
    if (everyone || users?.includes(owner)) return true;
    if (role_at_most !== undefined && role <= role_at_most) return true;
    if (role_above !== undefined && role > role_above) return true;
    if (stream_id === undefined) return false;
    if (rest.public && box.all_public_streams && role !== ROLE.guest) return true;
    return this.members.get(stream_id)!.has(owner);
  }

  async step(): Promise<void> {
    const { random, stage } = this;
    const choice = random.next();
    if (choice < 0.4) await this.emit();
    else if (choice < 0.55) await this.move();
    else if (choice < 0.62 && this.boxes.length < 15) await this.register();
    else if (choice < 0.96) await this.poll();
    else if (choice < 0.98) await stage.restart();
    else {
      await pruneLog(stage.test.store, stage.test.writer);
      await pruneLog(stage.test.store, stage.test.writer);
    }
  }

  private async emit(): Promise<void> {
    const { random } = this;
    // Concurrent writes share commits.
    const writes = Array.from({ length: 1 + random.below(3) }, () => {
      const [audience, type, count, n] = [this.audience(), random.pick(TYPES), 1 + random.below(4), this.n];
      this.n += count;
      for (const box of this.boxes) {
        if (box.event_types !== null && !box.event_types.includes(type)) continue;
        if (this.receives(box, audience))
          box.mail.push(...Array.from({ length: count }, (_, at) => ({ n: n + at, type })));
      }
      return this.stage.emit(audience, n, { type, count });
    });
    await Promise.all(writes);
  }

  private async move(): Promise<void> {
    const [user_id, stream_id] = [this.someone(), this.random.pick(CHANNELS)];
    const members = this.members.get(stream_id)!;
    const joins = !members.has(user_id);
    if (joins) members.add(user_id);
    else members.delete(user_id);
    await this.stage.setSubscribed(user_id, stream_id, joins);
  }

  private async register(): Promise<void> {
    const { random } = this;
    const owner = this.someone();
    const options = {
      event_types: random.chance(0.5) ? null : TYPES.filter(() => random.chance(0.5)),
      all_public_streams: random.chance(0.3),
    };
    const queue_id = await this.stage.addQueue(owner, options);
    this.boxes.push({ queue_id, owner, ...options, mail: [], given: [], acknowledged: -1 });
  }

  private async poll(): Promise<void> {
    const { random } = this;
    if (this.boxes.length === 0) return;
    const box = random.pick(this.boxes);
    // Acknowledges some of the delivered events, or none.
    const taken = random.chance(0.7) ? random.below(box.given.length + 1) : 0;
    if (taken > 0) box.acknowledged = box.given[taken - 1]!.id;
    box.mail = box.mail.slice(taken);
    const says = random.chance(0.2) && taken === 0 && box.acknowledged !== -1 ? null : box.acknowledged;
    box.given = await this.stage.poll(box.owner, box.queue_id, says);
    expect(box.given.map(({ n, type }) => ({ n, type }))).toEqual(box.mail);
    const ids = [box.acknowledged, ...box.given.map(({ id }) => id)];
    expect(ids.every((id, at) => at === 0 || id > ids[at - 1]!)).toBe(true);
  }

  async drain(): Promise<void> {
    for (const box of this.boxes) {
      const response = await this.stage.poll(box.owner, box.queue_id, box.acknowledged);
      expect(response.map(({ n, type }) => ({ n, type }))).toEqual(box.mail);
    }
  }
}

for (const seed of SEEDS) {
  it(`[EV4] queues return what a mailbox model returns (seed ${seed})`, async () => {
    const stage = await openFeedStage();
    const world = new World(stage, new SeededRandom(seed));
    for (let step = 0; step < STEPS; step++) await world.step();
    await world.drain();
    expect(world.boxes.length).toBeGreaterThan(5);
    await stage.close();
  }, 30_000);
}
