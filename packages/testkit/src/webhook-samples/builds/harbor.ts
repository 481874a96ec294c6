// Payloads of Harbor, written from its public documentation, with the fields that the formats read.

const repository = { repo_full_name: 'acme/engine' };
const digest = 'sha256:2222222222222222';
const scanOf = (summary: object) => ({
  tag: 'v2',
  digest,
  scan_overview: { 'application/vnd.report; version=1.1': { severity: 'High', summary: { total: 5, summary } } },
});
const eventOf = (type: string, ...resources: readonly object[]) => ({
  type,
  operator: 'mira',
  event_data: { repository, resources },
});

export const HARBOR: Readonly<Record<string, unknown>> = {
  push: eventOf('PUSH_ARTIFACT', { tag: 'v2', digest }),
  'push of several': eventOf('PUSH_ARTIFACT', { tag: 'v2', digest }, { digest }),
  scan: eventOf('SCANNING_COMPLETED', scanOf({ Unknown: 1, High: 4 })),
  'scan without findings': eventOf('SCANNING_COMPLETED', scanOf({})),
  'push without an image': eventOf('PUSH_ARTIFACT'),
  'scan with counts of other forms': eventOf('SCANNING_COMPLETED', scanOf({ High: '4', Low: null })),
  pull: eventOf('PULL_ARTIFACT', { tag: 'v2', digest }),
};
