// Pages of commits, branches and tags on the hosts that build services name only by the repository's address. Pure.
import { inAddress } from '../code-hosts/git-host.rules.ts';

type Page = 'commit' | 'branch' | 'tag';

const GITHUB: Readonly<Record<Page, string>> = { commit: 'commit', branch: 'tree', tag: 'releases/tag' };
const PATHS: Readonly<Record<string, Readonly<Record<Page, string>>>> = {
  bitbucket: { commit: 'commits', branch: 'branch', tag: 'src' },
  github: GITHUB,
  gitlab: { commit: '-/commit', branch: '-/tree', tag: '-/tags' },
};

/** Null if the address of the repository is unknown; other hosts than the known ones are like GitHub. */
export function repositoryPage(url: string | null | undefined, page: Page, name: string): string | null {
  if (!url) return null;
  const host = Object.keys(PATHS).find((known) => url.includes(known)) ?? 'github';
  const path = name.split('/').map(inAddress).join('/');
  return `${url.replace(/(\.git)?\/?$/, '')}/${PATHS[host]![page]}/${path}`;
}
