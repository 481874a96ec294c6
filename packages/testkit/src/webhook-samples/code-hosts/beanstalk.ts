// Payloads of Beanstalk, written from its public documentation, with the fields that the formats read.

const git = {
  branch: 'main',
  ref: 'refs/heads/main',
  pusher_name: 'Mira M',
  repository: { name: 'engine', url: 'https://acme.beanstalk.example/engine' },
  commits: [
    {
      id: '2222222222222222222222222222222222222222',
      message: 'Turn the fan\n\nTwice.',
      url: 'https://acme.beanstalk.example/engine/changesets/2222',
      author: { name: 'Bo' },
    },
  ],
};
const revision = {
  revision: 3,
  author: 'mira',
  author_full_name: 'Mira M',
  message: 'Turn the fan\n\nTwice.',
  changeset_url: 'https://acme.beanstalk.example/engine/changesets/3',
};

export const BEANSTALK: Readonly<Record<string, unknown>> = {
  push: git,
  revision,
  'revision without a message': { ...revision, author_full_name: '', message: '' },
};
