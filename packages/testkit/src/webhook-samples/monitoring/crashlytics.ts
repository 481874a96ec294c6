// Payloads of Crashlytics, reduced from its documentation.

export const CRASHLYTICS = {
  verification: { event: 'verification', payload_type: 'none' },
  issue: {
    event: 'issue_impact_change',
    payload_type: 'issue',
    payload: {
      display_id: 123,
      title: 'Pump.java line 42',
      method: 'turn',
      impact_level: 1,
      crashes_count: 54,
      impacted_devices_count: 16,
      url: 'https://crashlytics.example/issues/123',
    },
  },
};
