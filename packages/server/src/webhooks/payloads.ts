// What services send, for tests: written after their public descriptions, with the fields that their formats have.

const repository = {
  id: 186853002,
  name: 'engine',
  full_name: 'acme/engine',
  private: false,
  html_url: 'https://github.com/acme/engine',
  owner: { login: 'acme', id: 21031067, type: 'Organization' },
};
const sender = { login: 'mira', id: 21, html_url: 'https://github.com/mira', type: 'User', site_admin: false };
const issue = {
  number: 12,
  title: 'Pump overheats',
  state: 'open',
  html_url: 'https://github.com/acme/engine/issues/12',
  body: 'It **smokes**.\n\n~~~\nlog\n~~~',
  user: sender,
  labels: [],
};
const pull_request = {
  number: 34,
  title: 'Cool the pump',
  state: 'open',
  draft: false,
  merged: false,
  html_url: 'https://github.com/acme/engine/pull/34',
  body: 'Adds a fan.',
  head: { ref: 'fan', sha: '8a1c' },
  base: { ref: 'main', sha: '77aa' },
  user: sender,
};
const discussion = {
  number: 5,
  title: 'Which fan?',
  state: 'open',
  html_url: 'https://github.com/acme/engine/discussions/5',
  body: 'Blue or green?',
  category: { name: 'Ideas', slug: 'ideas' },
  user: sender,
};
const common = { repository, sender };

export const GITHUB = {
  ping: { ...common, zen: 'Keep it simple.', hook_id: 7 },
  push: {
    ...common,
    ref: 'refs/heads/main',
    before: '1111111111111111111111111111111111111111',
    after: '2222222222222222222222222222222222222222',
    compare: 'https://github.com/acme/engine/compare/111111111111...222222222222',
    created: false,
    deleted: false,
    forced: false,
    pusher: { name: 'mira', email: 'mira@acme.example' },
    commits: [
      {
        id: '2222222222222222222222222222222222222222',
        message: 'Turn the fan\n\nThe other way round.',
        url: 'https://github.com/acme/engine/commit/2222222222222222222222222222222222222222',
        author: { name: 'Mira' },
      },
    ],
  },
  create: { ...common, ref: 'v2', ref_type: 'tag', master_branch: 'main' },
  delete: { ...common, ref: 'fan', ref_type: 'branch' },
  issues: { ...common, action: 'opened', issue },
  issue_comment: {
    ...common,
    action: 'created',
    issue,
    comment: { id: 5, html_url: 'https://github.com/acme/engine/issues/12#issuecomment-5', body: 'Same here.' },
  },
  discussion: { ...common, action: 'created', discussion },
  discussion_comment: {
    ...common,
    action: 'created',
    discussion,
    comment: { id: 6, html_url: 'https://github.com/acme/engine/discussions/5#discussioncomment-6', body: 'Blue.' },
  },
  pull_request: { ...common, action: 'opened', number: 34, pull_request },
  pull_request_review: {
    ...common,
    action: 'submitted',
    pull_request,
    review: {
      state: 'approved',
      body: 'Nice.',
      html_url: 'https://github.com/acme/engine/pull/34#pullrequestreview-9',
    },
  },
  pull_request_review_comment: {
    ...common,
    action: 'created',
    pull_request,
    comment: { path: 'src/fan.ts', body: 'Why two?', html_url: 'https://github.com/acme/engine/pull/34#discussion_r1' },
  },
  commit_comment: {
    ...common,
    action: 'created',
    comment: { body: 'Good', commit_id: '2222222222222222', html_url: 'https://github.com/acme/engine/commit/2222#c1' },
  },
  release: {
    ...common,
    action: 'published',
    release: { tag_name: 'v2', name: 'Two', html_url: 'https://github.com/acme/engine/releases/v2', body: 'Cooler.' },
  },
  fork: { ...common, forkee: { name: 'engine', full_name: 'mira/engine', html_url: 'https://github.com/mira/engine' } },
  star: { ...common, action: 'created', starred_at: '2026-01-02T03:04:05Z' },
  repository: { ...common, action: 'publicized' },
  status: {
    ...common,
    sha: '2222222222222222',
    state: 'failure',
    context: 'ci/build',
    description: 'The build broke',
    target_url: 'https://ci.example/1',
  },
  check_run: {
    ...common,
    action: 'completed',
    check_run: {
      name: 'lint',
      conclusion: 'success',
      head_sha: '2222222222222222',
      html_url: 'https://github.com/c/1',
    },
  },
  workflow_run: {
    ...common,
    action: 'completed',
    workflow_run: { name: 'Tests', conclusion: 'failure', head_branch: 'main', html_url: 'https://github.com/w/1' },
  },
};
export const GITHUB_ANSWERED = {
  ...common,
  action: 'answered',
  discussion,
  answer: { html_url: 'https://github.com/acme/engine/discussions/5#discussioncomment-6', body: 'Blue.' },
};
export const GITHUB_MERGED = { ...common, action: 'closed', pull_request: { ...pull_request, merged: true } };
export const GITHUB_PR_COMMENT = { ...GITHUB.issue_comment, issue: { ...issue, pull_request: { url: 'x' } } };

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

