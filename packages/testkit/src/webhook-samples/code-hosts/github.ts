// Payloads of GitHub, written from its public documentation, with the fields that the formats read.

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
const assignee = { login: 'bo', html_url: 'https://github.com/bo' };
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

const PLAIN = {
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
      status: 'completed',
      conclusion: 'success',
      head_sha: '2222222222222222',
      html_url: 'https://github.com/c/1',
    },
  },
  workflow_run: {
    ...common,
    action: 'completed',
    workflow_run: {
      name: 'Tests',
      status: 'completed',
      conclusion: 'failure',
      head_branch: 'main',
      head_sha: '2222222222222222',
      html_url: 'https://github.com/w/1',
    },
  },
  deployment: { ...common, deployment: { environment: 'production', ref: 'main' } },
  deployment_status: {
    ...common,
    deployment: { environment: 'production', ref: 'main' },
    deployment_status: { state: 'success', target_url: 'https://prod.example/' },
  },
  gollum: {
    ...common,
    pages: [{ title: 'Fans', action: 'edited', html_url: 'https://github.com/acme/engine/wiki/Fans' }],
  },
  member: { ...common, action: 'added', member: assignee },
  membership: {
    sender,
    organization: { login: 'acme' },
    action: 'removed',
    member: assignee,
    team: { name: 'Cooling' },
  },
  page_build: { ...common, build: { status: 'built', error: { message: null }, pusher: sender } },
  'member edited': { ...common, action: 'edited', member: assignee },
  ping: { ...common, zen: 'Keep it simple.', hook_id: 7 },
  'ping of an app': { zen: 'Keep it simple.', hook_id: 7 },
  public: common,
  team: {
    sender,
    organization: { login: 'acme' },
    action: 'edited',
    team: { name: 'Cooling' },
    changes: { name: { from: 'Fans' } },
  },
  team_add: { ...common, team: { name: 'Cooling' } },
  watch: { ...common, action: 'started' },
};
const edited = { ...common, action: 'edited', pull_request };
const push = PLAIN.push;
const tier = (dollars: number) => ({ name: `$${dollars} a month`, monthly_price_in_cents: dollars * 100 });
const sponsorship = { sponsor: sender, tier: tier(5), privacy_level: 'private' };
const discussionAnswer = {
  html_url: 'https://github.com/acme/engine/discussions/5#discussioncomment-6',
  body: 'Blue.',
};
const ZEROS = '0000000000000000000000000000000000000000';
const commit = push.commits[0];
const by = (username: string) => ({ ...commit, author: { name: username, username } });

