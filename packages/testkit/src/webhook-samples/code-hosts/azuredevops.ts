// Payloads of Azure DevOps, written from its public documentation, with the fields that the formats read.

const repository = { name: 'engine', remoteUrl: 'https://acme@dev.azure.example/acme/engine/_git/engine' };
const OLD = '1111111111111111111111111111111111111111';
const NEW = '2222222222222222222222222222222222222222';
const ZEROS = '0000000000000000000000000000000000000000';
const mira = { displayName: 'Mira M' };
const bo = { displayName: 'Bo' };

const push = (name: string, oldObjectId: string, newObjectId: string, more: object = {}) => ({
  eventType: 'git.push',
  resource: { repository, pushedBy: mira, refUpdates: [{ name, oldObjectId, newObjectId }], ...more },
});
const commits = [{ commitId: NEW, comment: 'Turn the fan', author: bo }];
const request = {
  repository,
  pullRequestId: 2,
  title: 'Cool the pump',
  description: 'Adds a fan.',
  status: 'active',
  mergeStatus: 'succeeded',
  sourceRefName: 'refs/heads/fan',
  targetRefName: 'refs/heads/main',
  createdBy: mira,
  reviewers: [bo],
  _links: { web: { href: 'https://dev.azure.example/acme/engine/_git/engine/pullrequest/2' } },
};
const requestEvent = (kind: string, more: object = {}, said = '') => ({
  eventType: `git.pullrequest.${kind}`,
  message: { text: said },
  resource: { ...request, ...more },
});

export const AZUREDEVOPS: Readonly<Record<string, unknown>> = {
  push: push('refs/heads/main', OLD, NEW, { commits }),
  'push of a new branch': push('refs/heads/fan', ZEROS, NEW),
  'push of a removed branch': push('refs/heads/fan', OLD, ZEROS),
  'push of a tag': push('refs/tags/v2', ZEROS, NEW),
  'pull request created': requestEvent('created'),
  'pull request updated': requestEvent('updated', {}, 'Bo updated the source branch of pull request 2'),
  'pull request abandoned': requestEvent('updated', { status: 'abandoned', _links: undefined }),
  'pull request merged': requestEvent('merged', { status: 'completed', closedBy: bo }),
  'pull request tried': requestEvent('merged'),
  'pull request in conflict': requestEvent('merged', { mergeStatus: 'conflicts' }),
};
