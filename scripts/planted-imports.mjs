// A small lawful workspace and one violation of each import rule, to prove that the guard works.
const server = 'packages/server/src';

/** Allowed imports: none may be reported. */
export const lawful = {
  'packages/contract/src/index.ts': "import { z } from 'zod';\nexport const schema = z.object({});",
  'packages/markdown/src/index.ts': 'export const render = (text: string) => text;',
  'packages/sdk/src/index.ts': "import { schema } from '@stoa/contract';\nexport const client = schema;",
  'packages/testkit/src/index.ts':
    "import { client } from '@stoa/sdk';\nimport { app } from '@stoa/server';\nexport const kit = [client, app, Bun.version];",
  'packages/web/src/index.ts':
    "import { render } from '@stoa/markdown';\nimport { client } from '@stoa/sdk';\nexport const page = [render, client];",
  'packages/web/src/base/cells/cell.ts': 'export const cell = 1;',
  'packages/web/src/base/ui/icon.tsx': "import { cell } from '../cells/cell.ts';\nexport const icon = cell;",
  'packages/web/src/features/search/box.tsx':
    "import { icon } from '../../base/ui/icon.tsx';\nexport const box = icon;",
  'packages/web/src/features/inbox/inbox.tsx': "import { box } from '../search/box.tsx';\nexport const inbox = box;",
  'packages/web/src/app/shell.tsx': "import { inbox } from '../features/inbox/inbox.tsx';\nexport const shell = inbox;",
  [`${server}/index.ts`]: "export { app } from './app.ts';",
  [`${server}/cli/main.ts`]: "import { run } from './run.ts';\nrun();",
  [`${server}/cli/run.ts`]: "import { app } from '../app.ts';\nexport const run = () => app;",
  [`${server}/app.ts`]:
    "import { health } from './pages/health.ts';\nimport { routes } from './features/drafts/drafts.routes.ts';\nimport { first } from './migrations/0001-first.ts';\nexport const app = [routes, first, health];",
  [`${server}/pages/health.ts`]: "import { log } from '../feed/log.ts';\nexport const health = log;",
  [`${server}/migrations/0001-first.ts`]: "import { open } from '../kit/database/open.ts';\nexport const first = open;",
  [`${server}/feed/log.ts`]: "import { write } from '../kit/write/write.ts';\nexport const log = write;",
  [`${server}/kit/write/write.ts`]: "import { schema } from '@stoa/contract';\nexport const write = schema;",
  [`${server}/kit/time/clock.ts`]: 'export const clock = () => new Date();',
  [`${server}/kit/http/route.ts`]: 'export const route = () => Bun.version;',
  [`${server}/kit/database/open.ts`]:
    "import { Database } from 'bun:sqlite';\nimport pg from 'pg';\nexport const open = [Database, pg];\nexport type Store = { open: typeof open };",
  [`${server}/features/drafts/drafts.routes.ts`]:
    "import { route } from '../../kit/http/route.ts';\nimport type { Store } from '../../kit/database/open.ts';\nimport { listDrafts } from './drafts.queries.ts';\nimport { addDraft } from './drafts.actions.ts';\nexport const routes = (store: Store) => [route, listDrafts, addDraft, store];",
  [`${server}/features/drafts/drafts.queries.ts`]:
    "import pg from 'pg';\nimport { findUser } from '../../identity/users/users.queries.ts';\nimport type { DraftRow } from './drafts.tables.ts';\nexport const listDrafts = (row: DraftRow) => [pg, findUser, row];",
  [`${server}/features/drafts/drafts.actions.ts`]:
    "import { canWrite } from '../../identity/users/users.rules.ts';\nimport { write } from '../../kit/write/write.ts';\nexport const addDraft = [write, canWrite];",
  [`${server}/features/drafts/drafts.tables.ts`]: 'export type DraftRow = { id: number };\nexport const drafts = 1;',
  [`${server}/features/drafts/drafts.test.ts`]:
    "import { it } from 'bun:test';\nimport { kit } from '@stoa/testkit';\nit('runs', () => void kit);",
  [`${server}/features/notes/notes.actions.ts`]:
    "import { addDraft } from '../drafts/drafts.actions.ts';\nexport const addNote = addDraft;",
  [`${server}/conversation/channels/channels.queries.ts`]:
    "import { findUser } from '../../identity/users/users.queries.ts';\nexport const findChannel = findUser;",
  [`${server}/delivery/push/push.actions.ts`]:
    "import { addDraft } from '../../features/drafts/drafts.actions.ts';\nexport const push = addDraft;",
  [`${server}/identity/users/users.queries.ts`]:
    "import { canWrite } from './users.rules.ts';\nexport const findUser = canWrite;",
  [`${server}/identity/users/users.rules.ts`]: 'export const canWrite = () => true;',
  [`${server}/identity/users/users.actions.ts`]: 'export const addUser = 1;',
  [`${server}/identity/users/users.tables.ts`]: 'export type UserRow = { id: number };\nexport const users = 1;',
  [`${server}/identity/users/users.routes.ts`]: 'export const userRoutes = 1;',
  [`${server}/identity/users/inner.ts`]: 'export const inner = 1;',
  [`${server}/identity/users/outer.ts`]:
    "import { inner } from './inner.ts';\nexport interface Outer { readonly inner: typeof inner }",
};

