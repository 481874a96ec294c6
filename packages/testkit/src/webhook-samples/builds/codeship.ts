// Payloads of Codeship, written from its public documentation, with the fields that the formats read.

const build = {
  build_url: 'https://www.codeship.example/projects/10/builds/97',
  project_name: 'acme/engine',
  status: 'error',
  committer: 'mira',
  branch: 'main',
};

export const CODESHIP: Readonly<Record<string, unknown>> = {
  error: { build },
  success: { build: { ...build, status: 'success' } },
  testing: { build: { ...build, status: 'testing', committer: null } },
  other: { build: { ...build, status: 'waiting' } },
};
