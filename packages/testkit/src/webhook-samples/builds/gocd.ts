// Payloads of GoCD, written from its public documentation, with the fields that the formats read.

const url = 'https://github.com/acme/engine.git';
const cause = {
  material: { type: 'git', 'git-configuration': { url, branch: 'main' } },
  modifications: [{ revision: '2222222222222222222222222222222222222222' }],
};
const stage = {
  name: 'tests',
  state: 'Building',
  'create-time': 'Feb 1, 2024, 1:58:13 AM',
  jobs: [
    { name: 'lint', result: 'Unknown' },
    { name: 'unit', result: 'Unknown' },
  ],
};
const stageOf = (more: object, causes: readonly object[] = [cause]) => ({
  type: 'stage',
  data: { pipeline: { name: 'engine', counter: 90, 'build-cause': causes, stage: { ...stage, ...more } } },
});
const jobs = [
  { name: 'lint', result: 'Failed' },
  { name: 'unit', result: 'Passed' },
];

export const GOCD: Readonly<Record<string, unknown>> = {
  building: stageOf({}),
  failed: stageOf({ state: 'Failed', 'last-transition-time': 'Feb 1, 2024, 1:59:13 AM', jobs }),
  passed: stageOf({ state: 'Passed', jobs: [] }, []),
  other: stageOf({ state: 'Waiting', jobs: null, 'create-time': null }, []),
};
