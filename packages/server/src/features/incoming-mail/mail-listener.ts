// The socket that receives mail, by SMTP or LMTP. It relays nothing: a recipient is an address of a channel, or is refused. [IC2]
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { largestOf } from '../../kit/collections/largest-of.ts';
import { nameOfPeer } from '../../kit/http/callers/client-address.ts';
import { listenError } from '../../kit/http/server.ts';
import type { Component } from '../../kit/lifecycle/lifecycle.ts';
import type { Certificate } from '../../kit/tls/certificate.ts';
import type { IncomingMailSettings } from './incoming-mail-settings.ts';
import {
  COMMANDS_WITHOUT_MAIL_MAX,
  CONNECTIONS_EACH_MAX,
  CONNECTIONS_MAX,
  ENDING_MS,
  IDLE_MS,
  MAIL_BYTES_MAX,
  RECIPIENTS_MAX,
  SESSION_MS,
  STOP_MS,
} from './mail-limits.ts';
import type { MailReceiver, Reply } from './mail-receiver.ts';
import { MailRefusal } from './mail-refusals.ts';
import type { MailRecipient } from './recipients.queries.ts';

export interface MailListenerOptions extends Omit<IncomingMailSettings, 'domain'> {
  /** Other processes listen on the port too. */
  readonly shares_port: boolean;
  /** The name of the server in its greeting. */
  readonly name: string;
  /** For STARTTLS, which is offered with it only. */
  readonly certificate: Pick<Certificate, 'key' | 'chain'> | null;
}

interface Session {
  readonly client: string;
  readonly timer: ReturnType<typeof setTimeout>;
  /** The recipients of the mail that is being sent, keyed by address as it was named. */
  readonly recipients: Map<string, MailRecipient>;
  /** How many it sent since the connection began, or its last mail was posted. */
  commands: number;
}

type Done = (error?: Error | null) => void;

export class MailListener implements Component {
  private readonly sessions = new Map<string, Session>();
  private readonly connections_of = new Map<string, number>();
  private readonly server: SMTPServer;

  constructor(
    private readonly receiver: MailReceiver,
    private readonly options: MailListenerOptions,
    report: (error: unknown) => void,
  ) {
    const { protocol, name, certificate } = options;
    this.server = new SMTPServer({
      name,
      banner: 'Stoa',
      lmtp: protocol === 'lmtp',
      size: MAIL_BYTES_MAX,
      // One more is greeted: whose connection ends for it is decided then. [IC890]
      maxClients: CONNECTIONS_MAX + CONNECTIONS_EACH_MAX,
      maxRecipients: RECIPIENTS_MAX,
      socketTimeout: options.idle_ms ?? IDLE_MS,
      closeTimeout: STOP_MS,
      disableReverseLookup: true,
      disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      hideSMTPUTF8: true,
      logger: false,
      ...(certificate ? { key: certificate.key, cert: certificate.chain } : {}),
      onConnect: (session, done) => this.connect(session, done),
      onClose: (session) => this.forget(session),
      onMailFrom: (_from, session, done) => {
        this.sessions.get(session.id)?.recipients.clear();
        done();
      },
      onRcptTo: ({ address }, session, done) => void this.addRecipient(address, session, done),
      onData: (stream, session, done) => void this.receive(stream, session, done),
    });
    // A client that was told to go may go on sending, and is read until it has gone. [IC890]
    this.server.server.on('connection', (socket: Socket) => {
      socket.once('finish', () => setTimeout(() => socket.destroy(), ENDING_MS).unref());
    });
    // Errors of single connections: clients that reset them, or speak no TLS.
    this.server.on('error', (error: Error & { syscall?: string }) => {
      if (error.syscall === 'accept') report(error);
    });
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sessions.size;
  }

