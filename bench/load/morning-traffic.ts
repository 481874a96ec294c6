// What people do on a working morning: which calls, how often, by whom. Chooses and makes requests; sends nothing.
import { SeededRandom } from '../../packages/testkit/src/seeded-random.ts';
import { CLIENT_CAPABILITIES } from '../world/api.ts';
import type { ChannelKind, CompanyChannel } from '../world/company.ts';
import { accepting, type Credentials, get, submit } from './request.ts';

export interface Person extends Credentials {
  readonly user_id: number;
  readonly queue_id: string;
  last_event_id: number;
}

export interface MorningPlan {
  /** One for each node; clients are spread over them. */
  readonly ports: readonly number[];
  /** The connected ones, the first accounts of the organization. */
  readonly people: Person[];
  readonly channels: readonly CompanyChannel[];
  /** How many of each a second, in the whole company. */
  readonly rates: Readonly<Record<Activity, number>>;
  /** Words to search for. */
  readonly words: readonly string[];
  readonly topic: string;
}

export const ACTIVITIES = [
  'send',
  'presence',
  'reaction',
  'edit',
  'typing',
  'reading',
  'history',
  'search',
  'register',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Of a hundred messages; the rest are direct. */
const SHARES: readonly { readonly kind: ChannelKind; readonly below: number }[] = [
  { kind: 'everybody', below: 1 },
  { kind: 'large', below: 10 },
  { kind: 'small', below: 50 },
];
/** Messages that people react to and edit. */
const RECENT = 50;
/** At most this many unread messages are remembered and marked at once. */
const UNREAD = 50;
const TEXT =
  'the **release notes** are nearly done: two fixes for the importer, one for `search`, and a note on upgrades. ' +
  'Could someone read them before noon?';

export interface Call {
  readonly activity: Activity;
  /** Who calls: an index of {@link MorningPlan.people}. */
  readonly by: number;
  readonly request: Buffer;
}

export interface SendCall extends Call {
  readonly number: number;
  /** Connected receivers, the sender among them. */
  readonly receivers: readonly number[];
}

interface RecentMessage {
  readonly id: number;
  readonly number: number;
  readonly receivers: readonly number[];
  reactions: number;
}

export const markerOf = (number: number) => `m${number}.`;
/** The number of a rendered message of ours; null for others. */
export function numberOf(rendered: string): number | null {
  const found = /^<p>m(\d+)\./.exec(rendered);
  return found === null ? null : Number(found[1]);
}

export class Traffic {
  private readonly random = new SeededRandom(16);
  private readonly recent: RecentMessage[] = [];
  private readonly unread: number[][];
  private readonly presence_seen: number[];
  private readonly connected: readonly CompanyChannel[];
  private sends = 0;
  private reports = 0;

  constructor(private readonly plan: MorningPlan) {
    const count = plan.people.length;
    this.unread = Array.from({ length: count }, () => []);
    this.presence_seen = Array.from({ length: count }, () => -1);
    const channels = plan.channels.map((channel) => ({
      ...channel,
      members: channel.members.filter((member) => member < count),
    }));
    this.connected = channels.filter(({ members }) => members.length > 0);
  }

  private anybody(): number {
    return this.random.below(this.plan.people.length);
  }

  private channel(kind: ChannelKind): CompanyChannel {
    return this.random.pick(this.connected.filter((channel) => channel.kind === kind));
  }

  /** The next call of this kind; null where there is nothing to do yet. */
  next(activity: Activity): Call | SendCall | null {
    return activity === 'send' ? this.send() : this.other(activity);
  }

  private send(): SendCall {
    const number = this.sends++;
    const content = `${markerOf(number)} ${TEXT}`;
    const share = this.random.below(100);
    const chosen = SHARES.find(({ below }) => share < below);
    if (chosen !== undefined) {
      const { name, members } = this.channel(chosen.kind);
      const by = this.random.pick(members);
      const form = { type: 'stream', to: name, topic: this.plan.topic, content };
      return this.called('send', by, 'POST', '/api/v1/messages', form, { number, receivers: members });
    }
    const by = this.anybody();
    const to = this.anybody();
    const form = { type: 'private', to: JSON.stringify([this.plan.people[to]!.user_id]), content };
    return this.called('send', by, 'POST', '/api/v1/messages', form, {
      number,
      receivers: by === to ? [by] : [by, to],
    });
  }

  private called<More extends object>(
    activity: Activity,
    by: number,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    form: Record<string, string | number | boolean>,
    more: More = {} as More,
  ): Call & More {
    const as = this.plan.people[by]!;
    const request = method === 'GET' ? get(path, as, form) : submit(method, path, as, form);
    return { activity, by, request, ...more };
  }

  private other(activity: Exclude<Activity, 'send'>): Call | null {
    const by = this.anybody();
    switch (activity) {
      case 'presence': {
        // In turn: a client reports once a minute.
        const reporter = this.reports++ % this.plan.people.length;
        const report = this.called(activity, reporter, 'POST', '/api/v1/users/me/presence', {
          status: 'active',
          new_user_input: true,
          last_update_id: this.presence_seen[reporter]!,
        });
        return { ...report, request: accepting(report.request, 'zstd') };
      }
      case 'reaction': {
        const message = this.recent.findLast(({ reactions, receivers }) => reactions < receivers.length);
        if (message === undefined) return null;
        const reader = message.receivers[message.reactions++]!;
        const path = `/api/v1/messages/${message.id}/reactions`;
        return this.called(activity, reader, 'POST', path, { emoji_name: 'tada' });
      }
      case 'edit': {
        const message = this.recent.at(-1);
        if (message === undefined) return null;
        const content = `${markerOf(message.number)} edited ${this.random.below(1e9)}: ${TEXT}`;
        return this.called(activity, message.receivers[0]!, 'PATCH', `/api/v1/messages/${message.id}`, { content });
      }
      case 'typing': {
        const to = JSON.stringify([this.plan.people[this.anybody()]!.user_id]);
        return this.called(activity, by, 'POST', '/api/v1/typing', { op: 'start', to });
      }
      case 'reading': {
        const reader = this.unread.findIndex((ids, at) => ids.length > 0 && at >= by);
        if (reader < 0) return null;
        const messages = JSON.stringify(this.unread[reader]!.splice(0));
        return this.called(activity, reader, 'POST', '/api/v1/messages/flags', { messages, op: 'add', flag: 'read' });
      }
      case 'history': {
        const { stream_id, members } = this.random.pick(this.connected);
        const narrow = JSON.stringify([
          { operator: 'channel', operand: stream_id },
          { operator: 'topic', operand: this.plan.topic },
        ]);
        const page = { anchor: 'first_unread', num_before: 50, num_after: 50, narrow };
        return this.called(activity, this.random.pick(members), 'GET', '/api/v1/messages', page);
      }
      case 'search': {
        // The archive is older than the subscriptions: it is found in public channels.
        const narrow = JSON.stringify([
          { operator: 'channels', operand: 'public' },
          { operator: 'search', operand: this.random.pick(this.plan.words) },
        ]);
        const page = { anchor: 'newest', num_before: 50, num_after: 0, narrow };
        return this.called(activity, by, 'GET', '/api/v1/messages', page);
      }
      case 'register':
        return this.called(activity, by, 'POST', '/api/v1/register', {
          apply_markdown: true,
          slim_presence: true,
          client_capabilities: CLIENT_CAPABILITIES,
        });
    }
  }

  /** Only its sender may edit it, so the sender stands first. */
  hasSent({ number, by, receivers }: SendCall, id: number): void {
    const others = receivers.filter((receiver) => receiver !== by);
    this.recent.push({ id, number, receivers: [by, ...others], reactions: 0 });
    if (this.recent.length > RECENT) this.recent.shift();
  }

  hasReceived(by: number, id: number): void {
    const ids = this.unread[by]!;
    if (ids.length < UNREAD) ids.push(id);
  }

  hasSeenPresence(by: number, last_update_id: number): void {
    this.presence_seen[by] = last_update_id;
  }
}
