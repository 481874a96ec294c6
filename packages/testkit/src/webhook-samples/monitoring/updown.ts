// Payloads of updown.io, reduced from its documentation.

const check = { token: 'ngg8', url: 'https://engine.example', last_status: 500 };
const NO_DOWNTIME = { error: null, started_at: null, ended_at: null, duration: null };
const DOWNTIME = { ...NO_DOWNTIME, error: '500', started_at: '2026-01-02T03:04:05Z' };

export const UPDOWN = {
  down: [{ event: 'check.down', check, downtime: DOWNTIME }],
  'down in words': [{ event: 'check.down', check, downtime: { ...DOWNTIME, error: 'Connection timeout' } }],
  'up again': [{ event: 'check.up', check, downtime: { ...DOWNTIME, duration: 93_785 } }],
  'up for the first time': [{ event: 'check.up', check, downtime: NO_DOWNTIME }],
  several: [
    { event: 'check.unknown', check },
    { event: 'check.ssl_invalid', check, ssl: { error: 'certificate has expired' } },
    { event: 'check.ssl_valid', check, ssl: {} },
    { event: 'check.ssl_expiration', check, ssl: { days_before_expiration: 7 } },
    { event: 'check.ssl_renewed', check, ssl: {} },
    { event: 'check.performance_drop', check, apdex_dropped: '12.5%' },
  ],
};
