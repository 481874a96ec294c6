// One connection to the directory: LDAP by its library on a socket of ours, bounded in time and size. Follows no referrals.
// https://www.rfc-editor.org/rfc/rfc4511, https://www.rfc-editor.org/rfc/rfc4513
import { readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Entry, type Filter, NoSuchObjectError, ResultCodeError } from 'ldapts';
import { withTimeLimit } from '../../kit/time/time-limit.ts';
import { AnswerMemory, CheckedSocket } from './checked-socket.ts';
import type { DirectorySettings } from './directory-settings.ts';

/** For each step: connecting, encrypting, each question. [LD6] */
const STEP_MS = 5000;
/** Directories refuse larger pages than they were configured for. */
const PAGE_SIZE = 100;
/** Results that refuse somebody; directories say some of them for locked accounts, and for entries without a password. */
const REFUSING = new Set([19, 32, 48, 49, 50, 53]);
const STARTTLS = '1.3.6.1.4.1.1466.20037';

/** The operator's mistake, not that of somebody who signs in. */
export class WrongBindPassword extends Error {
  override readonly name = 'WrongBindPassword';
  override readonly message = 'the directory refuses ldap_bind_dn or its password';
}

export interface Question {
  readonly base_dn: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
}

export class DirectoryConnection {
  private readonly socket: CheckedSocket;
  private readonly client: Client;

  private constructor(socket: Socket, memory: AnswerMemory) {
    this.socket = new CheckedSocket(socket, memory);
    this.client = clientOn(this.socket);
  }

  static async open(settings: DirectorySettings, memory = new AnswerMemory()): Promise<DirectoryConnection> {
    return new DirectoryConnection(await openSocket(settings, memory), memory);
  }

  /** Proves who we are, or throws. */
  async bind(dn: string, password: string): Promise<void> {
    if (!(await this.accepts(dn, password))) throw new WrongBindPassword();
  }

  /** Whether it is the password of the entry. */
  async accepts(dn: string, password: string): Promise<boolean> {
    // A directory takes either of these as anonymous, and says that it worked. [LD4]
    if (dn.trim() === '' || password === '') return false;
    try {
      await this.ask(() => this.client.bind(dn, password));
      return true;
    } catch (error) {
      if (error instanceof ResultCodeError && REFUSING.has(error.code)) return false;
      throw error;
    }
  }

  /** At most `limit` entries. */
  async search({ base_dn, ...question }: Question, limit: number): Promise<Entry[]> {
    const options = { ...optionsOf(question), sizeLimit: limit };
    return (await this.ask(() => this.client.search(base_dn, options))).searchEntries;
  }

  /** Whether an entry exists. */
  async has(dn: string): Promise<boolean> {
    const options = { scope: 'base' as const, attributes: ['objectClass'], sizeLimit: 1 };
    try {
      return (await this.ask(() => this.client.search(dn, options))).searchEntries.length === 1;
    } catch (error) {
      if (error instanceof NoSuchObjectError) return false;
      throw error;
    }
  }

  /** All entries, a page at a time. */
  async *list({ base_dn, ...question }: Question): AsyncGenerator<Entry[]> {
    const pages = this.client.searchPaginated(base_dn, { ...optionsOf(question), paged: { pageSize: PAGE_SIZE } });
    for (;;) {
      const { done, value } = await this.ask(() => pages.next());
      if (done) return;
      yield value.searchEntries;
    }
  }

  close(): void {
    // The directory learns of it, but need not agree.
    this.client.unbind().catch(() => {});
    setTimeout(() => this.socket.destroy(), STEP_MS).unref();
  }

  /** Ends what waits for a response. */
  destroy(): void {
    this.socket.destroy();
  }

  /** A connection that ended does not open another one, which would have neither encryption nor limits. */
  private ask<T>(question: () => Promise<T>): Promise<T> {
    if (this.socket.destroyed) throw new Error('the directory closed the connection');
    this.socket.restart();
    return withTimeLimit(question(), STEP_MS + 1000, () => new Error('the directory did not answer in time'));
  }
}

const optionsOf = ({ filter, attributes }: Omit<Question, 'base_dn'>) => ({
  filter,
  attributes: [...attributes],
  explicitBufferAttributes: ['objectGUID'],
  timeLimit: STEP_MS / 1000,
});

/** Our sockets are connected already; the address is never used. */
function clientOn(socket: CheckedSocket): Client {
  const createConnection = (() => socket) as unknown as typeof connectPlain;
  return new Client({ url: 'ldap://directory', timeout: STEP_MS, createConnection });
}

async function openSocket(settings: DirectorySettings, memory: AnswerMemory): Promise<Socket> {
  const { host, port, encryption } = settings;
  if (encryption === 'tls') return opened(connectTls({ host, port, ...(await trustOf(settings)) }), 'secureConnect');
  const socket = await opened(connectPlain({ host, port }), 'connect');
  return encryption === 'none' ? socket : encrypt(socket, settings, memory);
}

async function encrypt(socket: Socket, settings: DirectorySettings, memory: AnswerMemory): Promise<TLSSocket> {
  try {
    const trust = await trustOf(settings);
    const plain = new CheckedSocket(socket, memory);
    await withTimeLimit(
      clientOn(plain).exop(STARTTLS),
      STEP_MS,
      () => new Error('the directory did not answer in time'),
    );
    // The client of the encrypted connection is another one: to the same client, as the library's own `startTLS` has it, what came
    // unencrypted would be the beginning of the next response. [LD14]
    for (const event of ['data', 'end', 'close', 'timeout', 'error']) socket.removeAllListeners(event);
    memory.release(plain);
    return await opened(connectTls({ socket, host: settings.host, ...trust }), 'secureConnect');
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Names are checked against the certificate, as are addresses. */
async function trustOf({ host, ca_file }: DirectorySettings) {
  return {
    ...(ca_file === null ? {} : { ca: await readFile(ca_file, 'utf8') }),
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: true,
  };
}

async function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closed = () => reject(new Error('the directory closed the connection'));
  socket
    .once(event as 'connect', resolve)
    .once('error', reject)
    .once('close', closed);
  try {
    await withTimeLimit(promise, STEP_MS, () => new Error('the directory did not answer in time'));
    socket.off('close', closed);
    return socket;
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    throw error;
  }
}
