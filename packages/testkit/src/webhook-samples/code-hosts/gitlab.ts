// Payloads of GitLab, written from its public documentation, with the fields that the formats read.

const project = { id: 3, name: 'Engine', web_url: 'https://gitlab.example/acme/engine', namespace: 'acme' };
const user = { id: 4, name: 'Mira M', username: 'mira', email: '[REDACTED]' };
const ZEROS = '0000000000000000000000000000000000000000';
const gitlabPush = {
  object_kind: 'push',
  user_name: 'Mira M',
  user_username: 'mira',
  project,
  ref: 'refs/heads/main',
  before: '1111111111111111111111111111111111111111',
  after: '2222222222222222222222222222222222222222',
  total_commits_count: 25,
  commits: [
    { id: '1a2b3c4d5e6f', message: 'First\n', url: 'https://gitlab.example/c/1' },
    { id: '2b3c4d5e6f70', message: 'Second', url: 'https://gitlab.example/c/2' },
  ],
};
const attributes = {
  iid: 7,
  title: 'Cool it',
  action: 'open',
  url: 'https://gitlab.example/7',
  description: 'Please.',
};

const PLAIN = {
  'Push Hook': gitlabPush,
  'Tag Push Hook': { ...gitlabPush, object_kind: 'tag_push', ref: 'refs/tags/v2', before: ZEROS, commits: [] },
  'Issue Hook': { object_kind: 'issue', user, project, object_attributes: attributes },
  'Confidential Issue Hook': {
    object_kind: 'issue',
    user,
    project,
    object_attributes: { ...attributes, action: 'close' },
  },
  'Merge Request Hook': {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: { ...attributes, source_branch: 'fan', target_branch: 'main' },
  },
  'Note Hook': {
    object_kind: 'note',
    user,
    project,
    object_attributes: { note: 'Looks fine', url: 'https://gitlab.example/7#note_1', noteable_type: 'MergeRequest' },
    merge_request: { iid: 7, title: 'Cool it' },
  },
  'Confidential Note Hook': {
    object_kind: 'note',
    user,
    project,
    object_attributes: { note: 'Between us', url: 'https://gitlab.example/8#note_2', noteable_type: 'Issue' },
    issue: { iid: 8, title: 'Secret' },
  },
  'Pipeline Hook': {
    object_kind: 'pipeline',
    user,
    project,
    object_attributes: { id: 31, ref: 'main', status: 'failed', duration: 63 },
    builds: [{ id: 380, stage: 'test', name: 'unit', status: 'failed' }],
  },
  'Job Hook': {
    object_kind: 'build',
    user,
    project,
    ref: 'main',
    build_id: 380,
    build_name: 'unit',
    build_status: 'success',
    commit: {},
  },
  'Wiki Page Hook': {
    object_kind: 'wiki_page',
    user,
    project,
    object_attributes: { title: 'Fans', url: 'https://gitlab.example/w', action: 'create' },
  },
  'Release Hook': {
    object_kind: 'release',
    project,
    name: 'Two',
    tag: 'v2',
    url: 'https://gitlab.example/r',
    action: 'create',
    description: 'Cooler.',
  },
  'Feature Flag Hook': {
    object_kind: 'feature_flag',
    user,
    project,
    object_attributes: { name: 'fans', active: true },
  },
  'Resource Access Token Hook': {
    object_kind: 'access_token',
    project,
    object_attributes: { name: 'deploy', expires_at: '2026-01-26' },
  },
  'Test Hook': { object_kind: 'push', user, project },
};
const issue = PLAIN['Issue Hook'];
const request = PLAIN['Merge Request Hook'];
const note = PLAIN['Note Hook'];
const acted = (on: typeof issue | typeof request, action: string, more: object = {}) => ({
  ...on,
  object_attributes: { ...on.object_attributes, action, ...more },
});
const noteOn = (noteable_type: string, more: object) => ({
  ...note,
  merge_request: undefined,
  object_attributes: { ...note.object_attributes, noteable_type },
  ...more,
});
const pipeline = PLAIN['Pipeline Hook'];
const staged = (status: string) => ({ ...pipeline, object_attributes: { ...pipeline.object_attributes, status } });

/** Keyed by event header, with a word for each variant of the event. */
export const GITLAB: Readonly<Record<string, unknown>> = {
  ...PLAIN,
  'Build Hook': PLAIN['Job Hook'],
  'Confidential Issue Hook open': acted(issue, 'open'),
  'Confidential Issue Hook reopen': acted(issue, 'reopen'),
  'Confidential Issue Hook update': acted(issue, 'update'),
  'Confidential Note Hook request': note,
  'Issue Hook close': acted(issue, 'close'),
  'Issue Hook reopen': acted(issue, 'reopen'),
  'Issue Hook update': acted(issue, 'update'),
  'Issue Hook hides a part': acted(issue, 'open', { description: 'Shown.<!-- hidden\n--> Also <!-- no end' }),
  'Issue Hook assigned': { ...issue, assignees: [{ name: 'Bo' }, { username: 'cy' }, { name: 'Di' }] },
  'Job Hook begun': { ...PLAIN['Job Hook'], build_stage: 'test', build_status: 'running' },
  'Merge Request Hook approval': acted(request, 'approval'),
  'Merge Request Hook approved': acted(request, 'approved'),
  'Merge Request Hook close': acted(request, 'close'),
  'Merge Request Hook commits': acted(request, 'update', { oldrev: '1111' }),
  'Merge Request Hook merge': acted(request, 'merge'),
  'Merge Request Hook reopen': acted(request, 'reopen'),
  'Merge Request Hook unapproval': acted(request, 'unapproval'),
  'Merge Request Hook unapproved': acted(request, 'unapproved'),
  'Merge Request Hook update': { ...acted(request, 'update'), assignee: user },
  'Note Hook commit': noteOn('Commit', { commit: { id: '2222222222222222', url: 'https://gitlab.example/c/2' } }),
  'Note Hook work item': noteOn('WorkItem', { issue: { iid: 7, title: 'Cool it' } }),
  'Note Hook issue': noteOn('Issue', { issue: { iid: 7, title: 'Cool it' } }),
  'Note Hook snippet': noteOn('Snippet', { snippet: { id: 3, title: 'Fan' } }),
  'Pipeline Hook artifacts': {
    ...staged('success'),
    builds: [{ id: 381, name: 'pages', status: 'success', artifacts_file: { filename: 'site.zip', size: 5 } }],
  },
  'Pipeline Hook begun': staged('running'),
  'Pipeline Hook waiting': staged('pending'),
  'Push Hook deleted': { ...gitlabPush, after: ZEROS, commits: [] },
  'Push Hook of nothing': { ...gitlabPush, before: ZEROS, commits: [], total_commits_count: 0 },
  'Release Hook delete': { ...PLAIN['Release Hook'], action: 'delete' },
  'System Hook push': { ...gitlabPush, event_name: 'push' },
  'System Hook repository': { event_name: 'repository_update', project, changes: [] },
  'System Hook request': acted(request, 'close'),
  'Tag Push Hook removed': { ...PLAIN['Tag Push Hook'], after: ZEROS },
  'Wiki Page Hook delete': { ...PLAIN['Wiki Page Hook'], object_attributes: { title: 'Fans', action: 'delete' } },
  'Wiki Page Hook update': { ...PLAIN['Wiki Page Hook'], object_attributes: { title: 'Fans', action: 'update' } },
};
export const GITLAB_PUSH = gitlabPush;
export const GITLAB_REQUEST = request;
