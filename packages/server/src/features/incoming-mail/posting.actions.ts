// Posts a mail to a channel: its attachments become uploads of who made the address, its text a message. Once for each mail, however often
// it arrives. [IC5]
import { createHmac } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { ApiError } from '@stoa/contract';
import { findTopicsPolicy } from '../../conversation/access/sending-permissions.queries.ts';
import { checkSpace } from '../../conversation/attachments/space.queries.ts';
import { uploadUrl } from '../../conversation/attachments/thumbnails.rules.ts';
import { destinationOf, senderOf } from '../../conversation/messages/destination.actions.ts';
import { checkMentions } from '../../conversation/messages/mentions.queries.ts';
import { createMessage } from '../../conversation/messages/messages.actions.ts';
import { type RenderedContent, settleContent } from '../../conversation/messages/rendering.queries.ts';
import { prepareMessage } from '../../conversation/messages/sending.actions.ts';
import { widgetOf } from '../../conversation/messages/submessages.rules.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { accountable } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { originOf } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { Services } from '../../slice/services.ts';
import { createAttachment, type StoredUpload, storeUpload } from '../uploads/uploads.actions.ts';
import { composeMessage } from './composition.rules.ts';
import { mailTexts } from './mail-texts.rules.ts';
import type { MailAttachment, MailContent } from './parsing/mail-task.ts';
import { getRecipient, hasOption, type MailRecipient, type RecipientServices } from './recipients.queries.ts';

/** The client name of the messages. */
const CLIENT = 'Incoming mail';
/** A space: no header of a request can have such a key. */
const KEY_PREFIX = 'mail ';
const ENDPOINT = 'incoming mail';

export interface PostingServices
  extends RecipientServices,
    Pick<Services, 'store' | 'writer' | 'clock' | 'files' | 'idempotency'> {
  /** The key of the digests that recognize a mail. */
  readonly secret: string;
}

export interface MailToPost {
  readonly recipient: MailRecipient;
  readonly mail: MailContent;
  readonly body: string;
  readonly picture_url: string;
  /** Recognizes a mail without an id of its own, with the way that it took. */
  readonly raw_digest: string;
}

/** False if it was posted before. */
export async function postMail(services: PostingServices, posting: MailToPost): Promise<boolean> {
  const { store, writer, clock, idempotency } = services;
  const { creator, realm } = posting.recipient;
  const attempt = attemptOf(services.secret, posting);
  if (await idempotency.find(store.db, clock.now(), attempt)) return false;
  const uploads = await storeAttachments(services, posting);
  const composed = await compose(store.db, posting, uploads);
  const prepared = await prepareMessage(store.db, creator, { type: 'channel', content: composed.content });
  const write = async (context: WriteContext) => {
    const answer = await idempotency.once(context, attempt, async () => {
      await send(context, services, posting, { topic: composed.topic, prepared, uploads });
      return { status: 250, body: '', is_repeated: false };
    });
    return !answer.is_repeated;
  };
  return writer.write(realm.realm_id, write, { origin: originOf(creator), limit_key: accountable(creator) });
}

/** A mail with an id is the same if its content is too: some devices give all their mails one id. */
function attemptOf(secret: string, { recipient, mail, raw_digest }: MailToPost) {
  const { creator, address } = recipient;
  const { realm_id, stream_id, sender_id, options } = address;
  const what = mail.message_id === '' ? [raw_digest] : [mail.message_id, mail.digest];
  const text = JSON.stringify([realm_id, stream_id, sender_id, [...options].sort(), ...what]);
  const key = KEY_PREFIX + createHmac('sha256', secret).update(text).digest('base64url');
  return { user_id: creator.user_id, account_id: accountable(creator), key, endpoint: ENDPOINT, digest: '' };
}

/** Stores what there is space for; null for the others. */
async function storeAttachments(
  { store, writer, clock, files }: PostingServices,
  { recipient: { creator }, mail }: MailToPost,
): Promise<(StoredUpload | null)[]> {
  const stored: (StoredUpload | null)[] = [];
  let bytes = 0;
  for (const attachment of mail.attachments) {
    const added = { bytes: bytes + attachment.size, files: stored.length + 1 };
    const has_space = await passes(checkSpace(store.db, writer.caps, creator, added));
    if (has_space) bytes += attachment.size;
    stored.push(has_space ? await storeUpload(files, creator, clock.now(), await copied(files, attachment)) : null);
  }
  return stored;
}

/** False if it is refused. */
async function passes(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A store may move the file, and a mail may go to several channels. */
async function copied({ incoming }: PostingServices['files'], attachment: MailAttachment): Promise<MailAttachment> {
  const path = incoming.path();
  await copyFile(attachment.path, path);
  return { ...attachment, path };
}

async function compose(
  db: Connection,
  { recipient, mail, body, picture_url }: MailToPost,
  uploads: readonly (StoredUpload | null)[],
) {
  const { default_language } = await getRealmSettings(db, recipient.realm.realm_id);
  return composeMessage({
    mail,
    body,
    picture_url,
    texts: mailTexts(default_language),
    shows_sender: hasOption(recipient, 'show-sender'),
    topics_policy: await findTopicsPolicy(db, recipient.channel),
    urls: uploads.map((upload) => upload && uploadUrl(upload.path_id)),
  });
}

interface Ready {
  readonly topic: string;
  readonly prepared: RenderedContent;
  readonly uploads: readonly (StoredUpload | null)[];
}

/** With the permissions of who made the address, as they are now. */
async function send(
  context: WriteContext,
  services: RecipientServices,
  { recipient }: MailToPost,
  { topic, prepared, uploads }: Ready,
): Promise<void> {
  const { tx } = context;
  const { creator, sender, channel } = await getRecipient(tx, services, recipient.address);
  for (const upload of uploads) if (upload) await createAttachment(context, creator, upload);
  const destination = await destinationOf(context, creator, { type: 'channel', to: [channel.stream_id], topic });
  // Written by who made the address: files and names are looked up with that account's access, whoever posts.
  const content = await settleContent(tx, creator, prepared);
  await checkMentions(tx, creator, destination, content);
  await createMessage(context, {
    sender: senderOf(sender),
    client: CLIENT,
    content,
    widget: widgetOf(content.widget, undefined),
    destination,
    read_by_sender: sender.is_bot,
    local: null,
  });
}
