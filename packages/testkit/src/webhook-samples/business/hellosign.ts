// Payloads of HelloSign, written from its public documentation, with the fields that the formats read.

const jack = { signature_id: '78c', signer_name: 'Jack', status_code: 'awaiting_signature' };
const jill = { signature_id: '616', signer_email_address: 'jill@acme.example', status_code: 'signed' };
const hellosign = (signatures: readonly unknown[], event_type?: string) => ({
  ...(event_type ? { event: { event_type, event_metadata: { related_signature_id: '78c' } } } : {}),
  signature_request: { title: 'NDA with Acme Co.', subject: 'The NDA we talked about', signatures },
});
export const HELLOSIGN = {
  sent: hellosign([jack, { ...jack, signer_name: 'Mira' }, { ...jack, signer_name: 'Bo' }], 'signature_request_sent'),
  signed: hellosign([jack, jill]),
  declined: hellosign([{ ...jack, status_code: 'declined' }]),
  viewed: hellosign([jack, jill], 'signature_request_viewed'),
  canceled: hellosign([jack], 'signature_request_canceled'),
  'awaited from many': hellosign(Array.from({ length: 12 }, (_, at) => ({ ...jack, signer_name: `Jack ${at}` }))),
  'without a known status': hellosign([{ ...jack, status_code: 'on_hold' }]),
  'callback test': { event: { event_type: 'callback_test', event_time: '1538590065' } },
};
