// Deliveries of services that host code.
import { GITHUB } from './code-hosts/github.ts';
import { GITLAB } from './code-hosts/gitlab.ts';
import { headed, plain, type Sample } from './sample.ts';

export const CODE_HOSTS: readonly Sample[] = [
  ...headed('github', 'x-github-event', GITHUB, (kind) => kind.split(' ')[0]!),
  ...plain(
    'githubsponsors',
    Object.fromEntries(Object.entries(GITHUB).filter(([kind]) => kind.startsWith('sponsorship'))),
  ),
  ...headed('gitlab', 'x-gitlab-event', GITLAB, (kind) => kind.slice(0, kind.indexOf('Hook') + 4)),
];
