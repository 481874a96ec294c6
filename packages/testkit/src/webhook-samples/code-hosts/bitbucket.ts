// Payloads of Bitbucket's former service, Bitbucket Cloud and Bitbucket Server, written from their public documentation.

const commit = { raw_node: '2222222222222222222222222222222222222222', message: 'Turn the fan\n', branch: 'main' };
const former = {
  canon_url: 'https://bitbucket.example',
  user: 'mira',
  repository: { name: 'engine', absolute_url: '/acme/engine/' },
  commits: [commit],
};

/** Bitbucket's former service, which named no kinds. */
export const BITBUCKET: Readonly<Record<string, unknown>> = {
  push: former,
  'push of nobody': { ...former, user: undefined, commits: [{ ...commit, author: 'bo' }] },
  'push forced': { ...former, commits: [] },
};

const PAGE = 'https://bitbucket.example/acme/engine';
const at = (path: string) => ({ html: { href: `${PAGE}${path}` } });
const mira = { display_name: 'Mira M', nickname: 'mira' };
const bo = { nickname: 'bo' };
const cloud = { actor: mira, repository: { name: 'engine', links: at('') } };
const pushedCommit = {
  hash: '2222222222222222222222222222222222222222',
  message: 'Turn the fan\n',
  links: at('/commits/2222'),
  author: { raw: 'Bo <bo@mail.example>' },
};
const branch = { type: 'branch', name: 'main', links: at('/branch/main'), target: pushedCommit };
const change = {
  old: branch,
  new: branch,
  links: at('/branches/compare/2222..1111'),
  commits: [pushedCommit],
  forced: false,
};
const tag = { type: 'tag', name: 'v2', links: at('/commits/tag/v2') };
const pushOf = (...changes: readonly object[]) => ({ ...cloud, push: { changes } });
const issue = {
  id: 3,
  title: 'Pump overheats',
  content: { raw: 'It **smokes**.' },
  assignee: bo,
  links: at('/issues/3'),
};
const pullrequest = {
  id: 2,
  title: 'Cool the pump',
  description: 'Adds a fan.',
  reason: '',
  state: 'OPEN',
  reviewers: [mira, bo],
  source: { branch: { name: 'fan' } },
  destination: { branch: { name: 'main' } },
  links: at('/pull-requests/2'),
};
const comment = { content: { raw: 'Same here.' }, links: at('/x#comment-9') };

export const BITBUCKET2: Readonly<Record<string, unknown>> = {
  'repo:push': pushOf(change),
  'repo:push of some commits': pushOf({ ...change, truncated: true }),
  'repo:push forced': pushOf({ ...change, forced: true }),
  'repo:push of a removed branch': pushOf({ old: branch, new: null, commits: null }),
  'repo:push of tags': pushOf({ old: null, new: tag }, { old: tag, new: null }),
  'repo:fork': { ...cloud, fork: { full_name: 'mira/engine', links: at('/fork') } },
  'repo:updated': {
    ...cloud,
    changes: {
      name: { old: 'motor', new: 'engine' },
      links: { old: {}, new: {} },
      description: { old: '', new: 'Runs' },
    },
  },
  'repo:updated link': { ...cloud, changes: { links: { old: {}, new: {} } } },
  'repo:commit_comment_created': { ...cloud, comment, commit: pushedCommit },
  'repo:commit_status_updated': {
    ...cloud,
    commit_status: {
      key: 'tests',
      state: 'FAILED',
      url: 'https://ci.example/1',
      links: { commit: { href: 'https://api.bitbucket.example/2.0/repositories/acme/engine/commit/2222222222222222' } },
    },
  },
  'issue:created': { ...cloud, issue },
  'issue:updated': { ...cloud, issue, changes: { status: { old: 'new', new: 'open' } }, comment },
  'issue:comment_created': { ...cloud, issue, comment },
  'pullrequest:created': { ...cloud, pullrequest },
  'pullrequest:updated': { ...cloud, pullrequest: { ...pullrequest, reviewers: [] } },
  'pullrequest:approved': { ...cloud, pullrequest, approval: { user: bo } },
  'pullrequest:unapproved': { ...cloud, pullrequest, approval: { user: bo } },
  'pullrequest:fulfilled': { ...cloud, pullrequest },
  'pullrequest:rejected': { ...cloud, pullrequest: { ...pullrequest, reason: 'Too loud.' } },
  'pullrequest:comment_created': { ...cloud, pullrequest, comment },
  'pullrequest:comment_updated': { ...cloud, pullrequest, comment },
  'pullrequest:comment_deleted': { ...cloud, pullrequest, comment },
};

const self = (path: string) => ({ self: [{ href: `https://stash.example${path}` }] });
const zora = { name: 'zora', displayName: 'Zora Z', links: self('/users/zora') };
const yan = { name: 'yan', displayName: 'Yan Y', links: self('/users/yan') };
const repository = { name: 'engine', links: self('/projects/ACME/repos/engine/browse') };
const server = { actor: zora, repository };
const note = { ...server, commit: pushedCommit.hash, comment: { id: 9, text: 'Same here.' } };
const refChange = (type: string, kind: string, displayId: string) => ({
  type,
  toHash: pushedCommit.hash,
  ref: { type: kind, displayId },
});
const pullRequest = {
  id: 2,
  title: 'Cool the pump',
  description: 'Adds a fan.',
  reviewers: [{ user: yan }, { user: zora }],
  fromRef: { displayId: 'fan' },
  toRef: { displayId: 'main', repository },
  links: self('/projects/ACME/repos/engine/pull-requests/2'),
};
const about = { actor: zora, pullRequest };
const bare = { actor: zora, pullRequest: { ...pullRequest, reviewers: [], description: undefined } };

const SERVER: Readonly<Record<string, object>> = {
  'repo:comment:added': note,
  'repo:comment:edited': note,
  'repo:comment:deleted': note,
  'repo:forked': { actor: zora, repository: { name: 'engine fork', links: self('/fork'), origin: repository } },
  'repo:modified': { actor: zora, old: { ...repository, name: 'motor' }, new: repository },
  'repo:modified otherwise': { actor: zora, old: repository, new: repository },
  'repo:refs_changed': { ...server, changes: [refChange('UPDATE', 'BRANCH', 'main')] },
  'repo:refs_changed many': {
    ...server,
    changes: [
      refChange('ADD', 'BRANCH', 'fan'),
      refChange('DELETE', 'BRANCH', 'old'),
      refChange('ADD', 'TAG', 'v2'),
      refChange('DELETE', 'TAG', 'v1'),
    ],
  },
  'pr:comment:added': { ...about, comment: note.comment },
  'pr:comment:edited': { ...about, comment: note.comment },
  'pr:comment:deleted': { ...about, comment: note.comment },
  'pr:declined': about,
  'pr:deleted': about,
  'pr:merged': about,
  'pr:modified': about,
  'pr:opened': about,
  'pr:opened plain': bare,
  'pr:reviewer:approved': about,
  'pr:reviewer:needs_work': about,
  'pr:reviewer:unapproved': about,
  'pr:reviewer:updated': { ...about, addedReviewers: [yan] },
  'pr:reviewer:updated to nobody': { ...bare, addedReviewers: [], removedReviewers: [yan] },
};

/** The payload names its kind. */
export const BITBUCKET3: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(SERVER).map(([kind, payload]) => [kind, { eventKey: kind.split(' ')[0], ...payload }]),
  ),
  'diagnostics:ping': { test: true },
};
