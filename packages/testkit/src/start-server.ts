// The real app on a real port with its own data and a recorder. Does not know the accounts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@stoa/sdk';
import { type App, type AppOptions, startApp } from '../../server/src/app.ts';
import { mailSettings, parseSender, parseSmtpUrl } from '../../server/src/delivery/mail/mail-settings.ts';
import type { CallSettings } from '../../server/src/features/calls/call-settings.ts';
import type { DirectorySettings } from '../../server/src/features/directory/directory-settings.ts';
import type { IncomingMailSettings } from '../../server/src/features/incoming-mail/incoming-mail-settings.ts';
import { createOrganization } from '../../server/src/features/setup/organizations.actions.ts';
import type { SignOnSettings } from '../../server/src/features/single-sign-on/sign-on-settings.ts';
import type { Realm } from '../../server/src/kit/access/actor.ts';
import { LONG_READS, type LongReadLimits } from '../../server/src/kit/database/long-reads.ts';
import type { S3Options } from '../../server/src/kit/files/s3-bucket.ts';
import type { CapChoices } from '../../server/src/kit/limits/caps.ts';
import type { RateLimitRules } from '../../server/src/kit/limits/rate-limits.ts';
import { type AddressRange, parseRanges } from '../../server/src/kit/outbound/outbound-addresses.ts';
import { type Cast, hashOnce, makeCast, newcomer, type Person } from './cast.ts';
import { BOUNCER_ORG, FakeBouncer } from './fake-bouncer.ts';
import { Recorder } from './record.ts';
import { JWT_KEY } from './signed-token.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

/** Tests write like people in a browser: their messages are marked as read for the sender. [MS38] */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (tests)' };

export interface TestServerOptions {
  /** Where uploaded files are stored; the data directory by default. */
  files?: S3Options;
  /** The video call services. */
  calls?: CallSettings;
  /** The identity provider of single sign-on; none by default. */
  sign_on?: SignOnSettings;
  /** The directory (LDAP) whose passwords count; none by default. */
  ldap?: DirectorySettings;
  /** Enables features of development servers. */
  dev?: boolean;
  heartbeat_ms?: number;
  /** The URL of an SMTP server. Without one, only development servers create mail, and keep it in files. */
  smtp_url?: string;
  invitations_per_day?: number;
  /** None by default. */
  rate_limits?: RateLimitRules;
  trusted_proxies?: readonly AddressRange[];
  /** Caps that differ from the defaults; read at each write. */
  caps?: CapChoices;
  /** Who may read metrics. */
  metrics?: AppOptions['metrics'];
  /** Where traces go. */
  traces?: AppOptions['traces'];
  /** Private addresses that the server may call, such as `127.0.0.1`. */
  outbound_allow?: string;
  /** False for a server that fetches no pages that messages link to. */
  link_previews?: boolean;
  /** Private addresses that browser push services may have. */
  web_push_allow?: string;
  /** Limits of long reads that differ from the defaults. */
  long_reads?: Partial<LongReadLimits>;
  /** Like a development server: responds at loopback host names only. */
  loopback_only?: boolean;
  /** False for a server that accepts no tokens of other sites. */
  jwt?: boolean;
  /** Receives mail at a free port of this machine; `domain`: of all addresses. */
  incoming_mail?: Partial<Omit<IncomingMailSettings, 'host' | 'port'>>;
  /** Turns off the Model Context Protocol. */
  no_mcp?: boolean;
  /** False for a server without a push service. */
  push?: boolean;
  /** Allows the server to report failures without failing the test, for tests that cause them. */
  failures_expected?: boolean;
}

export interface Organization {
  readonly realm: Realm;
  readonly owner: Person;
  /** Creates the cast once; later calls return the same people. */
  cast(): Promise<Cast>;
  /** A client of this organization with any credentials, or of a spectator. */
  client(email?: string, api_key?: string): Client;
}

export interface TestNode {
  readonly app: App;
  /** A person's client that calls this node. */
  as(person: Person): Client;
  stop(): Promise<void>;
}

export interface TestServer extends Organization {
  readonly app: App;
  readonly url: string;
  readonly data: string;
  readonly clock: TestClock;
  readonly recorder: Recorder;
  /** The server's push service. */
  readonly bouncer: FakeBouncer;
  /** Another process on the same data, as far as clients can tell. PostgreSQL only. */
  startNode(): Promise<TestNode>;
  /** Another organization on the same server, at its own host name. */
  organization(host: string, protocol?: 'http:' | 'https:'): Promise<Organization>;
  /** Stops the app and starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Throws if a response was undeclared or the server reported a failure. */
  stop(): Promise<void>;
}

