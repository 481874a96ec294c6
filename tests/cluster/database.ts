// PostgreSQL on three hosts, which Patroni and etcd run: one primary, one synchronous standby, one more.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ownDirectory } from '../faults/cluster.ts';
import { pause } from '../faults/load.ts';
import { clockOf } from '../faults/stage.ts';
import { Host } from './hosts.ts';

const DEBIAN = '/usr/lib/postgresql';
const BIN = join(DEBIAN, readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0]!, 'bin');
const NUMBERS = [11, 12, 13];
const START_MS = 90_000;
/** How long the database may take to repair itself: it is not what is tested, and a standby is copied in this time. */
const WHOLE_MS = 180_000;
/** A standby that does not run after this is copied again. */
const COPY_AFTER_MS = 45_000;
const QUERY_MS = 20_000;
const DISK = '1g';
/** After this long without its leader, Patroni promotes the synchronous standby. */
const FAILOVER_MS = 10_000;
const ASK_MS = 1500;
const SWITCH_MS = 10_000;

interface MemberStatus {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

interface Status {
  readonly members: readonly MemberStatus[];
}

const isRunning = ({ state }: MemberStatus) => state === 'running' || state === 'streaming';

/** The library that stands between PostgreSQL and the disk. */
function slowDisk(directory: string): string {
  const library = join(directory, 'slow-disk.so');
  if (existsSync(library)) return library;
  const source = fileURLToPath(new URL('slow-disk.c', import.meta.url));
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  if (status !== 0) throw new Error(`cc is needed: ${stderr}`);
  return library;
}

class Member {
  readonly host: Host;
  readonly directory: string;

  constructor(name: string, number: number, scratch: string) {
    this.host = new Host(name, number);
    this.directory = ownDirectory(join(scratch, name));
    mkdirSync(this.disk);
    const words = ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', this.disk];
    if (spawnSync('mount', words).status !== 0) throw new Error(`no disk could be mounted at ${this.disk}`);
    ownDirectory(this.disk);
    this.makePrograms();
  }

  /** A program that starts PostgreSQL with a disk that can be slow and a clock that can be wrong. Patroni beside it has neither. */
  private makePrograms(): void {
    mkdirSync(this.programs);
    for (const name of readdirSync(BIN))
      if (name !== 'postgres') symlinkSync(join(BIN, name), join(this.programs, name));
    const { LD_PRELOAD, ...clock } = clockOf(this.clock);
    chmodSync(this.clock, 0o644);
    const settings = Object.entries({
      ...clock,
      SLOW_DISK: this.slowness,
      LD_PRELOAD: `${slowDisk(dirname(this.directory))}:${LD_PRELOAD}`,
    });
    const env = settings.map(([name, value]) => `${name}=${value}`).join(' ');
    writeFileSync(join(this.programs, 'postgres'), `#!/bin/sh\nexec env ${env} ${BIN}/postgres "$@"\n`, {
      mode: 0o755,
    });
  }

  private get programs(): string {
    return join(this.directory, 'bin');
  }

  /** The file that says how far PostgreSQL's clock is from the real one. */
  get clock(): string {
    return join(this.directory, 'clock');
  }

  /** The file that says how many milliseconds a sync takes longer. */
  get slowness(): string {
    return join(this.directory, 'slowness');
  }

  /** What the database has to itself: a disk that can be filled. */
  get disk(): string {
    return join(this.directory, 'disk');
  }

  get name(): string {
    return this.host.name;
  }

  /** Starts what does not run. */
  start(members: readonly Member[]): void {
    if (!this.host.runs('etcd')) this.startEtcd(members);
    if (!this.host.runs('patroni')) this.startPatroni(members);
  }

  private startEtcd(members: readonly Member[]): void {
    const { host, directory, name } = this;
    const peers = members.map((each) => `${each.name}=http://${each.host.address}:2380`).join(',');
    const etcd = {
      name,
      'data-dir': ownDirectory(join(directory, 'etcd')),
      'listen-peer-urls': `http://${host.address}:2380`,
      'listen-client-urls': `http://${host.address}:2379`,
      'initial-advertise-peer-urls': `http://${host.address}:2380`,
      'advertise-client-urls': `http://${host.address}:2379`,
      'initial-cluster': peers,
      'initial-cluster-token': 'stoa',
      'heartbeat-interval': '200',
      'election-timeout': '2000',
      'enable-v2': 'true',
      'log-level': 'warn',
    };
    const words = Object.entries(etcd).map(([setting, value]) => `--${setting}=${value}`);
    host.run(['etcd', ...words], { log: join(directory, 'etcd.log'), user: 'postgres' });
  }

  private startPatroni(members: readonly Member[]): void {
    const { host, directory } = this;
    const log = join(directory, 'log');
    const file = join(directory, 'patroni.yml');
    // YAML reads JSON.
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(this.patroni(members), null, 2));
    host.run(['patroni', file], { log, user: 'postgres', env: { PATH: `${this.programs}:${process.env.PATH}` } });
  }

