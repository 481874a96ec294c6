// Payloads of Gogs and Gitea, written from their public documentation, with the fields that the formats read.

const mira = { id: 4, username: 'mira', login: 'mira', full_name: '' };
const bo = { id: 5, username: 'bo', login: 'bo', full_name: 'Bo' };
const html_url = 'https://git.example/acme/engine';
const common = { repository: { id: 3, name: 'engine', full_name: 'acme/engine', html_url }, sender: mira };
const ZEROS = '0000000000000000000000000000000000000000';
const commit = {
  id: '2222222222222222222222222222222222222222',
  message: 'Turn the fan\n\nTwice.\n',
  url: `${html_url}/commit/2222`,
  author: { name: 'Mira M', username: '' },
};
const push = {
  ...common,
  ref: 'refs/heads/main',
  before: '1111111111111111111111111111111111111111',
  after: commit.id,
  compare_url: `${html_url}/compare/1111...2222`,
  commits: [commit],
  pusher: mira,
};
const issue = {
  id: 81,
  number: 3,
  title: 'Pump overheats',
  body: 'It **smokes**.',
  assignee: null,
  pull_request: null,
};
const request = {
  id: 1349,
  number: 2,
  title: 'Cool the pump',
  body: '',
  assignee: null,
  html_url: `${html_url}/pulls/2`,
  merged: false,
  merged_by: null,
  head_branch: 'fan',
  base_branch: 'main',
};
const comment = { id: 9, html_url: `${html_url}/issues/3#issuecomment-9`, body: 'Same here.' };
const release = { id: 6, tag_name: 'v2', name: 'Two', body: 'Cooler.', author: mira };
const acted = (action: string, more: object = {}) => ({ ...common, action, number: 2, pull_request: request, ...more });

/** Keyed by event header, with a word for each variant of the event. */
export const GOGS: Readonly<Record<string, unknown>> = {
  create: { ...common, ref: 'fan', ref_type: 'branch' },
  'create tag': { ...common, ref: 'v2', ref_type: 'tag' },
  issue_comment: { ...common, action: 'created', issue, comment },
  'issue_comment edited': { ...common, action: 'edited', issue, comment },
  issues: { ...common, action: 'opened', issue },
  'issues assigned': { ...common, action: 'assigned', issue: { ...issue, assignee: bo } },
  'issues labeled': { ...common, action: 'label_updated', issue },
  pull_request: acted('opened'),
  'pull_request assigned': acted('assigned', { pull_request: { ...request, assignee: bo } }),
  'pull_request closed': acted('closed'),
  'pull_request merged': acted('closed', { pull_request: { ...request, merged: true, merged_by: bo } }),
  'pull_request synchronized': acted('synchronized'),
  push,
  'push of a removed branch': { ...push, after: ZEROS, commits: [] },
  'push of nothing': { ...push, commits: [] },
  release: { ...common, action: 'published', release },
};

const branches = { head: { ref: 'fan' }, base: { ref: 'main' } };

export const GITEA: Readonly<Record<string, unknown>> = {
  create: GOGS.create,
  issue_comment: GOGS.issue_comment,
  'issue_comment on a request': {
    ...common,
    action: 'created',
    issue: { ...issue, pull_request: { merged: true } },
    comment: { ...comment, html_url: `${html_url}/pulls/3/files#issuecomment-9` },
    is_pull: true,
  },
  issues: { ...common, action: 'opened', issue: { ...issue, assignees: [mira, bo] } },
  // Old versions have no field for the pull request, and null for what is empty.
  'issues in an old form': {
    ...common,
    action: 'closed',
    issue: { id: 5, number: '3', title: 'Cool it', body: null, assignee: null, assignees: [null] },
  },
  pull_request: acted('opened', { pull_request: { ...request, ...branches } }),
  'pull_request reviewer': acted('review_requested', { pull_request: { ...request, ...branches } }),
  push: { ...push, total_commits: 25 },
  'push of a tag': { ...push, ref: 'refs/tags/v2', commits: [] },
  release: { ...common, action: 'published', release: { ...release, html_url: `${html_url}/releases/tag/v2` } },
};
