// One person in the soak: waits for events as a client does and acts now and then. Every answer is checked; an error other than a read refused for want of time ends the run.
import { authorization, type Credentials } from '../load/request.ts';

const USER_AGENT = 'Mozilla/5.0 (stoa-soak)';
/** A poll is answered within this time: the server sends a heartbeat earlier. */
const POLL_MS = 150_000;
/** Longer than a long read may wait and run, and than a disk that others fill kept a flush waiting. */
const REQUEST_MS = 150_000;
/** How the server refuses a read for want of time. */
const REFUSED = ['READ_TIMED_OUT', 'SERVER_BUSY'];
const KEPT_IDS = 50;
const FILE_BYTES = 20_000;
const TOPICS = 40;

type Answer = Record<string, unknown>;
type Parameters = Record<string, unknown>;

interface SoakEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number; readonly sender_email: string };
}

export interface Counts {
  requests: number;
  events: number;
  /** Reads that the server refused for want of time, which a machine that others use may cause. */
  timed_out: number;
}

export class SoakClient {
  private queue = { id: '', last_event_id: -1 };
  private received: number[] = [];
  private sent: number[] = [];

  constructor(
    private readonly origin: string,
    private readonly person: Credentials & { readonly user_id: number },
    private readonly peers: readonly number[],
    /** Names of channels that this person is subscribed to. */
    private readonly channels: readonly string[],
    private readonly random: () => number,
    private readonly counts: Counts,
  ) {}

  private call(method: string, path: string, params: Parameters = {}, limit_ms = REQUEST_MS): Promise<Answer> {
    const form = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const in_query = method === 'GET' || method === 'DELETE';
    return this.request(method, in_query ? `${path}?${form}` : path, in_query ? null : form, limit_ms);
  }

  private async request(
    method: string,
    path: string,
    body: URLSearchParams | FormData | null,
    limit_ms: number,
  ): Promise<Answer> {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { authorization: authorization(this.person), 'user-agent': USER_AGENT },
      signal: AbortSignal.timeout(limit_ms),
      body,
    }).catch((error: Error) => {
      throw new Error(`${method} ${path}: ${error.message}`);
    });
    const answer = (await response.json()) as Answer;
    this.counts.requests++;
    if (!response.ok && !(method === 'GET' && REFUSED.includes(answer.code as string)))
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    if (!response.ok) this.counts.timed_out++;
    return answer;
  }

  async register(): Promise<void> {
    const types = [
      'message',
      'update_message',
      'update_message_flags',
      'reaction',
      'typing',
      'presence',
      'subscription',
    ];
    const answer = await this.call('POST', '/register', { event_types: types, apply_markdown: true });
    this.queue = { id: answer.queue_id as string, last_event_id: answer.last_event_id as number };
  }

  /** Polls until the signal; a queue that was exchanged meanwhile is not an error. */
  async poll(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { id, last_event_id } = this.queue;
      let events: SoakEvent[];
      try {
        const answer = await this.call('GET', '/events', { queue_id: id, last_event_id }, POLL_MS);
        events = answer.events as SoakEvent[];
      } catch (error) {
        if (this.queue.id !== id || isOver()) continue;
        throw error;
      }
      this.counts.events += events.length;
      if (this.queue.id !== id) continue;
      for (const event of events) {
        this.queue.last_event_id = Math.max(this.queue.last_event_id, event.id);
        if (event.message) this.received.push(event.message.id);
      }
      this.received = this.received.slice(-KEPT_IDS);
    }
  }

  async act(): Promise<void> {
    const shares: readonly [number, () => Promise<unknown>][] = [
      [35, () => this.send()],
      [10, () => this.sendDirect()],
      [15, () => this.read()],
      [15, () => this.markRead()],
      [6, () => this.react()],
      [6, () => this.type()],
      [3, () => this.edit()],
      [3, () => this.search()],
      [3, () => this.reconnect()],
      [2, () => this.upload()],
      [2, () => this.call('POST', '/users/me/presence', { status: 'active' })],
    ];
    let left = this.random() * shares.reduce((sum, [share]) => sum + share, 0);
    for (const [share, action] of shares) {
      left -= share;
      if (left <= 0) return void (await action());
    }
  }

  private pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  private text(): string {
    const words = Array.from({ length: 3 + Math.floor(this.random() * 30) }, () =>
      this.random().toString(36).slice(2, 9),
    );
    return `${words.join(' ')} **bold** :tada: \`code\``;
  }

  private async send(): Promise<void> {
    const topic = `topic ${Math.floor(this.random() * TOPICS)}`;
    const message = { type: 'stream', to: this.pick(this.channels), topic, content: this.text() };
    this.sent = [(await this.call('POST', '/messages', message)).id as number];
  }

  private sendDirect(): Promise<unknown> {
    return this.call('POST', '/messages', { type: 'direct', to: [this.pick(this.peers)], content: this.text() });
  }

  private read(): Promise<unknown> {
    const narrow = this.random() < 0.5 ? [] : [{ operator: 'channel', operand: this.pick(this.channels) }];
    return this.call('GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
  }

  private async markRead(): Promise<void> {
    if (this.received.length > 0)
      await this.call('POST', '/messages/flags', { messages: this.received, op: 'add', flag: 'read' });
  }

  private async react(): Promise<void> {
    const id = this.pick(this.received);
    if (id === undefined) return;
    const reaction = { emoji_name: 'tada' };
    const path = `/messages/${id}/reactions`;
    await this.call('POST', path, reaction).catch(() => this.call('DELETE', path, reaction));
  }

  private async type(): Promise<void> {
    for (const op of ['start', 'stop'])
      await this.call('POST', '/typing', { op, type: 'direct', to: [this.pick(this.peers)] });
  }

  /** The newest own message: there is a time limit for editing. */
  private async edit(): Promise<void> {
    const id = this.sent.pop();
    if (id !== undefined) await this.call('PATCH', `/messages/${id}`, { content: this.text() });
  }

  private search(): Promise<unknown> {
    const narrow = [{ operator: 'search', operand: 'bold' }];
    return this.call('GET', '/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow });
  }

  /** As a page that is loaded again. */
  private async reconnect(): Promise<void> {
    const old = this.queue.id;
    await this.register();
    await this.call('DELETE', '/events', { queue_id: old });
  }

  private async upload(): Promise<void> {
    const body = new FormData();
    body.append('filename', new File([crypto.getRandomValues(new Uint8Array(FILE_BYTES))], 'noise.bin'));
    await this.request('POST', '/user_uploads', body, REQUEST_MS);
  }
}
