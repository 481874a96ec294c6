// P6 for somebody who was away: the full register of an account with 22,000 unread messages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { submit } from '../load/request.ts';
import { interleave, median, type Rounds } from '../statistics.ts';
import { call } from '../world/api.ts';
import { scratch } from '../world/directories.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, world } from '../world/store.ts';

const UNREAD = 22_000;
const CHANNELS = 10;
const TOPICS = 80;
const SENDERS = 16;
const REGISTERS = 20;
const WARM_ROUNDS = 5;

export async function registerAfterAbsence(
  rounds: number,
  registering: Record<string, string | boolean>,
): Promise<Figure> {
  const place = await world(SENDERS + 2);
  const [away, present, ...senders] = place.users as [SeededUser, SeededUser, ...SeededUser[]];
  let stoa = await serve(place.directory);
  for (let n = 0; n < CHANNELS; n++) await makeChannel(stoa, place, `channel ${n}`, place.users);
  const sending = await openSockets(stoa.port, SENDERS);
  await closedLoop(sending, { requests: UNREAD }, (connection, n) =>
    sendRequest(senders[connection]!, `channel ${n % CHANNELS}`, `topic ${n % TOPICS}`, messageText(`message ${n}:`)),
  );
  await call(sending[0]!, present, 'POST', '/api/v1/mark_all_as_read', {});
  await stoa.stop();
  stoa = await serve(place.directory);
  const socket = await HttpSocket.open(stoa.port);
  const requestOf = (user: SeededUser) => submit('POST', '/api/v1/register', user, registering);
  const sample = await socket.send(requestOf(away));
  const { unread_msgs } = JSON.parse(sample.body.toString('utf8')) as { unread_msgs: { count: number } };
  if (unread_msgs.count !== UNREAD) throw new Error(`${unread_msgs.count} unread messages, not ${UNREAD}`);
  const body = join(scratch('p6-away'), 'body.json');
  writeFileSync(body, sample.body);
  const bare = await startBareServe(body);
  const bareSocket = await HttpSocket.open(bare.port);

  const p50 = async (of: HttpSocket, user: SeededUser, is_ours: boolean) => {
    const latencies: number[] = [];
    for (let n = 0; n < REGISTERS; n++) {
      const sent = performance.now();
      const reply = await of.send(requestOf(user));
      latencies.push(performance.now() - sent);
      if (!is_ours) continue;
      const { queue_id } = JSON.parse(reply.body.toString('utf8')) as { queue_id: string };
      await call(socket, user, 'DELETE', '/api/v1/events', { queue_id });
    }
    return median(latencies);
  };
  // The runtime compiles code after it has run often, and the server has just been started.
  for (let n = 0; n < WARM_ROUNDS; n++) await p50(socket, away, true);
  const cpu = new CpuMeter();
  const read: number[] = [];
  const measured: Rounds = await interleave(
    rounds,
    () => p50(bareSocket, away, false),
    async () => {
      const end = cpu.begin(stoa.pid);
      const result = await p50(socket, away, true);
      end();
      read.push(await p50(socket, present, true));
      return result;
    },
  );
  socket.close();
  bareSocket.close();
  await bare.stop();
  await stoa.stop();
  return figure({
    id: 'P6 away',
    work: `full register with ${UNREAD.toLocaleString('en')} unread messages, p50`,
    unit: 'ms',
    rounds: measured,
    limit_is: `bare Bun.serve answering the same ${sample.body.length} bytes`,
    goal: { of: 'ours', at: 'most', value: 10 },
    cpu: cpu.share(),
    notes: [`${median(read).toFixed(1)} ms where all are read; ${cpu.serverMicroseconds(REGISTERS * rounds)}`],
  });
}
