// Payloads of Linear, written from its public documentation, with the fields that the formats read.

const URL = 'https://linear.example/acme/issue/ENG-7/pump-overheats';
const issue = {
  id: '1a2b3c4d-0000-4000-8000-000000000007',
  number: 7,
  title: 'Pump overheats',
  description: 'At noon.',
  priority: 2,
  priorityLabel: 'High',
  state: { name: 'Todo' },
  assignee: { name: 'Bo B' },
  team: { key: 'ENG', name: 'Engine' },
};
const within = { ...issue, parentId: '1a2b3c4d-0000-4000-8000-000000000001' };
const bare = { ...issue, description: null, priority: 0, priorityLabel: 'No priority', state: null, assignee: null };
const comment = {
  body: 'Looks fine',
  issueId: issue.id,
  issue: { title: 'Pump overheats' },
  user: { name: 'Mira M' },
};

const work = (action: string, data: object, more: object = {}) => ({ type: 'Issue', action, data, url: URL, ...more });
const words = (action: string, data: object, more: object = {}) => ({
  type: 'Comment',
  action,
  data,
  url: `${URL}#comment-1`,
  ...more,
});
const actor = { name: 'Cy C' };

export const LINEAR: Readonly<Record<string, unknown>> = {
  'comment create': words('create', comment),
  'comment create on a project update': words('create', {
    body: 'Fine',
    projectUpdateId: '1a2b3c4d-0000-4000-8000-000000000009',
  }),
  'comment remove': words('remove', comment, { url: undefined, actor }),
  'comment update': words('update', comment, { updatedFrom: { body: 'Looks good' } }),
  'comment resolve': words('update', comment, { updatedFrom: { resolvedAt: null } }),
  'issue create': work('create', issue, { actor }),
  'issue create without more': work('create', bare),
  'issue create with little else': { type: 'Issue', action: 'create', data: { id: issue.id, number: '7' } },
  'issue remove': work('remove', issue, { url: undefined }),
  'issue restore': work('restore', issue),
  'issue update': work('update', issue, { updatedFrom: { stateId: '1', assigneeId: null, updatedAt: '' }, actor }),
  'issue update description': work('update', issue, { updatedFrom: { description: 'At night.' } }),
  'issue update order': work('update', issue, { updatedFrom: { sortOrder: 3, updatedAt: '' } }),
  'project create': { type: 'Project', action: 'create', data: { name: 'Cooling' } },
  'sub-issue create': work('create', within),
  'sub-issue remove': work('remove', within, { url: undefined }),
  'sub-issue update': work('update', within, { updatedFrom: { title: 'Pump is hot' } }),
};
