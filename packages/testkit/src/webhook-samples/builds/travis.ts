// Payloads of Travis CI, written from its public documentation, with the fields that the formats read.

const build = {
  type: 'push',
  status_message: 'Passed',
  author_name: 'mira',
  build_url: 'https://travis.example/acme/engine/builds/92',
  compare_url: 'https://github.com/acme/engine/compare/1111...2222',
};

export const TRAVIS: Readonly<Record<string, unknown>> = {
  push: build,
  'push failed': { ...build, status_message: 'Still Failing', author_name: null },
  'push in a new state': { ...build, status_message: 'Napping', compare_url: null },
  pull_request: { ...build, type: 'pull_request' },
};
