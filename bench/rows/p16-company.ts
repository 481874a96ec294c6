// P16: a company of 10,000, all of them connected, on a working morning, on the embedded database and on PostgreSQL with two
// nodes; and a company of 50,000 with a tenth of them connected.
import { join } from 'node:path';
import { type Figure, figure, type Goal, type Options, type Row } from '../figure.ts';
import { CpuMeter, treeCpuSeconds, treeRssBytes } from '../load/cpu-share.ts';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import type { Morning } from '../load/morning.ts';
import { MorningProcess } from '../load/morning-process.ts';
import { ACTIVITIES, type Activity, type Person } from '../load/morning-traffic.ts';
import { get } from '../load/request.ts';
import { median } from '../statistics.ts';
import { call, eachOver } from '../world/api.ts';
import { UNCOMMON } from '../world/archive.ts';
import { type Company, type CompanySize, foundCompany, TOPIC } from '../world/company.ts';
import { scratch } from '../world/directories.ts';
import { startPostgres, whyNoCluster } from '../world/postgres.ts';
import { isSmall, SMALL_COMPANY } from '../world/small.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { type Queue, world, worldIn } from '../world/store.ts';

interface Scenario {
  readonly name: string;
  readonly size: CompanySize;
  readonly connected: number;
  readonly reconnecting: number;
  readonly nodes: number;
  readonly engine: 'embedded' | 'postgres';
  /** Of the rates: less than 1 where servers and clients together need more than two cores. */
  readonly share: number;
}

const CHANNELS = {
  everybody: 5,
  large: { channels: 45, people: 800 },
  small: { channels: 950, people: 100 },
  messages: 1_000_000,
};

const COMPANY = { size: { people: 10_000, ...CHANNELS }, connected: 10_000, reconnecting: 2000, share: 1 };
const SMALL = { size: SMALL_COMPANY, connected: 40, reconnecting: 10 };
const SCENARIOS: readonly Scenario[] = [
  { ...COMPANY, name: 'P16', engine: 'embedded', nodes: 1 },
  { ...COMPANY, name: 'P16-postgres', engine: 'postgres', nodes: 2, share: 0.5 },
  {
    ...COMPANY,
    name: 'P16-50000',
    size: { people: 50_000, ...CHANNELS },
    connected: 5000,
    engine: 'embedded',
    nodes: 1,
  },
];

/** A second, in a company of 10,000 connected people; the rates of fewer people are as much smaller. */
const RATES: Readonly<Record<Activity, number>> = {
  send: 10,
  presence: 10_000 / 60,
  reaction: 2,
  edit: 0.5,
  typing: 5,
  reading: 20,
  history: 10,
  search: 1,
  register: 5,
};
const RATES_FOR = 10_000;
/** A small company does more than its share, so that a second of it has everything in it. */
const SMALL_FACTOR = 100;

/** One measured interval, beside the option for one of other rows. */
const SECONDS_FACTOR = 10;
const REGISTERS = 20;
const SAMPLE_MS = 1000;
const EVENT_TYPES = ['message', 'reaction', 'update_message', 'update_message_flags', 'delete_message', 'typing'];

const atMost = (value: number): Goal => ({ of: 'ours', at: 'most', value });

async function registerAll(nodes: readonly Stoa[], { place }: Company, connected: number): Promise<Person[]> {
  const sockets = (await Promise.all(nodes.map(({ port }) => openSockets(port, 8)))).flat();
  const form = {
    event_types: JSON.stringify(EVENT_TYPES),
    fetch_event_types: '[]',
    apply_markdown: true,
    slim_presence: true,
    idle_queue_timeout: 7200,
  };
  const people = await eachOver(sockets, place.users.slice(0, connected), async (socket, user) => {
    const { queue_id, last_event_id } = await call<Queue>(socket, user, 'POST', '/api/v1/register', form);
    return { ...user, queue_id, last_event_id };
  });
  for (const socket of sockets) socket.close();
  return people;
}

