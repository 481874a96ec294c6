// Payloads of Rollbar, reduced from its documentation.

const ITEM = {
  title: 'TypeError: fan is null',
  counter: 7,
  level: 40,
  environment: 'production',
  total_occurrences: 12,
  last_occurrence_timestamp: 1767323045,
  last_occurrence: { uuid: '9342eca6-09e7', level: 'error' },
};
const happened = (event_name: string, data: object = {}) => ({ event_name, data: { item: ITEM, ...data } });

export const ROLLBAR = {
  ...Object.fromEntries(
    ['new_item', 'reactivated_item', 'reopened_item', 'resolved_item'].map((event) => [event, happened(event)]),
  ),
  exp_repeat_item: happened('exp_repeat_item', { occurrences: 10 }),
  item_velocity: happened('item_velocity', {
    trigger: { threshold: 10, window_size: 300, window_size_description: '5 minutes' },
  }),
  'item_velocity without a window': happened('item_velocity'),
  occurrence: happened('occurrence', {
    url: 'https://rollbar.example/acme/engine/items/7/',
    occurrence: { uuid: 'x' },
  }),
  deploy: {
    event_name: 'deploy',
    data: {
      deploy: { environment: 'production', revision: 'e4b9b7db', local_username: 'mira', comment: 'Cool the pump' },
    },
  },
  'deploy by nobody': { event_name: 'deploy', data: { deploy: { environment: 'production', revision: 'e4b9b7db' } } },
  test: { event_name: 'test', data: { message: 'This is a test payload from Rollbar. If you got this, it works!' } },
};
