// Takes mail in: which addresses it accepts, and what becomes of a mail. Knows no protocol.
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { accountable } from '../../kit/access/actor.ts';
import { RequestLimit } from '../../kit/limits/rate-limits.ts';
import { FairPool, PoolFull } from '../../kit/scheduling/fair-pool.ts';
import type { Services } from '../../slice/services.ts';
import { COMMANDS, GUESSES, MAIL_BYTES_MAX, PIECES_MAX, RECEIVING } from './mail-limits.ts';
import {
  busy,
  connectionLost,
  isAutomaticReply,
  isLooping,
  type MailOutcome,
  MailRefusal,
  refusalOf,
  tooLarge,
  tooManyGuesses,
  unknownAddress,
  unreadable,
} from './mail-refusals.ts';
import { MailProcesses } from './parsing/mail-processes.ts';
import { ATTACHMENTS_MAX, attachmentPath, type MailContent, type MailTask } from './parsing/mail-task.ts';
import { type PostingServices, postMail } from './posting.actions.ts';
import { checkDomain, getRecipient, hasOption, type MailRecipient, readAddress } from './recipients.queries.ts';

export interface ReceiverServices extends PostingServices, Pick<Services, 'limits' | 'report' | 'logs' | 'incoming'> {
  /** Counts each recipient of each mail once. */
  onMail(outcome: MailOutcome): void;
  /** How long a mail took, from its first line to the reply, whatever became of it. */
  onReceived?(duration_ms: number): void;
}

/** A mail as it arrives: it fails if the connection is lost before its end. */
export type ArrivingMail = AsyncIterable<Buffer> & { readonly sizeExceeded: boolean };

/** The response for one recipient of a mail; null: it is in the channel. */
export type Reply = MailRefusal | null;

export class MailReceiver {
  private readonly processes = new MailProcesses();
  private readonly receiving = new FairPool<string>(RECEIVING);
  private readonly guesses: RequestLimit;
  private readonly commands: RequestLimit;

  constructor(private readonly services: ReceiverServices) {
    this.guesses = new RequestLimit(GUESSES, services.clock);
    this.commands = new RequestLimit(COMMANDS, services.clock);
  }

  /** Counts a command or a connection of a client; false if there were too many. [IC890] */
  takeCommand(client: string): boolean {
    return this.commands.takeIfRoom(client);
  }

  /** The recipient that an address names, counted as a request of who made it. `client`: whose guesses count together. */
  async accept(address: string, client: string): Promise<MailRecipient> {
    const { services } = this;
    try {
      const named = readAddress(address);
      if (!named) throw unknownAddress();
      const recipient = await this.lookUp(named, client);
      services.limits?.takeForActor(recipient.creator);
      return recipient;
    } catch (error) {
      throw this.refused(error);
    }
  }

  /** The replies, in the order of the recipients. */
  async receive(mail: ArrivingMail, recipients: readonly MailRecipient[], client: string): Promise<Reply[]> {
    const { incoming, report, onReceived } = this.services;
    const path = incoming.path();
    const begun = performance.now();
    try {
      return await this.receiving.run(client, async () => {
        const spooled = await spool(mail, path);
        const picture_url = `https://${randomBytes(16).toString('hex')}.invalid/`;
        const task = { path, files: path, picture_url, bodies: recipients.map(bodyOptions) };
        const content = await this.read(task, recipients[0]!);
        return await this.post(recipients, { content, picture_url, ...spooled });
      });
    } catch (error) {
      const refusal = error instanceof PoolFull ? busy() : error;
      return recipients.map(() => this.refused(refusal));
    } finally {
      onReceived?.(performance.now() - begun);
      await Promise.all(filesOf(path).map((file) => incoming.discard(file))).catch(report);
    }
  }

  close(): void {
    this.receiving.clear();
    this.processes.close();
  }

  private async lookUp(named: NonNullable<ReturnType<typeof readAddress>>, client: string): Promise<MailRecipient> {
    const { store, domain } = this.services;
    if (!this.guesses.hasRoom(client)) throw tooManyGuesses();
    try {
      const recipient = await store.snapshot((db) => getRecipient(db, this.services, named.read));
      checkDomain(recipient, named.domain, domain);
      return recipient;
    } catch (error) {
      if (error instanceof MailRefusal && error.outcome === 'unknown_address') this.guesses.take(client);
      throw error;
    }
  }