export const OWNER = { email: 'ada@stoa.example', full_name: 'Ada Owner', password: 'ada counts to eleven' };

interface ServerParts extends Pick<TestServer, 'data' | 'clock' | 'recorder' | 'bouncer'> {
  readonly database: AppOptions['database'];
}

function appOptions(
  options: TestServerOptions,
  { data, database, clock, recorder, bouncer }: ServerParts,
): Omit<AppOptions, 'port'> {
  return {
    data,
    database,
    host: '127.0.0.1',
    dev: options.dev ?? false,
    loopback_only: options.loopback_only ?? false,
    // As in production: the recorder checks every response, as clients receive it.
    checking: 'some',
    rate_limits: options.rate_limits ?? null,
    trusted_proxies: options.trusted_proxies,
    caps: options.caps,
    metrics: options.metrics,
    traces: options.traces,
    files: options.files ?? null,
    jwt: options.jwt === false ? null : { key: JWT_KEY, issuer: null },
    clock,
    heartbeat_ms: options.heartbeat_ms,
    long_reads: { ...LONG_READS, ...options.long_reads },
    sign_on: options.sign_on ?? null,
    ldap: options.ldap ?? null,
    calls: options.calls,
    outbound_allow: parseRanges(options.outbound_allow ?? ''),
    no_link_previews: options.link_previews === false,
    no_mcp: options.no_mcp,
    incoming_mail: options.incoming_mail
      ? { protocol: 'smtp', domain: null, ...options.incoming_mail, host: '127.0.0.1', port: 0 }
      : null,
    web_push_allow: parseRanges(options.web_push_allow ?? ''),
    mail: mailSettings({
      smtp_url: options.smtp_url === undefined ? undefined : parseSmtpUrl(options.smtp_url),
      mail_from: parseSender('stoa@mail.example'),
      dev_directory: options.dev ? data : null,
    }),
    invitations_per_day: options.invitations_per_day,
    push: options.push === false ? null : { url: bouncer.url, ...BOUNCER_ORG, timeout_ms: 2000 },
    report: recorder.report,
    observe: recorder.observe,
  };
}

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-test-'));
  const database = await createTestDatabase({ data });
  const clock = new TestClock();
  const recorder = new Recorder();
  const bouncer = new FakeBouncer();
  const base = appOptions(options, { data, database: database.url, clock, recorder, bouncer });
  const start = (port: number) => startApp({ ...base, port });
  let app = await start(0);
  const { url, port } = app;

  async function organize(name: string, address: string, host: string | null): Promise<Organization> {
    const { realm, owner: made } = await createOrganization(app.writer, {
      name,
      url: address,
      owner: { email: OWNER.email, full_name: OWNER.full_name, password_hash: await hashOnce(OWNER.password) },
    });
    // The host name of a request selects the organization.
    const client = (email?: string, api_key?: string) =>
      createClient({
        site: url,
        email,
        api_key,
        fetch: (to, init) =>
          fetch(to, { ...init, headers: { ...BROWSER, ...init.headers, ...(host === null ? {} : { host }) } }),
      });
    const owner = newcomer({ app, client }, { ...OWNER, user_id: made.user_id });
    let cast: Promise<Cast> | null = null;
    return {
      realm,
      owner,
      client,
      cast: () => {
        cast ??= makeCast({ app, realm, owner, client });
        return cast;
      },
    };
  }

  const first = await organize('Stoa', url, null);
  return {
    ...first,
    get app() {
      return app;
    },
    url,
    data,
    clock,
    recorder,
    bouncer,
    async startNode() {
      const node = await start(0);
      return {
        app: node,
        as: ({ email, api_key }) => createClient({ site: node.url, email, api_key }),
        stop: () => node.stop(),
      };
    },
    organization: (host, protocol = 'http:') => organize(host, `${protocol}//${host}`, host),
    async restart() {
      await app.stop();
      app = await start(port);
    },
    async stop() {
      await app.stop();
      await bouncer.stop();
      await recorder.flush();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
      if (recorder.violations.length > 0 && !options.failures_expected)
        throw new Error(`the server did what it must not:\n${recorder.violations.join('\n')}`);
    },
  };
}
