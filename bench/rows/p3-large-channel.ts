// P3: a send to a channel of 10,000 subscribers compared with a channel of 10, ten of them online in both: time of a send,
// and bytes on disk after the server has closed its store.
import { figure, type Row } from '../figure.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { type Form, get } from '../load/request.ts';
import { interleave, median } from '../statistics.ts';
import { bytesOnDisk } from '../world/directories.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, type Queue, registerQueues, sendRequest, world } from '../world/store.ts';

const ONLINE = 10;
const SENDS_FOR_TIME = 200;
const SENDS_FOR_BYTES = 2000;

/** A client that polls forever; `received` counts messages. */
class Online {
  received = 0;
  private stopped = false;
  constructor(
    private readonly socket: HttpSocket,
    private readonly member: SeededUser & Queue,
  ) {
    this.poll().catch((error: Error) => {
      if (!this.stopped) throw error;
    });
  }

  private async poll(): Promise<void> {
    let last_event_id = this.member.last_event_id;
    for (;;) {
      const query: Form = { queue_id: this.member.queue_id, last_event_id };
      const reply = await this.socket.send(get('/api/v1/events', this.member, query));
      const { events } = JSON.parse(reply.body.toString('utf8')) as { events: { id: number; type: string }[] };
      for (const event of events) {
        last_event_id = Math.max(last_event_id, event.id);
        if (event.type === 'message') this.received++;
      }
    }
  }

  stop(): void {
    this.stopped = true;
    this.socket.abort();
  }
}

async function online(stoa: Stoa, users: SeededUser[]): Promise<Online[]> {
  const queues = await registerQueues(stoa, users.slice(0, ONLINE));
  return Promise.all(queues.map(async (queue) => new Online(await HttpSocket.open(stoa.port), queue)));
}

export const largeChannel: Row = {
  id: 'P3',
  title: 'send to 10,000 subscribers (10 online) beside 10',
  async run({ rounds, crowd }) {
    const place = await world(crowd);
    const sender = place.users[0]!;
    const channels = [
      { name: 'small', users: place.users.slice(0, ONLINE) },
      { name: 'large', users: place.users },
    ];
    let stoa = await serve(place.directory);
    for (const { name, users } of channels) await makeChannel(stoa, place, name, users);
    const clients = await online(stoa, place.users);
    const sockets = await openSockets(stoa.port, 1);
    const requests = channels.map(({ name }) => sendRequest(sender, name, 'topic', messageText(`to ${name}:`)));
    let sent = 0;
    const cpu = new CpuMeter();
    const p50 = async (request: Buffer) => {
      const end = cpu.begin(stoa.pid);
      const { latencies_ms } = await closedLoop(sockets, { requests: SENDS_FOR_TIME }, () => request);
      end();
      sent += SENDS_FOR_TIME;
      return median(latencies_ms);
    };
    for (const request of requests) await p50(request);
    const time = await interleave(
      rounds,
      () => p50(requests[0]!),
      () => p50(requests[1]!),
    );
    await Bun.sleep(500);
    const missed = clients.filter((client) => client.received !== sent).length;
    if (missed > 0) throw new Error(`${missed} of ${ONLINE} online clients did not receive each of ${sent} messages`);
    for (const client of clients) client.stop();
    for (const socket of sockets) socket.close();
    await stoa.stop();

    const bytes = await interleave(
      Math.min(rounds, 2),
      () => bytesPerSend(requests[0]!),
      () => bytesPerSend(requests[1]!),
    );
    async function bytesPerSend(request: Buffer): Promise<number> {
      const before = bytesOnDisk(place.directory);
      stoa = await serve(place.directory);
      const [socket] = await openSockets(stoa.port, 1);
      await closedLoop([socket!], { requests: SENDS_FOR_BYTES }, () => request);
      socket!.close();
      await stoa.stop();
      return (bytesOnDisk(place.directory) - before) / SENDS_FOR_BYTES;
    }

    const goal = { of: 'ratio', at: 'most', value: 1.2 } as const;
    const limit_is = 'the same send to 10 subscribers';
    const work = (what: string) => `send to ${crowd.toLocaleString('en')} subscribers (${ONLINE} online), ${what}`;
    return [
      figure({ id: 'P3 time', work: work('p50'), unit: 'ms', rounds: time, limit_is, goal, cpu: cpu.share() }),
      figure({
        id: 'P3 disk',
        work: work('bytes on disk'),
        unit: 'bytes',
        rounds: bytes,
        limit_is,
        goal,
        notes: [`store closed before and after ${SENDS_FOR_BYTES} sends; ${bytes.ours.length} rounds`],
      }),
    ];
  },
};
