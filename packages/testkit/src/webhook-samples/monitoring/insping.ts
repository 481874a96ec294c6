// Payloads of Insping, reduced from real ones.

const became = (check_state_name: string, response_time: number | null) => ({
  webhook_type: 'AL',
  webhook_event_data: {
    check_state_name,
    request_url: 'http://engine.example:9991',
    request_start_time: '2026-01-02T03:04:05.457990+00:00',
    response_time,
  },
});

export const INSPING = { up: became('Available', 223), down: became('Not Responding', null) };
