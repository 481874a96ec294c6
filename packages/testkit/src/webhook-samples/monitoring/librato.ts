// Payloads of Librato, reduced from its documentation.

const ALERT = {
  alert: { id: 6294535, name: 'Heat', runbook_url: 'https://engine.example/manual', description: 'The pump is hot' },
  trigger_time: 1767323045,
};

export const LIBRATO = {
  alert: {
    ...ALERT,
    conditions: [
      { id: 1, type: 'above', threshold: 90, summary_function: 'max', duration: 300 },
      { id: 2, type: 'absent', summary_function: 'average', duration: 60 },
      { id: 3, type: 'below', threshold: 4, summary_function: 'sum' },
    ],
    violations: {
      engine: [
        { metric: 'pump.heat', value: 97, recorded_at: 1767323045, condition_violated: 1 },
        { metric: 'pump.pulse', value: 0, recorded_at: 1767323045, condition_violated: 2 },
        { metric: 'fan.speed', value: 2, condition_violated: 3 },
      ],
    },
  },
  cleared: { ...ALERT, clear: 'normal' },
  snapshot: {
    attachments: [
      {
        author_name: 'Mira',
        title: 'https://metrics.librato.example/s/spaces/1/explore/2?duration=72039',
        title_link: 'https://metrics.librato.example/s/spaces/1/explore/2?duration=72039',
        image_url: 'https://snapshots.librato.example/chart/nr5l3n0c-82162.png',
        text: null,
      },
    ],
  },
};
