// Payloads of Semaphore, written from its public documentation, with the fields that the formats read.

const build = {
  project_name: 'engine',
  branch_name: 'main',
  event: 'build',
  result: 'failed',
  build_number: 314,
  build_url: 'https://semaphore.example/acme/engine/branches/main/builds/314',
  commit: {
    id: '2222222222222222222222222222222222222222',
    url: 'https://github.com/acme/engine/commit/2222',
    message: 'Turn the fan\n\nTwice.',
    author_name: 'Mira M',
    author_email: '',
  },
};
const deploy = {
  ...build,
  event: 'deploy',
  result: 'passed',
  number: 17,
  html_url: 'https://semaphore.example/acme/engine/servers/a/deploys/17',
  build_html_url: build.build_url,
  server_name: 'a',
};
const revision = {
  sender: { login: 'mira' },
  commit_sha: build.commit.id,
  commit_message: build.commit.message,
  branch: null,
  tag: null,
  pull_request: null,
};
const pipelineOf = (reference_type: string, more: object, url = 'https://github.com/acme/engine') => ({
  version: '1.0.0',
  organization: { name: 'acme' },
  project: { name: 'engine' },
  repository: { url },
  revision: { ...revision, reference_type, ...more },
  workflow: { id: 'w1' },
  pipeline: { id: 'p1', name: 'Tests', state: 'done', result: 'passed' },
});

export const SEMAPHORE: Readonly<Record<string, unknown>> = {
  build,
  'build without a commit': { ...build, commit: null },
  deploy,
  unknown: { ...deploy, event: 'nap' },
  branch: pipelineOf('branch', { branch: { name: 'fan' } }),
  'branch elsewhere': pipelineOf('branch', { branch: { name: 'fan' } }, 'https://gitlab.com/acme/engine'),
  pull_request: pipelineOf('pull_request', {
    pull_request: { number: '3', name: 'Cool the pump', branch_name: 'fan' },
  }),
  tag: pipelineOf('tag', { tag: { name: 'v2' } }),
};
