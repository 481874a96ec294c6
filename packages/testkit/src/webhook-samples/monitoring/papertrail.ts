// Payloads of Papertrail, reduced from its documentation.

const saved_search = {
  name: 'Heat',
  query: 'pump OR fan',
  html_search_url: 'https://papertrailapp.example/searches/42',
};
const event = (message: string) => ({
  display_received_at: 'Jan 02 03:04:05',
  source_name: 'engine',
  program: 'CROND',
  message,
});

export const PAPERTRAIL = {
  one: { events: [event('The pump overheats')], saved_search },
  many: { events: ['a', 'b', 'c', 'd', 'e'].map(event), saved_search },
  none: { events: [], saved_search },
  counts: {
    counts: [
      { source_name: 'engine', timeseries: { 1767323045: 4, 1767323105: 1 } },
      { source_name: 'pump', timeseries: { 1767323045: 2 } },
    ],
    saved_search,
  },
};