/** Milliseconds of one list of all people, p50. */
async function memberLists({ port }: Stoa, { place }: Company): Promise<number> {
  const socket = await HttpSocket.open(port);
  const times: number[] = [];
  for (let n = 0; n < REGISTERS; n++) {
    const sent = performance.now();
    const { status } = await socket.send(get('/api/v1/users', place.users[n % place.users.length]));
    if (status !== 200) throw new Error(`the list of people: status ${status}`);
    times.push(performance.now() - sent);
  }
  socket.close();
  return median(times);
}

interface Measured {
  readonly mornings: readonly Morning[];
  readonly burst: { readonly ms: number; readonly errors: number; readonly examples: readonly string[] };
  /** Cores used by the nodes in each round. */
  readonly cores: readonly number[];
  /** The highest of each round, all nodes together. */
  readonly resident_mb: readonly number[];
  readonly lists_ms: number;
  readonly cpu: CpuMeter;
}

async function measure(
  company: Company,
  { connected, nodes: count, reconnecting, share }: Scenario,
  { rounds, seconds }: Options,
): Promise<Measured> {
  const { place, channels, common } = company;
  const nodes: Stoa[] = [];
  for (let n = 0; n < count; n++) nodes.push(await serve(place.directory, place.database));
  const factor = share * (connected / RATES_FOR) * (isSmall() ? SMALL_FACTOR : 1);
  const rates = Object.fromEntries(ACTIVITIES.map((activity) => [activity, RATES[activity] * factor]));
  const plan = {
    ports: nodes.map(({ port }) => port),
    people: await registerAll(nodes, company, connected),
    channels,
    rates: rates as Record<Activity, number>,
    words: [UNCOMMON, common],
    topic: TOPIC,
  };
  const clients = await MorningProcess.start(plan, join(scratch('p16'), 'plan.json'));
  const cpu = new CpuMeter();
  const mornings: Morning[] = [];
  const cores: number[] = [];
  const resident_mb: number[] = [];
  for (let round = -1; round < rounds; round++) {
    let highest = 0;
    const sample = () => {
      const now = nodes.reduce((sum, { pid }) => sum + treeRssBytes(pid), 0);
      highest = Math.max(highest, now);
    };
    const timer = setInterval(sample, SAMPLE_MS);
    const before = nodes.map(({ pid }) => treeCpuSeconds(pid));
    const morning = await clients.run(seconds * SECONDS_FACTOR);
    clearInterval(timer);
    sample();
    // The first one warms up.
    if (round < 0) continue;
    const used = nodes.reduce((sum, { pid }, at) => sum + treeCpuSeconds(pid) - before[at]!, 0);
    cpu.add(morning.wall_seconds, morning.cpu_seconds, used);
    mornings.push(morning);
    cores.push(used / morning.wall_seconds);
    resident_mb.push(highest / 1e6);
  }
  const burst = await clients.reconnect(reconnecting);
  const lists_ms = await memberLists(nodes[0]!, company);
  await clients.stop();
  for (const node of nodes) await node.stop();
  return { mornings, burst, cores, resident_mb, lists_ms, cpu };
}

const each = (values: readonly number[]) => ({ limit: [], ours: [...values] });

