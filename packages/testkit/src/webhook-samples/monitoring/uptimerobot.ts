// Payloads of UptimeRobot, as its documentation recommends them.

const MONITOR = { monitor_url: 'engine.example', monitor_friendly_name: 'Engine' };

export const UPTIMEROBOT = {
  down: {
    ...MONITOR,
    alert_type: '1',
    alert_details: 'Connection Timeout',
    alert_friendly_duration: '*alertFriendlyDuration*',
  },
  up: {
    ...MONITOR,
    alert_type: '2',
    alert_details: 'HTTP 200 - OK',
    alert_friendly_duration: '44 minutes and 37 seconds',
  },
  certificate: { ...MONITOR, alert_type: 3, ssl_expiry_days_left: '7' },
};
