// Payloads of Rundeck, written from its public documentation, with the fields that the formats read.

const execution = {
  id: 7,
  href: 'https://rundeck.example/project/engine/execution/show/7',
  permalink: null,
  status: 'running',
  project: 'engine',
  job: {
    name: 'Oil the pump',
    href: 'https://rundeck.example/api/42/job/a1',
    permalink: 'https://rundeck.example/project/engine/job/show/a1',
  },
};
const triggered = (trigger: string, status: string) => ({ trigger, status, execution: { ...execution, status } });

export const RUNDECK: Readonly<Record<string, unknown>> = {
  start: triggered('start', 'running'),
  'start scheduled': triggered('start', 'scheduled'),
  success: triggered('success', 'succeeded'),
  failure: triggered('failure', 'failed'),
  retryablefailure: triggered('retryablefailure', 'failed-with-retry'),
  'failure by abortion': triggered('failure', 'aborted'),
  'success of a command': { ...triggered('success', 'succeeded'), execution: { ...execution, job: null } },
  avgduration: triggered('avgduration', 'running'),
};
