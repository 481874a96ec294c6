// Payloads of Splunk, reduced from its documentation.

const ALERT = {
  results_link: 'http://splunk.example:8000/app/search/search?q=%7Cloadjob%20rt_scheduler',
  app: 'search',
  sid: 'rt_scheduler__admin__search__sudo',
};

export const SPLUNK = {
  alert: {
    ...ALERT,
    search_name: 'sudo',
    result: { host: 'engine', source: '/var/log/auth.log', _raw: 'Jan  2 03:04:05 engine sudo: session closed' },
  },
  'several values': {
    ...ALERT,
    search_name: 'sudo',
    result: { host: ['engine', 'pump'], source: '/var/log', _raw: 'x' },
  },
  'several lines': {
    ...ALERT,
    search_name: 'sudo',
    result: { host: 'engine', source: '/var/log/pump.log', _raw: 'PumpError: too hot\n  at turn (pump.js:42)' },
  },
  bare: ALERT,
};