/** Rule, file, text: added to the lawful tree, each must be reported by that rule for that file (`#` is a number). */
export const violations = [
  ['resolvable', 'packages/sdk/src/planted-#.ts', "export * from './nowhere.ts';"],
  [
    'no-cycles',
    `${server}/identity/users/users.rules.ts`,
    "import { findUser } from './users.queries.ts';\nexport const canWrite = () => findUser;",
  ],
  [
    'no-cycles',
    `${server}/identity/users/inner.ts`,
    "import type { Outer } from './outer.ts';\nexport const inner = (outer: Outer) => outer;",
  ],
  ['contract-alone', 'packages/contract/src/planted-#.ts', "export * from '@stoa/markdown';"],
  ['contract-alone', 'packages/contract/src/planted-#.ts', "export { readFile } from 'node:fs';"],
  ['contract-alone', 'packages/contract/src/planted-#.ts', "export * from 'pg';"],
  ['markdown-alone', 'packages/markdown/src/planted-#.ts', "export * from '@stoa/contract';"],
  ['markdown-alone', 'packages/markdown/src/planted-#.ts', "export { readFile } from 'node:fs';"],
  ['sdk-on-contract', 'packages/sdk/src/planted-#.ts', "export * from '@stoa/server';"],
  ['sdk-on-contract', 'packages/sdk/src/planted-#.ts', "export * from '../../server/src/app.ts';"],
  ['sdk-on-contract', 'packages/sdk/src/planted-#.ts', "export { readFile } from 'node:fs';"],
  [
    'web-through-sdk',
    'packages/web/src/planted-#.ts',
    "import type { app } from '@stoa/server';\nexport type App = typeof app;",
  ],
  ['web-tiers', 'packages/web/src/base/ui/planted-#.ts', "export type { box } from '../../features/search/box.tsx';"],
  ['web-tiers', 'packages/web/src/features/search/planted-#.ts', "export * from '../../app/shell.tsx';"],
  [
    'web-folders',
    'packages/web/src/base/cells/planted-#.ts',
    "import type { icon } from '../ui/icon.tsx';\nexport type Planted = typeof icon;",
  ],
  ['server-below-clients', `${server}/features/drafts/planted-#.ts`, "export * from '@stoa/sdk';"],
  ['server-below-clients', `${server}/features/drafts/planted-#.ts`, "export * from '@stoa/testkit';"],
  ['testkit-no-web', 'packages/testkit/src/planted-#.ts', "export * from '@stoa/web';"],
  ['kit-below-all', `${server}/kit/planted-#.ts`, "export * from '../feed/log.ts';"],
  ['kit-below-all', `${server}/kit/http/planted-#.ts`, "export * from '../../features/drafts/drafts.queries.ts';"],
  ['feed-on-kit', `${server}/feed/planted-#.ts`, "export * from '../features/drafts/drafts.queries.ts';"],
  [
    'migrations-on-kit',
    `${server}/migrations/0002-planted-#.ts`,
    "export * from '../features/drafts/drafts.tables.ts';",
  ],
  ['pages-on-feed', `${server}/pages/planted-#.ts`, "export * from '../features/drafts/drafts.queries.ts';"],
  [
    'server-tiers',
    `${server}/features/drafts/planted-#.actions.ts`,
    "export * from '../../delivery/push/push.actions.ts';",
  ],
  [
    'server-tiers',
    `${server}/conversation/channels/planted-#.queries.ts`,
    "import type { DraftRow } from '../../features/drafts/drafts.queries.ts';\nexport type Planted = DraftRow;",
  ],
  [
    'server-tiers',
    `${server}/identity/users/planted-#.queries.ts`,
    "export * from '../../conversation/channels/channels.queries.ts';",
  ],
  ['slice-below-app', `${server}/features/drafts/planted-#.ts`, "export * from '../../app.ts';"],
  ['app-below-commands', `${server}/app.ts`, "export * from './cli/run.ts';"],
  ['main-is-last', `${server}/cli/planted-#.ts`, "export * from './main.ts';"],
  [
    'across-slices',
    `${server}/features/drafts/planted-#.queries.ts`,
    "import type { UserRow } from '../../identity/users/users.tables.ts';\nexport type X = UserRow;\nexport const listDrafts = 1;",
  ],
  ['across-slices', `${server}/features/drafts/planted-#.ts`, "export * from '../../identity/users/users.routes.ts';"],
  ['across-slices', `${server}/features/drafts/planted-#.ts`, "export * from '../../identity/users/inner.ts';"],
  ['routes-no-sql', `${server}/features/drafts/planted-#.routes.ts`, "export { default as routes } from 'pg';"],
  [
    'routes-no-sql',
    `${server}/features/drafts/planted-#.routes.ts`,
    "export { open as routes } from '../../kit/database/open.ts';",
  ],
  [
    'routes-no-sql',
    `${server}/features/drafts/planted-#.routes.ts`,
    "export { drafts as routes } from './drafts.tables.ts';",
  ],
  [
    'no-http-below-routes',
    `${server}/features/drafts/planted-#.actions.ts`,
    "export { route as addDraft } from '../../kit/http/route.ts';",
  ],
  [
    'queries-only-read',
    `${server}/features/drafts/planted-#.queries.ts`,
    "export { addUser as listDrafts } from '../../identity/users/users.actions.ts';",
  ],
  ['rules-are-pure', `${server}/features/drafts/planted-#.rules.ts`, "export * from './drafts.queries.ts';"],
  ['rules-are-pure', `${server}/features/drafts/planted-#.rules.ts`, "export * from '../../kit/time/clock.ts';"],
  ['runtime-in-kit', `${server}/kit/planted-#.ts`, "export * from 'bun:sqlite';"],
  ['runtime-in-kit', `${server}/features/drafts/planted-#.ts`, "export * from 'bun';"],
];

