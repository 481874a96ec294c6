// HelloSign, now Dropbox Sign: https://developers.hellosign.com/docs/events/overview. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { code, inline, topicOf } from '../../markdown.rules.ts';
import { maybe, text } from './business.rules.ts';

const Signature = z.looseObject({
  signature_id: maybe,
  signer_name: maybe,
  signer_email_address: maybe,
  status_code: maybe,
});
type Signature = z.output<typeof Signature>;
const Event = z.looseObject({
  event_type: text,
  event_metadata: z.looseObject({ related_signature_id: maybe }).nullish(),
});
const Request = z.looseObject({
  event: Event.nullish(),
  signature_request: z.looseObject({ title: maybe, subject: maybe, signatures: z.array(Signature) }),
});
type Request = z.output<typeof Request>;
/** Of events of accounts and templates, and of the callback's test. */
const Other = z.looseObject({ event: Event, signature_request: z.null().optional() });

const SIGNERS_SHOWN = 10;

const nameOf = ({ signer_name, signer_email_address }: Signature): string =>
  inline(signer_name || signer_email_address || 'somebody');

/** `Ada, Bo, and Cleo` */
function enumerated(names: readonly string[]): string {
  const shown = names.length > SIGNERS_SHOWN ? names.slice(0, SIGNERS_SHOWN) : names.slice(0, -1);
  const last = names.length > SIGNERS_SHOWN ? `${names.length - SIGNERS_SHOWN} more` : (names.at(-1) ?? '');
  if (shown.length === 0) return last;
  return `${shown.join(', ')}${shown.length > 1 ? ',' : ''} and ${last}`;
}

/** What each status of a signature says of the document. */
const STATUSES: readonly (readonly [string, string])[] = [
  ['awaiting_signature', 'is awaiting the signature of'],
  ['signed', 'was just signed by'],
  ['declined', 'was declined by'],
];

/** Events that say more than the signatures do. */
const EVENTS: Readonly<Record<string, string>> = {
  signature_request_all_signed: 'was signed by everybody.',
  signature_request_canceled: 'no longer needs signatures: the request was canceled.',
  signature_request_expired: 'no longer needs signatures: the request expired.',
  signature_request_invalid: 'could not be sent for signature.',
};

function statuses(signatures: readonly Signature[]): string {
  const parts = STATUSES.flatMap(([status, words]) => {
    const names = signatures.filter(({ status_code }) => status_code === status).map(nameOf);
    return names.length === 0 ? [] : [`${words} ${enumerated(names)}`];
  });
  return parts.length === 0 ? 'has new signatures.' : `${parts.join(', and ')}.`;
}

function actionOf({ event, signature_request: { signatures } }: Request): string {
  const type = event?.event_type ?? '';
  if (Object.hasOwn(EVENTS, type)) return EVENTS[type]!;
  if (type === 'signature_request_viewed') {
    const id = event?.event_metadata?.related_signature_id;
    const viewer = id ? signatures.find(({ signature_id }) => signature_id === id) : undefined;
    return `was viewed${viewer ? ` by ${nameOf(viewer)}` : ''}.`;
  }
  return statuses(signatures);
}

function format({ payload }: Delivery): Notice | null {
  if (Other.safeParse(payload).success) return null;
  const request = Request.parse(payload);
  const { title, subject } = request.signature_request;
  const name = title || subject || 'Untitled';
  return {
    topic: topicOf(name),
    content: `The ${code(name)} document ${actionOf(request)}`,
    event: null,
  };
}

export const hellosign: PayloadFormat = format;
