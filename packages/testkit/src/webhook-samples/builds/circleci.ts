// Payloads of CircleCI, written from its public documentation, with the fields that the formats read.

const sha = '2222222222222222222222222222222222222222';
const vcs = (host: string, more: object) => ({
  target_repository_url: `https://${host}/acme/engine`,
  revision: sha,
  commit: { subject: 'Turn the fan', author: { name: 'Mira M' } },
  branch: 'main',
  ...more,
});
const common = { project: { name: 'engine' }, pipeline: { number: 4, vcs: vcs('github.com', {}) } };
const workflow = { name: 'tests', status: 'failed', url: 'https://app.circleci.example/workflows/1' };
const job = { name: 'lint', status: 'success' };
const untitled = { branch: null, commit: { subject: null, author: { name: null } } };
const gitlab = {
  type: 'push',
  web_url: 'https://gitlab.com/acme/engine',
  commit_sha: sha,
  commit_title: 'Turn the fan',
  branch: 'fan/2',
  commit_author_name: 'Mira M',
};

const git = {
  repo_url: 'https://github.com/acme/engine',
  checkout_sha: sha,
  commit_title: 'Turn the fan',
  branch: 'main',
  commit_author_name: 'Mira M',
};

/** The payload names its kind. */
export const CIRCLECI: Readonly<Record<string, unknown>> = {
  ping: { type: 'ping' },
  'job-completed': { type: 'job-completed', ...common, workflow: { ...workflow, status: undefined }, job },
  'job-completed elsewhere': {
    type: 'job-completed',
    ...common,
    pipeline: { number: 5, trigger_parameters: { gitlab } },
    job: { ...job, status: 'not_run' },
  },
  'job-completed for an app of GitHub': {
    type: 'job-completed',
    ...common,
    pipeline: { number: 9, trigger_parameters: { git, github_app: { commit_sha: sha } } },
    job,
  },
  'workflow-completed': { type: 'workflow-completed', ...common, workflow },
  'workflow-completed of nothing known': {
    type: 'workflow-completed',
    ...common,
    pipeline: { number: 8, vcs: null },
    workflow: { ...workflow, status: null },
  },
  'workflow-completed of a tag': {
    type: 'workflow-completed',
    ...common,
    pipeline: { number: 6, vcs: vcs('bitbucket.org', { ...untitled, tag: 'v2' }) },
    workflow: { ...workflow, status: 'canceled' },
  },
  'workflow-completed of some tag': {
    type: 'workflow-completed',
    ...common,
    pipeline: { number: 7, vcs: vcs('github.com', untitled) },
    workflow: { ...workflow, status: 'on_hold' },
  },
};
