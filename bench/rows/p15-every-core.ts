// P15: reads on every core: the embedded database with 0, 1, 2 and 4 processes for long reads, and PostgreSQL with 1 and 2
// workers. What each kind of read reaches alone, and what others wait meanwhile.
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter, treeRssBytes } from '../load/cpu-share.ts';
import { openSockets } from '../load/http-socket.ts';
import { LoopProbe } from '../load/loop-probe.ts';
import { get, submit } from '../load/request.ts';
import { median } from '../statistics.ts';
import { type Company, type CompanySize, foundCompany } from '../world/company.ts';
import { startPostgres, whyNoCluster } from '../world/postgres.ts';
import { isSmall, SMALL_COMPANY } from '../world/small.ts';
import { type Stoa, serve, serveWithReaders } from '../world/stoa-process.ts';
import { world, worldIn } from '../world/store.ts';

const SIZE: CompanySize = {
  people: 1000,
  everybody: 5,
  large: { channels: 10, people: 200 },
  small: { channels: 100, people: 50 },
  messages: 100_000,
};
/** Each by an account of its own: one account has one long read at a time. */
const CLIENTS = 16;
const READS = ['history', 'search', 'register'] as const;
type Read = (typeof READS)[number];

/** A way to run the server: what is varied, and how many processes share the reads. */
interface Form {
  readonly name: string;
  start(): Promise<Stoa>;
}

/** The same calls for every form. What is public but not a single conversation is a long read. */
function requestsOf({ place, channels, common }: Company): Record<Read, Buffer[]> {
  const users = place.users.slice(0, CLIENTS);
  const channel = channels.findLast(({ kind }) => kind === 'everybody')!;
  const page = (narrow: object[], num_before: number) => ({
    anchor: 'newest',
    num_before,
    num_after: 0,
    narrow: JSON.stringify(narrow),
  });
  const everything = { operator: 'channels', operand: 'public' };
  const history = page([everything, { operator: 'channel', operand: channel.stream_id }], 100);
  const search = page([everything, { operator: 'search', operand: common }], 100);
  return {
    history: users.map((user) => get('/api/v1/messages', user, history)),
    search: users.map((user) => get('/api/v1/messages', user, search)),
    register: users.map((user) => submit('POST', '/api/v1/register', user, { slim_presence: true })),
  };
}

interface Measured {
  readonly per_second: Readonly<Record<Read, number[]>>;
  /** The longest wait for GET /health while each of them ran. */
  readonly waits_ms: Readonly<Record<Read, number[]>>;
  readonly cpu: Readonly<Record<Read, CpuMeter>>;
  resident_mb: number;
}

const lists = (): Record<Read, number[]> => ({ history: [], search: [], register: [] });

/** Rounds of all forms take turns, each on a server of its own that is started once. */
async function measure(company: Company, forms: readonly Form[], { rounds, seconds }: Options): Promise<Measured[]> {
  const requests = requestsOf(company);
  const all = forms.map(
    (): Measured => ({
      per_second: lists(),
      waits_ms: lists(),
      cpu: { history: new CpuMeter(), search: new CpuMeter(), register: new CpuMeter() },
      resident_mb: 0,
    }),
  );
  for (let round = 0; round < rounds; round++)
    for (const [at, form] of forms.entries()) {
      const measured = all[at]!;
      const stoa = await form.start();
      const sockets = await openSockets(stoa.port, CLIENTS);
      const probe = await LoopProbe.start(stoa.port);
      for (const read of READS) {
        const next = (connection: number) => requests[read][connection]!;
        await closedLoop(sockets, { seconds: seconds / 2 }, next);
        await probe.take();
        const end = measured.cpu[read].begin(stoa.pid);
        const result = await closedLoop(sockets, { seconds }, next);
        end();
        measured.per_second[read].push(result.requests / result.seconds);
        measured.waits_ms[read].push((await probe.take()).longest_ms);
      }
      measured.resident_mb = Math.max(measured.resident_mb, treeRssBytes(stoa.pid) / 1e6);
      for (const socket of sockets) socket.close();
      await probe.stop();
      await stoa.stop();
    }
  return all;
}

/** The first form is the limit of the others. */
function figuresOf(id: string, work: string, forms: readonly Form[], all: readonly Measured[]): Figure[] {
  const [first, ...others] = all as [Measured, ...Measured[]];
  const waited = ({ waits_ms }: Measured, read: Read) => `${median(waits_ms[read]).toFixed(1)} ms`;
  return READS.flatMap((read) =>
    others.map((measured, at) =>
      figure({
        id: `${id} ${read}`,
        work: `${read}, ${CLIENTS} clients, ${work}: ${forms[at + 1]!.name}`,
        unit: 'requests/s',
        rounds: { limit: first.per_second[read], ours: measured.per_second[read] },
        limit_is: forms[0]!.name,
        cpu: measured.cpu[read].share(),
        notes: [
          `longest wait for GET /health ${waited(measured, read)}, beside ${waited(first, read)} with ${forms[0]!.name}; ` +
            `${Math.round(measured.resident_mb)} MB, beside ${Math.round(first.resident_mb)} MB`,
        ],
      }),
    ),
  );
}

async function embedded(size: CompanySize, options: Options): Promise<Figure[]> {
  const company = await foundCompany(await world(size.people), size);
  const forms = (isSmall() ? [0, 1] : [0, 1, 2, 4]).map((readers) => ({
    name: readers === 0 ? 'long reads on the event loop' : `${readers} reader${readers === 1 ? '' : 's'}`,
    start: () => serveWithReaders(company.place.directory, readers),
  }));
  return figuresOf('P15', 'embedded database', forms, await measure(company, forms, options));
}

async function postgres(size: CompanySize, options: Options): Promise<Figure[]> {
  const why = whyNoCluster();
  if (why !== null) {
    console.error(`P15: not measured on PostgreSQL: ${why}`);
    return [];
  }
  const cluster = await startPostgres();
  try {
    const company = await foundCompany(await worldIn(cluster.url, size.people), size);
    const { directory, database } = company.place;
    const forms = [1, 2].map((workers) => ({
      name: `${workers} worker${workers === 1 ? '' : 's'}`,
      start: () => serve(directory, database, ['--workers', String(workers)]),
    }));
    return figuresOf('P15-postgres', 'PostgreSQL', forms, await measure(company, forms, options));
  } finally {
    await cluster.stop();
  }
}

const sizeOf = () => (isSmall() ? SMALL_COMPANY : SIZE);

export const everyCore: readonly Row[] = [
  {
    id: 'P15',
    title: 'reads beside each other, embedded database with 0, 1, 2 and 4 readers',
    run: (options) => embedded(sizeOf(), options),
  },
  {
    id: 'P15-postgres',
    title: 'reads beside each other, PostgreSQL with 1 and 2 workers',
    run: (options) => postgres(sizeOf(), options),
  },
];
