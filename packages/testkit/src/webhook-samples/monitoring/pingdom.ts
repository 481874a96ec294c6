// Payloads of Pingdom, reduced from its documentation.

const CHECK = {
  check_name: 'Engine',
  check_params: { hostname: 'engine.example' },
  previous_state: 'UP',
  current_state: 'DOWN',
  description: 'Connection refused',
  long_description: 'Connection refused by the host',
};

export const PINGDOM = {
  ...Object.fromEntries(
    ['DNS', 'HTTPS', 'HTTP_CUSTOM', 'IMAP', 'PING', 'POP3', 'PORT_TCP', 'SMTP', 'UDP'].map((check_type) => [
      check_type,
      { ...CHECK, check_type },
    ]),
  ),
  HTTP: {
    ...CHECK,
    check_type: 'HTTP',
    check_params: { hostname: 'engine.example', full_url: 'http://engine.example/', url: '/' },
  },
  up: { ...CHECK, check_type: 'IMAP', previous_state: 'DOWN', current_state: 'UP', long_description: 'OK' },
  TRANSACTION: {
    ...CHECK,
    check_type: 'TRANSACTION',
    check_params: { url: 'https://engine.example/pump' },
    previous_state: 'SUCCESS',
    current_state: 'FAILING',
  },
};