export const GITLAB = {
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
};
export const GITLAB_DELETED = { ...gitlabPush, after: ZEROS, commits: [] };

export const ALERTMANAGER = {
  receiver: 'chat',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'HighTemperature', instance: 'pump-1:9100', severity: 'page' },
      annotations: { summary: 'pump-1 is at 97 degrees' },
      startsAt: '2026-01-02T03:04:05.678Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=temperature+%3E+90',
      fingerprint: 'e19d2b7f5a1c',
    },
    {
      status: 'resolved',
      labels: { alertname: 'HighTemperature', instance: 'pump-2:9100' },
      annotations: {},
      startsAt: '2026-01-02T03:00:05Z',
    },
  ],
  groupLabels: { alertname: 'HighTemperature' },
  commonLabels: { alertname: 'HighTemperature' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example:9093',
  version: '4',
  groupKey: '{}:{alertname="HighTemperature"}',
  truncatedAlerts: 0,
};
export const GRAFANA = {
  ...ALERTMANAGER,
  status: 'resolved',
  alerts: [
    {
      status: 'resolved',
      labels: { alertname: 'Queue length', grafana_folder: 'Ops' },
      annotations: { description: 'More than 100 wait' },
      values: { B: 12 },
      valueString: "[ var='B' value=12 ]",
      dashboardURL: 'https://grafana.example/d/abc',
      panelURL: 'https://grafana.example/d/abc?viewPanel=2',
      silenceURL: 'https://grafana.example/alerting/silence/new',
    },
  ],
  groupLabels: {},
  commonLabels: {},
  orgId: 1,
  title: '[RESOLVED] Queue length',
  state: 'ok',
  message: '',
};
export const GRAFANA_LEGACY = {
  dashboardId: 1,
  evalMatches: [{ value: 100, metric: 'High value', tags: null }],
  message: 'Someone is testing the alert notification.',
  ruleId: 0,
  ruleName: 'Test notification',
  ruleUrl: 'https://grafana.example/',
  state: 'alerting',
  title: '[Alerting] Test notification',
};

const sentryEvent = {
  title: 'TypeError: fan is null',
  culprit: 'turn(fan)',
  level: 'error',
  web_url: 'https://sentry.example/e/1',
  platform: 'javascript',
};
export const SENTRY = {
  issue: {
    action: 'assigned',
    installation: { uuid: 'a8e5d37a' },
    actor: { type: 'user', id: 1, name: 'Mira' },
    data: {
      issue: {
        id: '99',
        shortId: 'ENGINE-1',
        title: 'TypeError: fan is null',
        culprit: 'turn(fan)',
        level: 'error',
        status: 'unresolved',
        permalink: 'https://sentry.example/issues/99/',
        project: { id: '1', name: 'engine', slug: 'engine' },
        assignedTo: { type: 'user', name: 'Bo' },
      },
    },
  },
  error: { action: 'created', actor: { type: 'application', name: 'Sentry' }, data: { error: sentryEvent } },
  event_alert: {
    action: 'triggered',
    actor: { type: 'application', name: 'Sentry' },
    data: { event: sentryEvent, triggered_rule: 'Too many' },
  },
  metric_alert: {
    action: 'critical',
    actor: { type: 'application', name: 'Sentry' },
    data: {
      description_title: 'Critical: error rate',
      description_text: '42 events in the last minute',
      web_url: 'https://sentry.example/alerts/5/',
      metric_alert: { id: '5', status: 20 },
    },
  },
  comment: {
    action: 'created',
    actor: { type: 'user', name: 'Mira' },
    data: { comment: 'On it.', project_slug: 'engine', issue_id: 99, comment_id: 1 },
  },
};
export const SENTRY_PLUGIN = {
  project_name: 'engine',
  message: 'fan is null',
  culprit: 'turn(fan)',
  level: 'error',
  url: 'https://sentry.example/acme/engine/issues/99/',
  event: { title: 'TypeError: fan is null', event_id: 'fe628bfa' },
};
