// Which way imports run. `npm run check:imports` proves each rule alive on a planted violation before it judges the tree.
// In `from.path` of a package's rule the tests stand aside: they may reach for the test kit and for the runtime's own tests.
const server = '^packages/server/src/';
const tests = '\\.test\\.tsx?$';
const web = '^packages/web/src/';
const web_tiers = ['base', 'model', 'domain', 'features', 'app'];
const outer = `${server}(app|base|hooks|index|services|slices|sockets)\\.ts$|${server}(backup|cli|config|dev|events|monitoring|pages|migrations)/`;
const inner = `${server}(feed|kit)/`;
const tiers = '(?:identity|conversation|features|delivery)';
const server_tiers = ['kit', 'feed', 'slice', 'identity', 'conversation', 'features', 'delivery'];
const slice = { path: `${server}(${tiers}/[^/]+)/`, pathNot: `${outer}|${inner}|${tests}` };

// Modules without a role that a slice offers to the others, each pure or nearly so.
const offered = `${server}(identity/(auth/(passwords|password-strength)|membership/system-groups)|conversation/messages/queue-narrow)\\.ts$`;

/** One direction: what lies in `from` may not import `to`. */
function never(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

module.exports = {
  forbidden: [
    never('resolvable', 'every import leads somewhere', {}, { couldNotResolve: true }),
    never(
      'no-cycles',
      'files that need each other, if only by types, are one file; a command may name the code that it loads when it is called',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),

    never(
      'contract-alone',
      'the contract imports zod only, and so runs anywhere',
      { path: '^packages/contract/src/', pathNot: tests },
      { pathNot: '^packages/contract/src/|(^|/)node_modules/zod/' },
    ),
    never(
      'markdown-alone',
      'Markdown imports no other package of ours and nothing a browser lacks',
      { path: '^packages/markdown/src/', pathNot: tests },
      { pathNot: '^packages/markdown/|(^|/)node_modules/(?!@stoa/)' },
    ),
    never(
      'sdk-on-contract',
      'the SDK stands on the contract alone and runs in a browser',
      { path: '^packages/sdk/src/', pathNot: tests },
      { pathNot: '^packages/(sdk|contract)/src/|(^|/)node_modules/(?!@stoa/)' },
    ),
    never(
      'web-through-sdk',
      'the web client knows the server through the SDK and the contract only',
      { path: '^packages/web/', pathNot: tests },
      { path: '^packages/(?!web/|sdk/|contract/|markdown/)' },
    ),
    ...web_tiers.map((tier, at) =>
      never(
        'web-tiers',
        'a tier of the web client imports itself and those below it',
        { path: `${web}${tier}/` },
        { path: web, pathNot: `${web}(${web_tiers.slice(0, at + 1).join('|')})/` },
      ),
    ),
    {
      ...never(
        'web-folders',
        'folders of the web client form no circle, not even by types',
        { path: web },
        { circular: true },
      ),
      scope: 'folder',
    },
    never(
      'server-below-clients',
      'the server imports neither a client nor the test kit',
      { path: '^packages/server/', pathNot: tests },
      { path: '^packages/(sdk|testkit|web)/' },
    ),
    never(
      'testkit-no-web',
      'the test kit knows no client but the SDK',
      { path: '^packages/testkit/' },
      { path: '^packages/web/' },
    ),

    never(
      'kit-below-all',
      'the kit knows no feed and no slice',
      { path: `${server}kit/`, pathNot: tests },
      { path: server, pathNot: `${server}kit/` },
    ),
    never(
      'feed-on-kit',
      'the feed knows no slice',
      { path: `${server}feed/`, pathNot: tests },
      { path: server, pathNot: inner },
    ),
    never(
      'migrations-on-kit',
      'a migration is frozen text: it may not change with the code around it',
      { path: `${server}migrations/`, pathNot: tests },
      { path: server, pathNot: `${server}(migrations|kit)/` },
    ),
    never(
      'pages-on-feed',
      'pages outside the API and metrics know no slice',
      { path: `${server}(monitoring|pages)/`, pathNot: tests },
      { path: server, pathNot: `${inner}|${server}(monitoring|pages)/` },
    ),
    ...server_tiers
      .slice(2)
      .map((tier, at) =>
        never(
          'server-tiers',
          'a tier of the server imports itself and those below it; it announces what higher ones act on by hooks',
          { path: `${server}${tier}/`, pathNot: tests },
          { path: server, pathNot: `${server}(${server_tiers.slice(0, at + 3).join('|')})/` },
        ),
      ),
    never('slice-below-app', 'a slice does not know what puts it together', slice, { path: outer }),
    never(
      'app-below-commands',
      'the app does not know who starts it',
      { path: `${server}app\\.ts$` },
      { path: `${server}(cli|dev)/` },
    ),
    never('main-is-last', 'nothing imports the entry', {}, { path: `${server}cli/main\\.ts$` }),

    never(
      'across-slices',
      "a slice uses another's queries, rules, actions, hooks and wire forms, never its routes, tables or inner parts",
      slice,
      {
        path: `${server}${tiers}/[^/]+/`,
        pathNot: `${offered}|${server}$1/|\\.(queries|rules|actions|present|hooks)\\.ts$`,
      },
    ),
    never(
      'routes-no-sql',
      'a route binds an endpoint to one call; SQL is in queries and actions',
      { path: '\\.routes\\.ts$' },
      {
        path: `(^|/)node_modules/(pg)/|^bun:sqlite$|${server}kit/database/|\\.tables\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'no-http-below-routes',
      'reading, writing and deciding know nothing of HTTP',
      { path: '\\.(queries|actions|rules|tables)\\.ts$' },
      { path: `${server}kit/http/|\\.routes\\.ts$` },
    ),
    never('queries-only-read', 'a query writes nothing', { path: '\\.queries\\.ts$' }, { path: '\\.actions\\.ts$' }),
    never(
      'rules-are-pure',
      'a rule decides from what it is given; a condition in SQL is text until a query runs it',
      { path: '\\.rules\\.ts$' },
      {
        path: `\\.(queries|actions)\\.ts$|${server}kit/(database/(?!sql\\.ts)|time/clock|write/)|(^|/)node_modules/(pg)/`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'runtime-in-kit',
      'only kit/http, kit/database and kit/runtime know the runtime, so it stays replaceable',
      {
        path: '^packages/',
        pathNot: `${server}kit/(http|database|runtime)/|^packages/testkit/|${tests}`,
      },
      { path: '(^|/)node_modules/bun(-types)?/|^bun(:|$)' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: '(^|/)node_modules/' },
    builtInModules: { add: ['bun', 'bun:ffi', 'bun:jsc', 'bun:sqlite', 'bun:test'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json', '.mjs', '.cjs'],
    },
  },
};
