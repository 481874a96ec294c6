// P6: a full register (everything fetched, as a mobile client asks) in organizations of 20 and 1,000 users.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure, type Row } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { submit } from '../load/request.ts';
import { interleave, median, quantile } from '../statistics.ts';
import { call } from '../world/api.ts';
import { scratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { makeChannel, world } from '../world/store.ts';

const REGISTERS = 60;
const CHANNELS = 10;
const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'empty_topic_name',
];

async function registerOf(users: number, goal_ms: number, rounds: number): Promise<Figure> {
  const place = await world(users - 1); // the owner is one of them
  const stoa = await serve(place.directory);
  for (let n = 0; n < CHANNELS; n++) await makeChannel(stoa, place, `channel ${n}`, place.users);
  const user = place.users[0]!;
  const request = submit('POST', '/api/v1/register', user, {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    client_capabilities: JSON.stringify(Object.fromEntries(CAPABILITIES.map((name) => [name, true]))),
  });
  const socket = await HttpSocket.open(stoa.port);
  const sample = await socket.send(request);
  if (sample.status !== 200) throw new Error(`register: ${sample.body.toString('utf8', 0, 300)}`);
  const bodyFile = join(scratch('p6'), 'body.json');
  writeFileSync(bodyFile, sample.body);
  const bare = await startBareServe(bodyFile);
  const bareSocket = await HttpSocket.open(bare.port);

  const all: number[] = [];
  const p50 = async (of: HttpSocket, real: boolean) => {
    const latencies: number[] = [];
    for (let n = 0; n < REGISTERS; n++) {
      const sent = performance.now();
      const reply = await of.send(request);
      latencies.push(performance.now() - sent);
      if (!real) continue;
      const { queue_id } = JSON.parse(reply.body.toString('utf8')) as { queue_id: string };
      await call(socket, user, 'DELETE', '/api/v1/events', { queue_id });
    }
    if (real) all.push(...latencies);
    return median(latencies);
  };
  await p50(bareSocket, false);
  await p50(socket, true);
  all.length = 0;
  const cpu = new CpuMeter();
  const measured = await interleave(
    rounds,
    () => p50(bareSocket, false),
    async () => {
      const end = cpu.begin(stoa.pid);
      const result = await p50(socket, true);
      end();
      return result;
    },
  );
  await bare.stop();
  await stoa.stop();
  return figure({
    id: `P6 ${users.toLocaleString('en')}`,
    work: `full register, ${users.toLocaleString('en')} users, ${CHANNELS} channels, p50`,
    unit: 'ms',
    rounds: measured,
    limit_is: `bare Bun.serve answering the same ${sample.body.length} bytes`,
    goal: { of: 'ours', at: 'most', value: goal_ms },
    cpu: cpu.share(),
    notes: [
      `p99 ${quantile(all, 0.99).toFixed(1)} ms; ${(sample.body.length / median(measured.ours) / 1000).toFixed(1)} MB per second of server time`,
    ],
  });
}

export const register: Row = {
  id: 'P6',
  title: 'full register, 20 and 1,000 users',
  async run({ rounds }) {
    return [await registerOf(20, 5, rounds), await registerOf(1000, 15, rounds)];
  },
};
