// Payloads of RhodeCode, written from its public documentation, with the fields that the formats read.

const PAGE = 'https://code.example/engine';
const repo = { repo_name: 'engine', url: PAGE };
const branch = (name: string) => ({ name, url: `${PAGE}/changelog?branch=${name}` });
const commit = {
  raw_id: '2222222222222222222222222222222222222222',
  message: 'Turn the fan\n',
  url: `${PAGE}/changeset/2222`,
  author: 'Bo <bo@mail.example>',
  branch: 'main',
};
const pushOf = (push: object) => ({ event: { name: 'repo-push', repo, actor: { username: 'mira' }, push } });

export const RHODECODE: Readonly<Record<string, unknown>> = {
  push: pushOf({ branches: [branch('main')], tags: [], commits: [commit] }),
  'push of branches and a tag': pushOf({
    branches: [branch('main'), branch('fan')],
    tags: [{ name: 'v2', url: `${PAGE}/changelog?tag=v2` }],
    commits: [commit, { ...commit, message: 'Oil it' }],
  }),
  'push of a removed branch': pushOf({
    branches: [],
    commits: [{ raw_id: 'delete_branch=>fan', git_ref_change: 'branch_delete', branch: null }],
  }),
  'push of a tag': pushOf({
    branches: [],
    tags: [{ name: 'v3', url: null }],
    commits: [{ raw_id: 'tag=>v3', git_ref_change: 'tag_add' }],
  }),
  'push of a commit without a message': pushOf({ branches: [branch('main')], commits: [{ ...commit, message: null }] }),
  'push of nothing': pushOf({ branches: [], commits: [] }),
};
