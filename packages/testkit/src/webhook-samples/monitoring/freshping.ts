// Payloads of Freshping, reduced from real ones.

const became = (check_state_name: string, more: object = {}) => ({
  webhook_type: 'AL',
  webhook_event_data: {
    check_state_name,
    check_name: 'Engine',
    application_name: 'Acme',
    request_url: 'https://engine.example',
    http_status_code: null,
    response_time: 140,
    ...more,
  },
});

export const FRESHPING = {
  reachable: became('Available', { http_status_code: 200 }),
  'reporting an error': became('Reporting Error', { http_status_code: 521 }),
  silent: became('Not Responding'),
  slow: became('Performance Degraded'),
  test: became('Available', { application_name: 'Webhook test' }),
};
