// What nodes share besides the database: the load balancer, as docs/operate/nodes.md has it, and the S3 store.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documented } from '../documented.ts';
import { pause } from '../faults/load.ts';
import { Host } from './hosts.ts';

const START_MS = 20_000;
const BALANCER_PORT = 8080;
const S3_PORT = 7070;
export const NODE_PORT = 8100;

async function answering(url: string, expected = (_: Response) => true): Promise<void> {
  for (const limit = Date.now() + START_MS; Date.now() < limit; await pause(100)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null);
    if (answer && expected(answer)) return;
  }
  throw new Error(`${url} did not answer within ${START_MS} ms`);
}

export class Balancer {
  readonly host = new Host('balancer', 31);
  private readonly file: string;
  private readonly log: string;

  constructor(scratch: string, nodes: readonly Host[]) {
    this.file = join(scratch, 'haproxy.cfg');
    this.log = join(scratch, 'haproxy.log');
    const front = documented('proxies.md')
      .block('default_backend', [
        ['bind :443 ssl crt /etc/ssl/chat.example.com.pem alpn h2,http/1.1', `bind :${BALANCER_PORT}`],
        ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
      ])
      .replace(/^backend[\s\S]*/m, '');
    const backend = documented('nodes.md')
      .block('balance leastconn', [])
      .replace(/^ {2}server .*\n/gm, '');
    const servers = nodes.map(({ name, address }) => `  server ${name} ${address}:${NODE_PORT}\n`);
    writeFileSync(this.file, front + backend + servers.join(''));
  }

  get url(): string {
    return `http://${this.host.address}:${BALANCER_PORT}`;
  }

  async start(): Promise<void> {
    this.host.run(['haproxy', '-db', '-f', this.file], { log: this.log });
    await answering(this.url);
  }

  /** Waits until it has a node that is ready. */
  ready(): Promise<void> {
    return answering(`${this.url}/ready`, ({ ok }) => ok);
  }
}

export class S3Store {
  readonly host = new Host('files', 41);
  readonly env: Readonly<Record<string, string>>;

  constructor(private readonly scratch: string) {
    for (const directory of ['files/stoa', 'metadata-of-files'])
      mkdirSync(join(scratch, directory), { recursive: true });
    this.env = {
      STOA_S3_ENDPOINT: `http://${this.host.address}:${S3_PORT}`,
      STOA_S3_BUCKET: 'stoa',
      STOA_S3_ACCESS_KEY_ID: 'cluster',
      STOA_S3_SECRET_ACCESS_KEY: 'only-for-this-run',
    };
  }

  async start(): Promise<void> {
    const program = process.env.VERSITYGW ?? 'versitygw';
    const keys = ['--access', this.env.STOA_S3_ACCESS_KEY_ID!, '--secret', this.env.STOA_S3_SECRET_ACCESS_KEY!];
    const place = ['posix', '--sidecar', join(this.scratch, 'metadata-of-files'), join(this.scratch, 'files')];
    const listen = ['--port', `${this.host.address}:${S3_PORT}`];
    this.host.run([program, ...keys, ...listen, ...place], { log: join(this.scratch, 's3.log') });
    await answering(this.env.STOA_S3_ENDPOINT!);
  }
}
