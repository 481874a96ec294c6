// The clients of a company on a working morning, in a process of its own: every one of them waits for events through a socket,
// and some of them do something. Counts what is delivered, so that a lost or repeated message is seen.
import { readFileSync } from 'node:fs';
import { quantile } from '../statistics.ts';
import { obeyCommands } from './commanded-process.ts';
import { HttpSocket, openSockets } from './http-socket.ts';
import {
  ACTIVITIES,
  type Activity,
  type Call,
  type MorningPlan,
  numberOf,
  type SendCall,
  Traffic,
} from './morning-traffic.ts';
import { authorization, submit } from './request.ts';
import type { Reply } from './response-parser.ts';

export type MorningCommand =
  | { do: 'open'; planFile: string }
  | { do: 'run'; seconds: number }
  | { do: 'reconnect'; count: number };

export interface Spread {
  readonly count: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface Morning {
  readonly calls: Readonly<Record<Activity, Spread>>;
  /** From writing a message until the last of its receivers has it. */
  readonly deliveries: Spread;
  readonly delivered: number;
  /** Receivers that did not get a message, and that got one twice. */
  readonly lost: number;
  readonly repeated: number;
  /** Calls and polls that were not answered with success: how many, and some of them. */
  readonly errors: number;
  readonly examples: readonly string[];
  readonly wall_seconds: number;
  readonly cpu_seconds: number;
}

const TICK_MS = 5;
/** What is still on its way after this long is lost. */
const LATE_MS = 10_000;
const EXAMPLES = 5;
const CONTROL_SOCKETS = 8;

interface Message {
  readonly sent_at: number;
  readonly waiting: Set<number>;
}

let plan: MorningPlan;
let traffic: Traffic;
/** The poll of each client, around the id of its last event. */
let requests: { readonly start: string; readonly end: string }[] = [];
let polls: HttpSocket[] = [];
/** Idle connections for calls, by node. */
let idle: HttpSocket[][] = [];
/** Connections that this process gives up itself. */
const left = new WeakSet<HttpSocket>();
let running = 0;
const messages = new Map<number, Message>();
const latencies = new Map<Activity, number[]>(ACTIVITIES.map((activity) => [activity, []]));
let last_ms: number[] = [];
let delivered = 0;
let repeated = 0;
let errors = 0;
let examples: string[] = [];

const nodeOf = (client: number) => client % plan.ports.length;

function failed(what: string): void {
  errors++;
  if (examples.length < EXAMPLES) examples.push(what.slice(0, 200));
}

function received(client: number, number: number): void {
  const message = messages.get(number);
  if (!message?.waiting.delete(client)) {
    repeated++;
    return;
  }
  delivered++;
  if (message.waiting.size > 0) return;
  last_ms.push(performance.now() - message.sent_at);
}

function accept(client: number, { status, body }: Reply): void {
  const text = body.toString('utf8');
  if (status !== 200) throw new Error(`a poll: status ${status}: ${text}`);
  const { events } = JSON.parse(text) as {
    events: { id: number; type: string; message?: { id: number; content: string } }[];
  };
  const person = plan.people[client]!;
  for (const { id, type, message } of events) {
    person.last_event_id = Math.max(person.last_event_id, id);
    if (type !== 'message') continue;
    traffic.hasReceived(client, message!.id);
    const number = numberOf(message!.content);
    if (number !== null) received(client, number);
  }
}

function pollOf(client: number, more = ''): Buffer {
  const { start, end } = requests[client]!;
  return Buffer.from(`${start}${plan.people[client]!.last_event_id}${more}${end}`);
}

/** Waits for events until the connection ends. */
async function listen(client: number): Promise<void> {
  const socket = polls[client]!;
  try {
    while (!socket.closed) {
      accept(client, await socket.send(pollOf(client)));
    }
  } catch (error) {
    if (!left.has(socket)) failed((error as Error).message);
  }
}

async function open(planFile: string): Promise<void> {
  plan = JSON.parse(readFileSync(planFile, 'utf8'));
  traffic = new Traffic(plan);
  requests = plan.people.map((person) => ({
    start: `GET /api/v1/events?queue_id=${person.queue_id}&last_event_id=`,
    end: ` HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0\r\nAuthorization: ${authorization(person)}\r\n\r\n`,
  }));
  polls = new Array(plan.people.length);
  for (const [node, port] of plan.ports.entries()) {
    const clients = plan.people.map((_, client) => client).filter((client) => nodeOf(client) === node);
    const sockets = await openSockets(port, clients.length);
    for (const [at, client] of clients.entries()) polls[client] = sockets[at]!;
  }
  idle = await Promise.all(plan.ports.map((port) => openSockets(port, CONTROL_SOCKETS)));
  for (let client = 0; client < polls.length; client++) {
    void listen(client);
    if (client % 500 === 499) await Bun.sleep(1);
  }
}

async function note(call: Call | SendCall, { body }: Reply, socket: HttpSocket): Promise<void> {
  if (call.activity === 'send') traffic.hasSent(call as SendCall, JSON.parse(body.toString('utf8')).id);
  else if (call.activity === 'register') {
    const [, queue_id] = /"queue_id":"([^"]+)"/.exec(body.toString('latin1'))!;
    await socket.send(submit('DELETE', '/api/v1/events', plan.people[call.by]!, { queue_id: queue_id! }));
  } else if (call.activity === 'presence') {
    // It stands after the people, of whom there may be thousands. A small answer is not compressed.
    const text = body[0] === 0x7b ? body : Buffer.from(Bun.zstdDecompressSync(body));
    const end = text.toString('latin1', Math.max(0, text.length - 200));
    traffic.hasSeenPresence(call.by, Number(/"presence_last_update_id":(-?\d+)/.exec(end)![1]));
  }
}

