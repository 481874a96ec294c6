// Bundles the contract without its schemas. Clients rely on what servers send and validate nothing, so of a declaration
// they need plain values, reducers and how a call is encoded. A plugin for Bun's bundler; declarations are evaluated here, in
// the builder, and the bundle has their values. What can't be a plain value is dropped unless the client uses it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

const contract = join(root, 'packages', 'contract', 'src');
const call_plans = join(root, 'packages', 'sdk', 'src', 'call-plans.ts');

/** Whether JSON says all of a value. */
function isPlain(value) {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isPlain);
}

/**
 * The statements of a module. Bun prints each statement of a module from the start of a line, and what is within it indented
 * or behind a closing bracket.
 */
function statementsOf(code) {
  const statements = [];
  for (const line of code.split('\n'))
    if (/^[\s)\]}`]/.test(line) || line === '') statements.push(`${statements.pop() ?? ''}\n${line}`);
    else statements.push(line);
  return statements;
}

const DECLARATION = /^(export )?const (\w+) = ([\s\S]*);\s*$/;
const FUNCTION = /^(async )?(\w+|\([\s\S]*?\)) =>/;
/** A slice's declaration: only its reducers run in clients. */
const REDUCERS = /^ {2}reduce: (\[[^\]]*\]),?$/m;

function reducersOf(name, init, slice) {
  const reducers = REDUCERS.exec(init)?.[1] ?? '[]';
  if (reducers.split(',').filter((name) => /\w/.test(name)).length !== slice.reduce.length)
    throw new Error(`the reducers of ${name} are not where they were expected`);
  return `{ reduce: ${reducers} }`;
}

function withoutSchemas(statement, values) {
  const [, exported = '', name, init] = DECLARATION.exec(statement) ?? [];
  if (init === undefined || !/[(.]/.test(init) || FUNCTION.test(init)) return statement;
  const value = values[name];
  if (init.startsWith('slice(')) return `${exported}const ${name} = ${reducersOf(name, init, value)};`;
  if (exported && isPlain(value)) return `${exported}const ${name} = ${JSON.stringify(value)};`;
  if (exported && value instanceof Set && isPlain([...value]))
    return `${exported}const ${name} = new Set(${JSON.stringify([...value])});`;
  // The bundler drops it if nothing refers to it.
  return `${exported}const ${name} = /* @__PURE__ */ (() => (${init}))();`;
}

const load = (path) => import(pathToFileURL(path).href);

async function evaluated(path) {
  const code = new Bun.Transpiler({ loader: 'ts' }).transformSync(readFileSync(path, 'utf8'));
  const values = await load(path);
  return statementsOf(code)
    .map((statement) => withoutSchemas(statement, values))
    .join('\n');
}

async function evaluatedPlans() {
  const { callNames, planNamed } = await load(call_plans);
  // A line each, in words: a tenth smaller than JSON once compressed, and all of it is in the first view.
  const lines = callNames.map((name) => {
    const { method, path, texts } = planNamed(name);
    return [name, method, path, ...texts].join(' ');
  });
  return `const plans = Object.fromEntries(${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
  const [name, method, path, ...texts] = line.split(' ');
  return [name, { method, path, texts }];
}));
export const callNames = Object.keys(plans);
export const planNamed = (name) => plans[name];`;
}

export const contractAsData = {
  name: 'contract-as-data',
  setup(build) {
    const modules = new Set(
      readdirSync(contract, { recursive: true })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => join(contract, name)),
    );
    build.onLoad({ filter: /packages\/(contract|sdk)\/src\/.*\.ts$/ }, async ({ path }) => {
      if (path === call_plans) return { contents: await evaluatedPlans(), loader: 'js' };
      if (modules.has(path)) return { contents: await evaluated(path), loader: 'js' };
    });
  },
};