  private patroni(members: readonly Member[]) {
    const { address } = this.host;
    return {
      scope: 'stoa',
      name: this.name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      etcd: { hosts: members.map((each) => `${each.host.address}:2379`) },
      bootstrap: {
        dcs: {
          ttl: FAILOVER_MS / 1000,
          loop_wait: 2,
          retry_timeout: 4,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 100,
              wal_log_hints: 'on',
              wal_keep_size: '64MB',
              max_wal_size: '128MB',
              max_slot_wal_keep_size: '256MB',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
        pg_hba: ['host all all 10.77.0.0/24 trust', 'host replication all 10.77.0.0/24 trust', 'local all all trust'],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(this.disk, 'data'),
        bin_dir: this.programs,
        pgpass: join(this.directory, 'pgpass'),
        remove_data_directory_on_rewind_failure: true,
        // A copy would otherwise wait for a checkpoint that takes minutes.
        basebackup: [{ checkpoint: 'fast' }],
        authentication: {
          superuser: { username: 'postgres', password: 'none' },
          replication: { username: 'replicator', password: 'none' },
        },
        parameters: { unix_socket_directories: this.directory },
      },
    };
  }
}

export class DatabaseCluster {
  readonly members: readonly Member[];

  constructor(scratch: string) {
    this.members = NUMBERS.map((number, at) => new Member(`db${at + 1}`, number, scratch));
  }

  get hosts(): readonly Host[] {
    return this.members.map(({ host }) => host);
  }

  start(host?: Host): void {
    for (const member of this.members) if (!host || member.host === host) member.start(this.members);
  }

  url(name: string): string {
    const hosts = this.hosts.map(({ address }) => `${address}:5432`).join(',');
    return `postgres://postgres@${hosts}/${name}?target_session_attrs=read-write`;
  }

  /** The members as the first one knows them that answers; null if none does. */
  private async status(): Promise<Status | null> {
    for (const { address } of this.hosts) {
      const response = fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ASK_MS) });
      const status = await response.then((answer) => answer.json() as Promise<Status>).catch(() => null);
      if (status) return status;
    }
    return null;
  }

  private async withRole(role: string): Promise<Host | null> {
    const found = (await this.status())?.members.find((member) => member.role === role && isRunning(member));
    return this.hosts.find(({ name }) => name === found?.name) ?? null;
  }

  primary(): Promise<Host> {
    return this.theOne('leader');
  }

  synchronousStandby(): Promise<Host> {
    return this.theOne('sync_standby');
  }

  private async theOne(role: string): Promise<Host> {
    for (const limit = Date.now() + START_MS; Date.now() < limit; await pause(200)) {
      const host = await this.withRole(role);
      if (host) return host;
    }
    throw new Error(`the database had no ${role} within ${START_MS} ms`);
  }

  memberOn(host: Host): Member {
    return this.members.find((member) => member.host === host)!;
  }

  unmount(): void {
    for (const { disk } of this.members) spawnSync('umount', ['-l', disk]);
  }

  /**
   * Waits until every member runs, one of them as the synchronous standby. A standby that can't start any more is copied again from the
   * primary, as an operator would: where etcd is killed during pg_rewind, the standby waits for WAL that no timeline has.
   */
  async whole(limit_ms = WHOLE_MS): Promise<void> {
    let status: Status | null = null;
    const copied = new Set<string>();
    for (const began = Date.now(); Date.now() < began + limit_ms; await pause(300)) {
      status = await this.status();
      const running = status?.members.filter(isRunning) ?? [];
      const roles = running.map(({ role }) => role);
      if (roles.length === this.members.length && roles.includes('leader') && roles.includes('sync_standby')) return;
      if (Date.now() < began + COPY_AFTER_MS || !roles.includes('leader')) continue;
      for (const { name } of status!.members.filter((member) => !isRunning(member) && !copied.has(member.name))) {
        copied.add(name);
        await this.copyAgain(name);
      }
    }
    throw new Error(`the database was not whole within ${limit_ms} ms: ${JSON.stringify(status?.members)}`);
  }

  /** As `patronictl reinit --force` does. */
  private async copyAgain(name: string): Promise<void> {
    const { address } = this.hosts.find((host) => host.name === name)!;
    const body = JSON.stringify({ force: true });
    const answer = await fetch(`http://${address}:8008/reinitialize`, { method: 'POST', body }).catch(() => null);
    console.log(`  ${name} can't start and is copied again: ${answer === null ? 'no answer' : await answer.text()}`);
  }

  /** Makes the synchronous standby the primary, as `patronictl switchover` does. */
  async switchOver(): Promise<void> {
    let refusal = '';
    // Between the question which standby is synchronous and this request it may have become the other one.
    for (const limit = Date.now() + SWITCH_MS; Date.now() < limit; await pause(500)) {
      const [primary, standby] = [await this.primary(), await this.synchronousStandby()];
      const answer = await fetch(`http://${primary.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name, candidate: standby.name }),
      });
      if (answer.ok) return;
      refusal = await answer.text();
    }
    throw new Error(`the switchover was refused: ${refusal}`);
  }

  /** Waits until the primary acknowledges a commit, as its synchronous standby must too. */
  async writable(limit_ms: number): Promise<void> {
    let reason: unknown = null;
    for (const end = Date.now() + limit_ms; Date.now() < end; await pause(300))
      try {
        await this.query("select pg_logical_emit_message(true, 'probe', '')");
        return;
      } catch (error) {
        reason = error;
      }
    throw new Error(`the database took no write within ${limit_ms} ms: ${(reason as Error).message}`);
  }

  async query(text: string): Promise<void> {
    const { address } = await this.primary();
    const connectionString = `postgres://postgres@${address}:5432/postgres`;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000, query_timeout: QUERY_MS });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
