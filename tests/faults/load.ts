// A mixed load that goes on through a fault: senders with and without keys of idempotency, stars, an editor, readers, uploads, event queues.
import { type Acknowledged, judge, type Message, type Verdict } from './checker.ts';

const PLAIN_SENDERS = 2;
const REPEATING_SENDERS = 2;
const QUEUES = 2;
const PACE_MS = 15;
const REQUEST_MS = 20_000;
const SETTLE_MS = 20_000;
const CHANNEL = 'under fire';
/**
 * A queue that gets no answer for this long asks the next node. Messages arrive all the time. Twice as long is within the limit of
 * ND15: a queue may wait for a silent node through the balancer, and then for the node itself.
 */
const POLL_MS = 4000;
const READ_TRIES = 10;
/** A repeated send succeeds within this time, or never. */
const REPEAT_MS = 120_000;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Answer = Record<string, unknown> & { status: number };

/** Calls the nodes in turn: the next one after a failure. */
export class Caller {
  private at: number;

  constructor(
    private readonly sites: readonly string[],
    private readonly credentials: string,
    /** The one that is asked first. */
    private readonly first: number,
  ) {
    this.at = first;
  }

  async call(
    method: string,
    path: string,
    params: Record<string, unknown> = {},
    { key, limit_ms }: { key?: string | undefined; limit_ms?: number } = {},
  ): Promise<Answer> {
    const body = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const query = method === 'GET' ? `?${body}` : '';
    const headers = {
      authorization: `Basic ${btoa(this.credentials)}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return this.ask(`/api/v1${path}${query}`, { method, headers, ...(method === 'GET' ? {} : { body }) }, limit_ms);
  }

  async upload(name: string, text: string): Promise<Answer> {
    const body = new FormData();
    body.append('filename', new File([text], name));
    return this.ask('/api/v1/user_uploads', { method: 'POST', headers: this.authorization(), body });
  }

  async download(url: string): Promise<string> {
    const init = { headers: this.authorization(), signal: AbortSignal.timeout(REQUEST_MS) };
    const answer = await fetch(this.sites[this.at]! + url, init).catch(() => null);
    return answer?.ok ? answer.text() : `${answer?.status}`;
  }

  private authorization() {
    return { authorization: `Basic ${btoa(this.credentials)}` };
  }

  private async ask(path: string, init: RequestInit, limit_ms = REQUEST_MS): Promise<Answer> {
    const { at } = this;
    try {
      const answer = await fetch(this.sites[at]! + path, { ...init, signal: AbortSignal.timeout(limit_ms) });
      const body = (await answer.json()) as Record<string, unknown>;
      if (answer.status >= 500) this.next(at);
      return { ...body, status: answer.status };
    } catch (error) {
      this.next(at);
      throw error;
    }
  }

  /** The node that is asked next. */
  get site(): string {
    return this.sites[this.at]!;
  }

  /** Asks the first node again. */
  goBack(): void {
    this.at = this.first;
  }

  /** Asks another node from now on. */
  next(at = this.at): void {
    if (this.at === at) this.at = (at + 1) % this.sites.length;
  }
}

interface MessageEvent {
  readonly id: number;
  readonly message?: Message;
  readonly local_message_id?: string;
}

class Queue {
  readonly messages: Message[] = [];
  /** Ids of messages by the id that their sender chose. */
  readonly local_ids = new Map<string, number>();
  id = '';
  problem: string | null = null;
  /** Longest time between two answers with events. */
  silence_ms = 0;

  async follow(caller: Caller, isOver: () => boolean): Promise<void> {
    const registered = await caller.call('POST', '/register', { event_types: ['message'], apply_markdown: false });
    let last_event_id = registered.last_event_id as number;
    this.id = registered.queue_id as string;
    this.registered.resolve();
    let heard_at: number | null = null;
    while (!isOver()) {
      const request = { queue_id: registered.queue_id, last_event_id, dont_block: false };
      const { status, events, code } = await caller
        .call('GET', '/events', request, { limit_ms: POLL_MS })
        .catch((): Answer => ({ status: 503 }));
      if (status === 400 && code === 'BAD_EVENT_QUEUE_ID') {
        this.problem = 'an event queue ended';
        return;
      }
      if (status !== 200) {
        await pause(50);
        continue;
      }
      const now = Date.now();
      if (heard_at !== null) this.silence_ms = Math.max(this.silence_ms, now - heard_at);
      heard_at = now;
      for (const { id, message, local_message_id } of events as MessageEvent[]) {
        last_event_id = id;
        if (!message) continue;
        this.messages.push({ id: message.id, content: message.content });
        if (local_message_id === undefined) continue;
        if (this.local_ids.has(local_message_id)) this.problem ??= `a local id came twice: ${local_message_id}`;
        this.local_ids.set(local_message_id, message.id);
      }
    }
  }
  readonly registered = Promise.withResolvers<void>();
}

export class Load {
  readonly acknowledged: Acknowledged[] = [];
  readonly problems: string[] = [];
  private readonly queues = Array.from({ length: QUEUES }, () => new Queue());
  private readonly workers: Promise<void>[] = [];
  private readonly following: Promise<void>[];
  private readonly files: { url: string; text: string }[] = [];
  private readonly starred: number[] = [];
  /** How the keys of idempotency begin, which are used once on the same data. */
  private readonly keys = crypto.randomUUID();
  /** What the last send without success was told. */
  private refusal = '';
  private edited = { id: 0, acknowledged: 0 };
  private is_ending = false;
  private is_over = false;
  readonly began_at = Date.now();

  private readonly callers: Caller[] = [];

  private constructor(
    private readonly sites: readonly string[],
    private readonly credentials: string,
    private readonly channel: string,
  ) {
    this.following = this.queues.map((queue) => queue.follow(this.make(), () => this.is_over));
  }

  /** Each asks the node after that of the one before. */
  private make(): Caller {
    const { callers, sites, credentials } = this;
    const caller = new Caller(sites, credentials, callers.length % sites.length);
    callers.push(caller);
    return caller;
  }

  /** Every node is asked again, also one that others left when it failed. */
  spread(): void {
    for (const caller of this.callers) caller.goBack();
  }

  /** `channel`: one of its own for each load on the same data. */
  static async start(sites: readonly string[], credentials: string, channel = CHANNEL): Promise<Load> {
    const load = new Load(sites, credentials, channel);
    const caller = load.make();
    await caller.call('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: channel }],
      send_new_subscription_messages: false,
    });
    await Promise.all(load.queues.map((queue) => queue.registered.promise));
    const count = PLAIN_SENDERS + REPEATING_SENDERS;
    for (let sender = 0; sender < count; sender++) load.workers.push(load.send(sender, sender >= PLAIN_SENDERS));
    load.workers.push(load.edit(count), load.read(), load.upload(), load.star());
    return load;
  }

  private async post(caller: Caller, sender: number, content: string, key?: string): Promise<number | null> {
    // Each sender has a queue that tells it its own local ids.
    const queue_id = this.queues[sender % QUEUES]!.id;
    const params = {
      type: 'stream',
      to: this.channel,
      topic: `sender ${sender}`,
      content,
      queue_id,
      local_id: content,
    };
    const answer = await caller.call('POST', '/messages', params, { key }).catch((): Answer => ({ status: 0 }));
    if (answer.status !== 200) {
      this.refusal = `${answer.status} ${answer.msg ?? ''}`;
      if (answer.status >= 400 && answer.status < 500) this.problems.push(`a send was refused: ${answer.msg}`);
      return null;
    }
    const id = answer.id as number;
    this.acknowledged.push({ id, content, sender, at: Date.now() });
    return id;
  }

  private async send(sender: number, repeats: boolean): Promise<void> {
    const caller = this.make();
    for (let n = 0; !this.is_ending; n++) {
      const content = `s${sender} n${n}`;
      const key = repeats ? `${this.keys}-${sender}-${n}` : undefined;
      let id = await this.post(caller, sender, content, key);
      const since = Date.now();
      // A plain send without an answer is not repeated: it happened once or not at all.
      while (repeats && id === null && !this.is_over) {
        if (Date.now() - since > REPEAT_MS) {
          this.problems.push(`a send was repeated for ${REPEAT_MS} ms: ${this.refusal}`);
          return;
        }
        await pause(100);
        id = await this.post(caller, sender, content, key);
      }
      await pause(id === null ? 100 : PACE_MS);
    }
  }

  private async edit(sender: number): Promise<void> {
    const caller = this.make();
    const id = await this.post(caller, sender, 'edited 0');
    if (id === null) return;
    this.edited.id = id;
    for (let n = 1; !this.is_ending; n++) {
      const answer = await caller
        .call('PATCH', `/messages/${id}`, { content: `edited ${n}` })
        .catch((): Answer => ({ status: 0 }));
      if (answer.status === 200) this.edited.acknowledged = n;
      await pause(100);
    }
  }

  private async star(): Promise<void> {
    const caller = this.make();
    for (let newest = 0; !this.is_ending; await pause(200)) {
      const id = this.acknowledged.at(-1)?.id ?? 0;
      if (id === newest) continue;
      newest = id;
      const params = { messages: [id], op: 'add', flag: 'starred' };
      const answer = await caller.call('POST', '/messages/flags', params).catch((): Answer => ({ status: 0 }));
      if (answer.status === 200) this.starred.push(id);
    }
  }

  /** Reads what was acknowledged last, through each node in turn: a writer must see its own writes. */
  private async read(): Promise<void> {
    const caller = this.make();
    for (; !this.is_ending; caller.next()) {
      const newest = this.acknowledged.at(-1);
      if (newest) {
        const page = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
        const answer = await caller.call('GET', '/messages', page).catch((): Answer => ({ status: 0 }));
        const ids = answer.status === 200 ? (answer.messages as Message[]).map(({ id }) => id) : null;
        if (ids && Math.max(...ids) < newest.id) {
          const after_s = ((Date.now() - this.began_at) / 1000).toFixed(1);
          this.problems.push(`a read from ${caller.site} missed an acknowledged message after ${after_s} s`);
        }
      }
      await pause(100);
    }
  }

  private async upload(): Promise<void> {
    const caller = this.make();
    for (let n = 0; !this.is_ending; n++) {
      const text = `file ${n} ${'x'.repeat(1000)}`;
      const answer = await caller.upload(`f${n}.txt`, text).catch((): Answer => ({ status: 0 }));
      if (answer.status === 200) this.files.push({ url: answer.url as string, text });
      await pause(300);
    }
  }

  /** Waits until writes are acknowledged again. */
  async recovered(limit_ms: number): Promise<void> {
    const since = Date.now();
    const before = this.acknowledged.length;
    while (this.acknowledged.length < before + 8) {
      if (Date.now() - since > limit_ms) throw new Error(`no write was acknowledged within ${limit_ms} ms`);
      await pause(20);
    }
  }

  /** The longest time that a queue had no events, from the first on. */
  get silence_ms(): number {
    return Math.max(...this.queues.map((queue) => queue.silence_ms));
  }

  /** Ends the load and compares what was acknowledged with what the store, the queues and the files have. */
  async judge(): Promise<Verdict> {
    this.is_ending = true;
    await Promise.all(this.workers);
    const caller = this.make();
    const last = await this.post(caller, 99, 'end');
    const limit = Date.now() + SETTLE_MS;
    const waits = () => this.queues.some(({ messages, problem }) => !problem && messages.at(-1)?.id !== last);
    while (waits() && Date.now() < limit) await pause(20);
    // Every node must answer with the same.
    const histories: Stored[][] = [];
    for (const _ of this.sites) {
      histories.push(await readHistory(caller, this.channel));
      caller.next();
    }
    const stored = histories[0]!;
    this.is_over = true;
    for (const { problem } of this.queues) if (problem) this.problems.push(problem);
    this.queues.forEach((queue, at) => {
      if (queue.problem) return;
      for (const { id, content, sender } of this.acknowledged)
        if (sender % QUEUES === at && queue.local_ids.get(content) !== id)
          this.problems.push(`a queue did not get the local id of its own message ${id}`);
    });
    const starred = new Set(stored.filter(({ flags }) => flags.includes('starred')).map(({ id }) => id));
    for (const id of this.starred)
      if (!starred.has(id)) this.problems.push(`an acknowledged star of message ${id} is gone`);
    for (const { url, text } of this.files)
      if ((await caller.download(url)) !== text) this.problems.push(`an acknowledged file is gone: ${url}`);
    const edit = stored.find(({ id }) => id === this.edited.id)?.content ?? 'edited -1';
    if (Number(edit.split(' ')[1]) < this.edited.acknowledged) this.problems.push('an acknowledged edit is lost');
    // An edited message has another content in each of the three lists.
    const same = (list: readonly Message[]) =>
      list.map((each) => (each.id === this.edited.id ? { ...each, content: 'edited 0' } : each));
    return judge({
      acknowledged: this.acknowledged,
      stored: same(stored),
      // What other nodes answer is judged as what a queue delivers.
      queues: [
        ...this.queues.filter(({ problem }) => !problem).map(({ messages }) => messages),
        ...histories.slice(1),
      ].map(same),
    });
  }

  /** Lets the queues go, which return when their polls do. */
  async close(): Promise<void> {
    this.is_ending = true;
    this.is_over = true;
    await Promise.race([Promise.all([...this.workers, ...this.following]), pause(500)]);
  }
}

interface Stored extends Message {
  readonly flags: readonly string[];
}

async function readHistory(caller: Caller, channel: string): Promise<Stored[]> {
  const all: Stored[] = [];
  for (let anchor = 0; ; anchor = all.at(-1)!.id) {
    const page = { anchor, include_anchor: false, num_before: 0, num_after: 1000, apply_markdown: false };
    const narrow = [{ operator: 'channel', operand: channel }];
    let answer: Answer = { status: 0 };
    for (let attempt = 0; answer.status !== 200; attempt++) {
      if (attempt === READ_TRIES) throw new Error(`the history can't be read: ${answer.msg}`);
      if (attempt > 0) await pause(500);
      answer = await caller.call('GET', '/messages', { ...page, narrow }).catch((): Answer => ({ status: 0 }));
    }
    all.push(...(answer.messages as Stored[]).map(({ id, content, flags }) => ({ id, content, flags })));
    if (answer.found_newest || all.length === 0) return all;
  }
}