/** Two folders, a file in the first, text: the import that closes a circle. */
export const plantedCircle = [
  ['features/drafts', 'features/notes'],
  `${server}/features/drafts/planted.queries.ts`,
  "import type { addNote } from '../notes/notes.actions.ts';\nexport type Planted = typeof addNote;",
];

/** Word, file, text: violations that imports do not show. */
export const plantedWords = [
  ['Bun', `${server}/features/drafts/planted.ts`, 'export const planted = Bun.version;'],
  ['Bun', `${server}/kit/planted.ts`, 'export const planted = globalThis.Bun;'],
  ['import.meta.dir', 'packages/sdk/src/planted.ts', 'export const planted = import.meta.dir;'],
  ['emit', `${server}/features/drafts/drafts.queries.ts`, 'export const planted = () => write.emit(1);'],
  ['undone', 'packages/sdk/src/planted.test.ts', '// An import that is taken back.'],
];

/** Message, file, text: statements where none are allowed. */
export const plantedStatements = [
  ...['routes', 'present', 'pages', 'rules', 'jobs'].map((role) => [
    'outside queries and actions',
    `${server}/features/drafts/drafts.${role}.ts`,
    "export const planted = 'select 1 from drafts';",
  ]),
  ['outside queries', `${server}/features/drafts/drafts.routes.ts`, `export const planted = sql\`select \${1}\`;`],
  [
    'outside queries',
    `${server}/features/drafts/planted.ts`,
    `export const planted = \`update \${table} set id = 1\`;`,
  ],
  ['outside queries', `${server}/events/planted.ts`, "export const planted = 'with one as (select 1) select 1';"],
  ['outside queries', `${server}/features/drafts/drafts.routes.ts`, 'export const planted = () => db.all(DRAFTS);'],
  [
    'outside queries',
    `${server}/features/drafts/drafts.pages.ts`,
    'export const planted = () => store.db.get(DRAFTS);',
  ],
  [
    'outside queries',
    `${server}/features/drafts/drafts.present.ts`,
    'export const planted = () => context.tx.run(DROP);',
  ],
  ['in queries', `${server}/features/drafts/drafts.queries.ts`, "export const planted = 'delete from drafts';"],
  [
    'in queries',
    `${server}/features/drafts/drafts.queries.ts`,
    `export const planted = sql\`insert into drafts \${1}\`;`,
  ],
  ['in queries', `${server}/features/drafts/drafts.queries.ts`, 'export const planted = () => tx.run(DROP);'],
  [
    'in queries',
    `${server}/features/drafts/drafts.queries.ts`,
    "export const planted = 'with gone as (delete from drafts) select 1';",
  ],
];

/** File, text: allowed statements, and text that only resembles one. */
export const lawfulStatements = [
  [`${server}/features/drafts/drafts.queries.ts`, "export const listed = () => db.all('select 1 from drafts');"],
  [`${server}/features/drafts/drafts.actions.ts`, "export const removed = () => tx.run('delete from drafts');"],
  [
    `${server}/features/drafts/drafts.routes.ts`,
    "export const given = () => [headers.get('a'), 'selected', 'with one'];",
  ],
];
