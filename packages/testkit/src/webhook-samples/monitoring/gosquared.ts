// Payloads of GoSquared, reduced from real ones.

const siteDetails = { acct: 'GSN-595854-T', domain: 'engine.example', url: 'http://engine.example/' };
const chat = (message: object, person: object = { _anon: { name: 'Bo' }, status: 'offline' }) => ({
  message: { content: 'Is the pump hot?', private: false, session: { title: 'Bo' }, ...message },
  person,
});

export const GOSQUARED = {
  dip: { triggeredAlert: { boundary: 'lower', value: '3' }, siteDetails, concurrents: 1 },
  spike: { siteDetails, concurrents: 33 },
  chat: chat({}),
  'chat with somebody known': chat({ session: null }, { name: 'Mira', email: 'mira@acme.example' }),
  'private chat': chat({ private: true }),
};