/** Keyed by event header, with a word for each variant of the event. */
export const GITHUB: Readonly<Record<string, unknown>> = {
  ...PLAIN,
  'check_run begun': { ...common, action: 'created', check_run: { ...PLAIN.check_run.check_run, status: 'queued' } },
  'commit_comment edited': { ...PLAIN.commit_comment, action: 'edited' },
  'deployment_status plain': { ...PLAIN.deployment, deployment_status: { state: 'pending', target_url: null } },
  'discussion answered': { ...common, action: 'answered', discussion, answer: discussionAnswer },
  'discussion moved': { ...common, action: 'category_changed', discussion },
  'discussion without its answer': { ...common, action: 'unanswered', discussion },
  'discussion locked': { ...common, action: 'locked', discussion },
  'issue_comment deleted': { ...PLAIN.issue_comment, action: 'deleted' },
  'issue_comment on a request': { ...PLAIN.issue_comment, issue: { ...issue, pull_request: { url: 'x' } } },
  'issue_comment unchanged': { ...PLAIN.issue_comment, action: 'edited', changes: { body: { from: 'Same here.' } } },
  'issues assigned': { ...PLAIN.issues, action: 'assigned', assignee },
  'issues labeled': { ...PLAIN.issues, action: 'labeled', label: { name: 'hot' } },
  'issues milestoned': {
    ...PLAIN.issues,
    action: 'milestoned',
    milestone: { title: 'v2', html_url: 'https://github.com/m/2' },
  },
  'issues transferred': {
    ...PLAIN.issues,
    action: 'transferred',
    changes: {
      new_issue: { number: 2, html_url: 'https://github.com/acme/fans/issues/2' },
      new_repository: { full_name: 'acme/fans' },
    },
  },
  'issues unlabeled': { ...PLAIN.issues, action: 'unlabeled', label: { name: 'hot' } },
  'page_build errored': { ...common, build: { status: 'errored', error: { message: 'No theme.' }, pusher: sender } },
  'pull_request assigned': { ...edited, action: 'assigned', pull_request: { ...pull_request, assignee } },
  'pull_request closed': { ...edited, action: 'closed' },
  'pull_request edited': edited,
  'pull_request labeled': { ...edited, action: 'labeled', label: { name: 'hot' } },
  'pull_request locked': {
    ...edited,
    action: 'locked',
    pull_request: { ...pull_request, active_lock_reason: 'off-topic' },
  },
  'pull_request merged': { ...edited, action: 'closed', pull_request: { ...pull_request, merged: true } },
  'pull_request merges itself': { ...edited, action: 'auto_merge_enabled' },
  'pull_request opened for somebody': { ...edited, action: 'opened', pull_request: { ...pull_request, assignee } },
  'pull_request queued': { ...edited, action: 'enqueued' },
  'pull_request ready': { ...edited, action: 'ready_for_review' },
  'pull_request review of a team': { ...edited, action: 'review_requested', requested_team: { name: 'Cooling' } },
  'pull_request review': { ...edited, action: 'review_requested', requested_reviewer: assignee },
  'pull_request synchronized': { ...edited, action: 'synchronize' },
  'pull_request unassigned': { ...edited, action: 'unassigned', assignee },
  'pull_request unlocked': { ...edited, action: 'unlocked' },
  'pull_request_review edited': { ...PLAIN.pull_request_review, action: 'edited', changes: {} },
  'push deleted': { ...push, after: ZEROS, deleted: true, commits: [] },
  'push forced': { ...push, forced: true },
  'push of a queue': { ...push, ref: 'refs/heads/gh-readonly-queue/main/pr-1-22' },
  'push of a tag': { ...push, ref: 'refs/tags/v2', commits: [] },
  'push of many': { ...push, commits: Array.from({ length: 25 }, () => commit) },
  'push of nothing': { ...push, commits: [] },
  'push of others': { ...push, commits: ['bo', 'cy', 'bo', 'di', 'ed'].map(by) },
  'push of the pusher': { ...push, commits: [by('mira')] },
  'push of a removed tag': { ...push, ref: 'refs/tags/v2', after: ZEROS, deleted: true, commits: [] },
  'sponsorship cancelled': { action: 'cancelled', sender, sponsorship },
  'sponsorship created': { action: 'created', sender, sponsorship },
  'sponsorship edited': { action: 'edited', sender, sponsorship, changes: { privacy_level: { from: 'public' } } },
  'sponsorship pending_cancellation': {
    action: 'pending_cancellation',
    sender,
    sponsorship,
    effective_date: '2026-01-05T00:00:00Z',
  },
  'sponsorship pending_tier_change': {
    action: 'pending_tier_change',
    sender,
    sponsorship,
    changes: { tier: { from: tier(10) } },
    effective_date: '2026-01-05T00:00:00Z',
  },
  'sponsorship tier_changed': { action: 'tier_changed', sender, sponsorship, changes: { tier: { from: tier(10) } } },
  'star deleted': { ...PLAIN.star, action: 'deleted' },
  'team created': { ...PLAIN.team, action: 'created', changes: undefined },
  'team described': {
    ...PLAIN.team,
    team: { name: 'Cooling', description: 'Keeps it cool.' },
    changes: { description: { from: '' } },
  },
  'team shown': {
    ...PLAIN.team,
    team: { name: 'Cooling', privacy: 'closed' },
    changes: { privacy: { from: 'secret' } },
  },
  merge_group: {
    ...common,
    action: 'checks_requested',
    merge_group: { head_ref: 'refs/heads/gh-readonly-queue/main' },
  },
  milestone: { ...common, action: 'created' },
};
export const GITHUB_PUSH = push;
export const GITHUB_STAR = PLAIN.star;