async function perform(call: Call | SendCall): Promise<void> {
  running++;
  const node = nodeOf(call.by);
  try {
    const socket = idle[node]!.pop() ?? (await HttpSocket.open(plan.ports[node]!));
    const sent_at = performance.now();
    if ('receivers' in call) messages.set(call.number, { sent_at, waiting: new Set(call.receivers) });
    const reply = await socket.send(call.request);
    latencies.get(call.activity)!.push(performance.now() - sent_at);
    if (reply.status === 200) await note(call, reply, socket);
    else failed(`${call.activity}: status ${reply.status}: ${reply.body.toString('utf8', 0, 150)}`);
    idle[node]!.push(socket);
  } catch (error) {
    failed(`${call.activity}: ${(error as Error).message}`);
  } finally {
    running--;
  }
}

const isComplete = () => running === 0 && [...messages.values()].every(({ waiting }) => waiting.size === 0);

function spread(values: number[]): Spread {
  if (values.length === 0) return { count: 0, p50_ms: 0, p99_ms: 0 };
  return { count: values.length, p50_ms: quantile(values, 0.5), p99_ms: quantile(values, 0.99) };
}

async function run(seconds: number): Promise<Morning> {
  for (const of of latencies.values()) of.length = 0;
  messages.clear();
  [last_ms, delivered, repeated, errors, examples] = [[], 0, 0, 0, []];
  const due = new Map<Activity, number>();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1000;
  for (let at = started, last = started; at < end; at = performance.now()) {
    for (const activity of ACTIVITIES) {
      let wanted = (due.get(activity) ?? 0) + (plan.rates[activity] * (at - last)) / 1000;
      for (; wanted >= 1; wanted--) {
        const call = traffic.next(activity);
        if (call !== null) void perform(call);
      }
      due.set(activity, wanted);
    }
    last = at;
    await Bun.sleep(TICK_MS);
  }
  while (!isComplete() && performance.now() < end + LATE_MS) await Bun.sleep(TICK_MS);
  const used = process.cpuUsage(cpu);
  return {
    calls: Object.fromEntries(ACTIVITIES.map((activity) => [activity, spread(latencies.get(activity)!)])) as Record<
      Activity,
      Spread
    >,
    deliveries: spread(last_ms),
    delivered,
    lost: [...messages.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    repeated,
    errors,
    examples,
    wall_seconds: (performance.now() - started) / 1000,
    cpu_seconds: (used.user + used.system) / 1e6,
  };
}

/** Many clients lose their connections and ask again at once; how long until all of them are answered. */
async function reconnect(count: number): Promise<{ ms: number; errors: number; examples: string[] }> {
  [errors, examples] = [0, []];
  const clients = plan.people.map((_, client) => client).slice(0, count);
  const old = clients.map((client) => polls[client]!);
  const started = performance.now();
  const opened = Promise.all(
    clients.map(async (client) => {
      const socket = await HttpSocket.open(plan.ports[nodeOf(client)]!);
      polls[client] = socket;
      // Answered at once, unlike the poll that follows on the same connection.
      accept(client, await socket.send(pollOf(client, '&dont_block=true')));
    }),
  ).catch((error: Error) => failed(error.message));
  for (const socket of old) {
    left.add(socket);
    socket.abort();
  }
  await opened;
  const ms = performance.now() - started;
  for (const client of clients) void listen(client);
  return { ms, errors, examples };
}

obeyCommands<MorningCommand>((command) => {
  if (command.do === 'open') return open(command.planFile);
  if (command.do === 'run') return run(command.seconds);
  return reconnect(command.count);
});
