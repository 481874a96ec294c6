// Payloads of Canarytokens, reduced from its documentation.

export const CANARYTOKEN = {
  triggered: {
    manage_url: 'https://canarytokens.example/manage?token=foo&auth=bar',
    memo: 'The plan of the pump',
    channel: 'HTTP',
    time: '2026-01-02 03:04:05 (UTC)',
    additional_data: { src_ip: '192.0.2.7', useragent: 'Mozilla/5.0', referer: null, location: null },
  },
  short: { memo: 'The plan of the pump' },
};
