// Payloads of AppFollow, written from its public documentation, with the fields that the formats read.

export const APPFOLLOW = {
  test: { text: 'Webhook integration was successful.\nMira M / Acme (Google Play)' },
  review: { text: '*<https://apps.example/1|Acme: Chat>* ★★★★★\n*Mira M*: _Great_ &amp; fast' },
};
