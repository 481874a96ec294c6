// Payloads of Ansible Tower, written from its public documentation, with the fields that the formats read.

const job = {
  id: 7,
  name: 'Update engines',
  friendly_name: 'Job',
  status: 'failed',
  url: 'https://tower.example/#/jobs/playbook/7',
  hosts: { 'a.engine.example': { failed: true }, 'b.engine.example': { failed: false } },
};
const plain = { ...job, hosts: undefined };

export const ANSIBLETOWER: Readonly<Record<string, unknown>> = {
  job,
  'job successful': { ...job, status: 'successful', hosts: {} },
  'inventory update': { ...plain, friendly_name: 'Inventory Update' },
  'workflow running': { ...plain, friendly_name: 'Workflow Job', status: 'running', body: 'Node #1 started.' },
  // AWX doesn't name the kind of a job, and sends several of them without hosts.
  'job of AWX': { ...job, friendly_name: undefined, url: 'https://awx.example/#/jobs/playbook/7' },
  'project update of AWX': { ...plain, friendly_name: undefined, url: 'https://awx.example/#/jobs/project/8' },
  'job on a page of newer versions': {
    ...plain,
    friendly_name: null,
    url: 'https://aap.example/execution/jobs/system/9/output',
  },
  approval: { body: 'The approval node "Oil the pump" needs review.' },
  test: { body: 'Ansible Tower Test Notification 2 https://tower.example' },
  'job in a new state': { ...plain, status: 'napping' },
};