/** What ran beside the sends, and how fast it was answered. */
function sendNotes(mornings: readonly Morning[]): string[] {
  const sum = (pick: (morning: Morning) => number) => mornings.reduce((total, morning) => total + pick(morning), 0);
  const wall = sum(({ wall_seconds }) => wall_seconds);
  const others = ACTIVITIES.filter((activity) => activity !== 'send').map((activity) => {
    const p50 = median(mornings.map(({ calls }) => calls[activity].p50_ms));
    const p99 = median(mornings.map(({ calls }) => calls[activity].p99_ms));
    const a_second = sum(({ calls }) => calls[activity].count) / wall;
    return `${activity} ${a_second.toFixed(1)}/s ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  });
  const deliveries = sum(({ delivered }) => delivered) / wall;
  const sends = sum(({ calls }) => calls.send.count) / wall;
  return [
    `${sends.toFixed(1)} sends/s, ${Math.round(deliveries)} deliveries/s`,
    `beside them, p50 / p99: ${others.join(', ')}`,
  ];
}

function figuresOf(scenario: Scenario, { mornings, burst, cores, resident_mb, lists_ms, cpu }: Measured): Figure[] {
  const { name, size, connected, engine, nodes, reconnecting, share } = scenario;
  const store = engine === 'embedded' ? 'embedded database' : `PostgreSQL, ${nodes} nodes`;
  const people = size.people.toLocaleString('en');
  const company = `company of ${people}, ${connected.toLocaleString('en')} connected, ${store}${share === 1 ? '' : `, ${share} of the rates`}`;
  const row = (id: string, work: string, measured: Omit<Parameters<typeof figure>[0], 'id' | 'work'>) =>
    figure({ id: `${name} ${id}`, work: `${company}: ${work}`, ...measured });
  const of = (pick: (morning: Morning) => number) => each(mornings.map(pick));
  const nodes_note = engine === 'postgres' ? ['both nodes, without PostgreSQL'] : [];
  const delivery_p50 = median(mornings.map(({ deliveries: { p50_ms } }) => p50_ms));
  const wrong = [...mornings.map(({ lost, repeated, errors }) => lost + repeated + errors), burst.errors];
  return [
    row('send', 'a send, p50', {
      unit: 'ms',
      rounds: of(({ calls }) => calls.send.p50_ms),
      goal: atMost(15),
      cpu: cpu.share(),
      notes: sendNotes(mornings),
    }),
    row('send p99', 'a send, p99', {
      unit: 'ms',
      rounds: of(({ calls }) => calls.send.p99_ms),
      goal: atMost(100),
    }),
    row('delivery', 'delivery to the last receiver, p99', {
      unit: 'ms',
      rounds: of(({ deliveries: { p99_ms } }) => p99_ms),
      goal: atMost(500),
      notes: [`p50 ${delivery_p50.toFixed(1)} ms`],
    }),
    row('cores', 'cores of the server, on average', {
      unit: 'cores',
      rounds: each(cores),
      goal: atMost(0.6),
      notes: nodes_note,
    }),
    row('memory', 'resident memory, the highest', {
      unit: 'MB',
      rounds: each(resident_mb),
      goal: atMost(700),
      notes: nodes_note,
    }),
    row('register', 'a full register, p50', {
      unit: 'ms',
      rounds: of(({ calls }) => calls.register.p50_ms),
    }),
    row('burst', `${reconnecting.toLocaleString('en')} clients reconnect at once, all of them answered`, {
      unit: 's',
      rounds: each([burst.ms / 1000]),
      goal: atMost(15),
    }),
    row('members', 'the list of all people, p50', { unit: 'ms', rounds: each([lists_ms]) }),
    row('wrong', 'messages lost or repeated, and errors', {
      unit: '',
      rounds: each([wrong.reduce((total, count) => total + count, 0)]),
      goal: atMost(0),
      notes: [...mornings.flatMap((morning) => morning.examples), ...burst.examples].slice(0, 3),
    }),
  ];
}

async function runScenario(scenario: Scenario, options: Options): Promise<Figure[]> {
  const { size, engine } = scenario;
  if (engine === 'embedded') {
    const company = await foundCompany(await world(size.people), size);
    return figuresOf(scenario, await measure(company, scenario, options));
  }
  const why = whyNoCluster();
  if (why !== null) {
    console.error(`${scenario.name}: not measured on PostgreSQL: ${why}`);
    return [];
  }
  const cluster = await startPostgres({ durable: true });
  try {
    const company = await foundCompany(await worldIn(cluster.url, size.people), size);
    return figuresOf(scenario, await measure(company, scenario, options));
  } finally {
    await cluster.stop();
  }
}

/** A row for each, so that one of them can be run alone. */
export const companies: readonly Row[] = SCENARIOS.map((scenario) => ({
  id: scenario.name,
  title: `a company of ${scenario.size.people.toLocaleString('en')} on a working morning, ${scenario.engine}`,
  run: (options) => runScenario(isSmall() ? { ...scenario, ...SMALL } : scenario, options),
}));
