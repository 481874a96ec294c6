// HelloSign, now Dropbox Sign: https://developers.hellosign.com/docs/events/overview. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, inline, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { enumerated } from '../../phrases.rules.ts';

const Signature = z.looseObject({
  signature_id: maybe,
  signer_name: maybe,
  signer_email_address: maybe,
  status_code: maybe,
});
type Signature = z.output<typeof Signature>;
const Payload = z.looseObject({
  event: part(
    z.looseObject({ event_type: text, event_metadata: part(z.looseObject({ related_signature_id: maybe })) }),
  ),
  signature_request: part(z.looseObject({ title: maybe, subject: maybe, signatures: items(Signature) })),
});
type Event = z.output<typeof Payload>['event'];

const SIGNERS_SHOWN = 10;

const nameOf = ({ signer_name, signer_email_address }: Signature): string =>
  inline(signer_name || signer_email_address || 'somebody');

function signers(signatures: readonly Signature[]): string {
  const names = signatures.slice(0, SIGNERS_SHOWN).map(nameOf);
  const rest = signatures.length - names.length;
  return enumerated(rest > 0 ? [...names, `${rest} more`] : names);
}

/** What each status of a signature says of the document. */
const STATUSES: readonly (readonly [status: string, words: string])[] = [
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
    const own = signatures.filter(({ status_code }) => status_code === status);
    return own.length === 0 ? [] : [`${words} ${signers(own)}`];
  });
  return parts.length === 0 ? 'has new signatures.' : `${parts.join(', and ')}.`;
}

function actionOf(event: Event, signatures: readonly Signature[]): string {
  const { event_type, event_metadata } = event ?? {};
  if (event_type !== 'signature_request_viewed') return lookUp(EVENTS, event_type) ?? statuses(signatures);
  const id = event_metadata?.related_signature_id;
  const viewer = id ? signatures.find(({ signature_id }) => signature_id === id) : undefined;
  return `was viewed${viewer ? ` by ${nameOf(viewer)}` : ''}.`;
}

export const hellosign: PayloadFormat = ({ payload }) => {
  const { event, signature_request } = Payload.parse(payload);
  // Events of accounts and templates, and the test of the address, are about no document.
  if (!signature_request) return required(event) && null;
  const { title, subject, signatures } = signature_request;
  const name = title || subject || 'Untitled';
  return {
    topic: topicOf(name),
    content: `The ${code(name)} document ${actionOf(event, signatures)}`,
    event: null,
  };
};