  start(): Promise<void> {
    const { host, port, shares_port } = this.options;
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown) => reject(listenError(error, host, port));
      this.server.server.once('error', refuse);
      this.server.server.listen({ host, port, reusePort: shares_port }, () => {
        this.server.server.off('error', refuse);
        resolve();
      });
    });
  }

  /** Mails that are being sent may be finished; other connections end at once. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const connection of [...this.server.connections]) {
      if (!this.sessions.get(connection.id)?.recipients.size) connection.send(421, '4.3.2 The server stops');
    }
    await closed;
    this.receiver.close();
  }

  /** For connections from now on. */
  useCertificate({ key, chain }: Pick<Certificate, 'key' | 'chain'>): void {
    this.server.updateSecureContext({ key, cert: chain });
  }

  private connect({ id, remoteAddress }: SMTPServerSession, done: Done): void {
    const client = nameOfPeer(remoteAddress);
    const others = this.connections_of.get(client) ?? 0;
    if (others >= CONNECTIONS_EACH_MAX || !this.receiver.takeCommand(client) || !this.makeRoom(others)) {
      done(new MailRefusal(421, '4.7.0 Too many connections from here', 'too_many'));
      return;
    }
    this.connections_of.set(client, others + 1);
    const timer = setTimeout(
      () => this.end(id, '4.4.2 The connection took too long'),
      this.options.session_ms ?? SESSION_MS,
    );
    timer.unref();
    const session = { client, timer, recipients: new Map(), commands: 0 };
    this.sessions.set(id, session);
    this.countCommands(id, session);
    done();
  }

  /** Ends the oldest connection of the client with the most, for a client that has `others`; false if none has more. [IC890] */
  private makeRoom(others: number): boolean {
    if (this.sessions.size < CONNECTIONS_MAX) return true;
    const [hog, most] = largestOf(this.connections_of);
    const oldest = [...this.sessions].find(([, { client }]) => client === hog);
    if (most <= others + 1 || !oldest) return false;
    this.end(oldest[0], '4.7.0 Others wait for a connection');
    this.forget({ id: oldest[0] });
    return true;
  }

  /** The library asks us about some commands only; those that do nothing cost time too. [IC890] */
  private countCommands(id: string, session: Session): void {
    const connection = this.connectionOf(id);
    if (!connection) return;
    const handle = connection._onCommand.bind(connection);
    connection._onCommand = (command, next) => {
      session.commands += 1;
      if (session.commands <= COMMANDS_WITHOUT_MAIL_MAX && this.receiver.takeCommand(session.client))
        handle(command, next);
      else connection.send(421, '4.7.0 Too many commands');
    };
  }

  private end(id: string, reason: string): void {
    this.connectionOf(id)?.send(421, reason);
  }

  private close(id: string): void {
    this.connectionOf(id)?.close();
  }

  private connectionOf(id: string) {
    return [...this.server.connections].find((connection) => connection.id === id);
  }

  private forget({ id }: Pick<SMTPServerSession, 'id'>): void {
    const session = this.sessions.get(id);
    if (!session) return;
    const { client, timer } = session;
    clearTimeout(timer);
    this.sessions.delete(id);
    const left = this.connections_of.get(client)! - 1;
    if (left === 0) this.connections_of.delete(client);
    else this.connections_of.set(client, left);
  }

  private async addRecipient(address: string, { id }: SMTPServerSession, done: Done): Promise<void> {
    const session = this.sessions.get(id);
    // The client has gone.
    if (!session) return;
    try {
      session.recipients.set(address.toLowerCase(), await this.receiver.accept(address, session.client));
      done();
    } catch (error) {
      done(error as MailRefusal);
    }
  }

  private async receive(
    stream: SMTPServerDataStream,
    { id, envelope }: SMTPServerSession,
    done: (error: Error | null, replies?: (string | Error)[] | string) => void,
  ): Promise<void> {
    const session = this.sessions.get(id)!;
    const { client, recipients } = session;
    const named = envelope.rcptTo.map(({ address }) => recipients.get(address.toLowerCase())!);
    const replies = await this.receiver.receive(stream, named, client);
    recipients.clear();
    if (replies.includes(null)) session.commands = 0;
    // Its rest would still be taken apart.
    if (stream.destroyed && !stream.readableEnded) setImmediate(() => this.close(id));
    if (this.options.protocol === 'lmtp')
      done(
        null,
        replies.map((reply) => reply ?? POSTED),
      );
    else {
      // One reply for all: with a temporary one the mail comes again, and is not posted twice.
      const worst = worstOf(replies);
      if (worst) done(worst);
      else done(null, POSTED);
    }
  }
}

const POSTED = '2.6.0 Posted';

/** A temporary one before a permanent one. */
function worstOf(replies: readonly Reply[]): MailRefusal | null {
  const refusals = replies.filter((reply) => reply !== null);
  return refusals.find(({ responseCode }) => responseCode < 500) ?? refusals[0] ?? null;
}