  private async read(task: MailTask, { creator }: MailRecipient): Promise<MailContent> {
    const content = await this.processes.read(accountable(creator), task);
    if (content === 'unreadable') throw unreadable();
    if (content === 'not_done') throw busy();
    if (content.is_looping) throw isLooping();
    if (content.is_automatic_reply) throw isAutomaticReply();
    return content;
  }

  private async post(recipients: readonly MailRecipient[], { content, ...mail }: ReadMail): Promise<Reply[]> {
    const { services } = this;
    const replies: Reply[] = [];
    for (const [at, recipient] of recipients.entries()) {
      try {
        const posting = { recipient, mail: content, body: content.bodies[at]!, ...mail };
        const is_new = await postMail(services, posting);
        services.onMail(is_new ? 'accepted' : 'repeated');
        const { realm_id, stream_id } = recipient.address;
        const fields = { realm_id, stream_id, bytes: mail.bytes, attachments: content.attachments.length };
        services.logs.of('server').info(fields, is_new ? 'mail posted' : 'mail had been posted before');
        replies.push(null);
      } catch (error) {
        replies.push(this.refused(error));
      }
    }
    return replies;
  }

  private refused(error: unknown): MailRefusal {
    const { report, logs, onMail } = this.services;
    const refusal = refusalOf(error, report);
    const { outcome, responseCode } = refusal;
    onMail(outcome);
    const log = logs.of('server');
    // Whoever tries names fills no log.
    if (outcome === 'unknown_address') log.debug({ outcome, code: responseCode }, 'mail refused');
    else log.info({ outcome, code: responseCode }, 'mail refused');
    return refusal;
  }
}

/** The size of a write to the file. */
const WRITE_BYTES = 64 * 1024;

interface Spooled {
  readonly raw_digest: string;
  readonly bytes: number;
}
interface ReadMail extends Spooled {
  readonly content: MailContent;
  readonly picture_url: string;
}

/** A mail, and what the process that reads it may have written. */
const filesOf = (path: string): string[] => [
  path,
  ...Array.from({ length: ATTACHMENTS_MAX }, (_, at) => attachmentPath(path, at)),
];

const bodyOptions = (recipient: MailRecipient) => ({
  quotes: hasOption(recipient, 'include-quotes'),
  footers: hasOption(recipient, 'include-footers'),
  html: hasOption(recipient, 'prefer-html'),
});

/** Writes a mail to a file. What is too large is read to its end, because only then is there a reply. */
async function spool(mail: ArrivingMail, path: string): Promise<Spooled> {
  const hash = createHash('sha256');
  let bytes = 0;
  let pieces = 0;
  const file = await open(path, 'wx', 0o600);
  // A line that begins with a dot ends a piece, so there may be millions of two bytes.
  const waiting = Buffer.allocUnsafe(WRITE_BYTES);
  let used = 0;
  const flush = async () => {
    const filled = waiting.subarray(0, used);
    used = 0;
    hash.update(filled);
    await file.writeFile(filled);
  };
  try {
    for await (const chunk of untilLost(mail)) {
      bytes += chunk.length;
      if (++pieces > PIECES_MAX) throw unreadable();
      if (bytes > MAIL_BYTES_MAX) continue;
      for (let at = 0; at < chunk.length; at += WRITE_BYTES) {
        const part = chunk.subarray(at, at + WRITE_BYTES);
        if (used + part.length > WRITE_BYTES) await flush();
        used += part.copy(waiting, used);
      }
    }
    await flush();
  } finally {
    await file.close();
  }
  if (bytes > MAIL_BYTES_MAX || mail.sizeExceeded) throw tooLarge(MAIL_BYTES_MAX);
  return { raw_digest: hash.digest('base64url'), bytes };
}

async function* untilLost(mail: ArrivingMail): AsyncGenerator<Buffer> {
  try {
    yield* mail;
  } catch {
    throw connectionLost();
  }
}
