// Deliveries of services that host code.
import { AZUREDEVOPS } from './code-hosts/azuredevops.ts';
import { BEANSTALK } from './code-hosts/beanstalk.ts';
import { BITBUCKET, BITBUCKET2, BITBUCKET3 } from './code-hosts/bitbucket.ts';
import { GITHUB } from './code-hosts/github.ts';
import { GITLAB } from './code-hosts/gitlab.ts';
import { GITEA, GOGS } from './code-hosts/gogs.ts';
import { REVIEWBOARD } from './code-hosts/reviewboard.ts';
import { RHODECODE } from './code-hosts/rhodecode.ts';
import { headed, plain, type Sample } from './sample.ts';

export const CODE_HOSTS: readonly Sample[] = [
  ...plain('azuredevops', AZUREDEVOPS),
  ...plain('beanstalk', BEANSTALK),
  ...plain('bitbucket', BITBUCKET),
  ...headed('bitbucket2', 'x-event-key', BITBUCKET2, (kind) => kind.split(' ')[0]!),
  ...plain('bitbucket3', BITBUCKET3),
  ...headed('gitea', 'x-gitea-event', GITEA, (kind) => kind.split(' ')[0]!),
  ...headed('github', 'x-github-event', GITHUB, (kind) => kind.split(' ')[0]!),
  ...plain(
    'githubsponsors',
    Object.fromEntries(Object.entries(GITHUB).filter(([kind]) => kind.startsWith('sponsorship'))),
  ),
  ...headed('gitlab', 'x-gitlab-event', GITLAB, (kind) => kind.slice(0, kind.indexOf('Hook') + 4)),
  ...headed('gogs', 'x-gogs-event', GOGS, (kind) => kind.split(' ')[0]!),
  ...plain('gogs', { 'push without a header': GOGS.push }),
  ...plain('reviewboard', REVIEWBOARD),
  ...plain('rhodecode', RHODECODE),
];
