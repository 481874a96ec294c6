// A crowd of waiting clients in a separate process, because 10,000 sockets are half of what one process may open. Opens,
// arms, fires and times on command, and verifies what every client received.
import { readFileSync } from 'node:fs';
import { obeyCommands } from './commanded-process.ts';
import { HttpSocket, openSockets } from './http-socket.ts';
import { type Credentials, get } from './request.ts';
import type { Reply } from './response-parser.ts';

export interface Member extends Credentials {
  queue_id: string;
  last_event_id: number;
}

export type CrowdCommand =
  | { do: 'open'; port: number; membersFile: string }
  | { do: 'arm' }
  | { do: 'fire'; trigger: string; marker: string | null }
  | { do: 'abort'; politely: boolean };

export interface Fired {
  /** Milliseconds from writing the trigger until ... */
  first_ms: number;
  last_ms: number;
  trigger_answered_ms: number;
  cpu_seconds: number;
  wall_seconds: number;
  /** A complete response is not kept; its body is. */
  sample_body: string;
}

let members: Member[] = [];
let sockets: HttpSocket[] = [];
let control: HttpSocket | undefined;
let port = 0;
let replies: Promise<Reply>[] = [];
let arrived = 0;
let firstAt = 0;
let lastAt = 0;

async function open(toPort: number, membersFile: string): Promise<void> {
  port = toPort;
  members = JSON.parse(readFileSync(membersFile, 'utf8'));
  sockets = await openSockets(port, members.length);
}

async function arm(): Promise<void> {
  for (let i = 0; i < sockets.length; i++) {
    if (sockets[i]!.closed) sockets[i] = await HttpSocket.open(port);
  }
  arrived = 0;
  replies = [];
  for (const [i, member] of members.entries()) {
    const { queue_id, last_event_id } = member;
    const reply = sockets[i]!.send(get('/api/v1/events', member, { queue_id, last_event_id }));
    reply.then(
      () => {
        lastAt = performance.now();
        if (arrived++ === 0) firstAt = lastAt;
      },
      () => undefined, // an abort; `fire` awaits the same promise and sees every other failure
    );
    replies.push(reply);
    if (i % 500 === 499) await Bun.sleep(1);
  }
}

/** The next event id to acknowledge; throws if the reply lacks the sent message. */
function accept(member: Member, reply: Reply, marker: string | null): void {
  const text = reply.body.toString('utf8');
  if (reply.status !== 200) throw new Error(`a poll got status ${reply.status}: ${text.slice(0, 200)}`);
  if (marker === null) return;
  if (!text.includes(marker)) throw new Error(`a poll was answered without the message: ${text.slice(0, 200)}`);
  const { events } = JSON.parse(text) as { events: { id: number }[] };
  for (const event of events) member.last_event_id = Math.max(member.last_event_id, event.id);
}

async function fire(trigger: string, marker: string | null): Promise<Fired> {
  if (arrived > 0) throw new Error(`${arrived} polls were answered before anything was sent`);
  if (control === undefined || control.closed) control = await HttpSocket.open(port);
  const bytes = Buffer.from(trigger);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const answered = control.send(bytes).then((reply) => {
    if (reply.status !== 200) throw new Error(`the send failed: ${reply.body.toString('utf8', 0, 300)}`);
    return performance.now();
  });
  const all = await Promise.all(replies);
  const answeredAt = await answered;
  const used = process.cpuUsage(cpu);
  const wall = (performance.now() - started) / 1000;
  for (const [i, reply] of all.entries()) accept(members[i]!, reply, marker);
  replies = [];
  return {
    first_ms: firstAt - started,
    last_ms: lastAt - started,
    trigger_answered_ms: answeredAt - started,
    cpu_seconds: (used.user + used.system) / 1e6,
    wall_seconds: wall,
    sample_body: all[0]!.body.toString('utf8'),
  };
}

async function abort(politely: boolean): Promise<void> {
  for (const socket of sockets) politely ? socket.close() : socket.abort();
  sockets = [];
  await Promise.allSettled(replies);
  replies = [];
  sockets = await openSockets(port, 0);
}

async function obey(command: CrowdCommand): Promise<unknown> {
  if (command.do === 'open') return open(command.port, command.membersFile);
  if (command.do === 'arm') return arm();
  if (command.do === 'fire') return fire(command.trigger, command.marker);
  return abort(command.politely);
}

obeyCommands(obey);
