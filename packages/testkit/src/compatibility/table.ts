// The table of supported API parts, derived from the contract, the tests and the list of the whole API.
import { type Endpoint, endpoints, events, states } from '@stoa/contract';
import { ABSENT_ENDPOINTS, ABSENT_EVENTS, ABSENT_FIELDS, RAW_ENDPOINTS } from './claims.ts';
import facts from './facts.json';
import { specifiedSection } from './specified.ts';
import { type ProvingTest, sortRules } from './tests-by-rule.ts';

export interface Line {
  readonly name: string;
  readonly documented: boolean;
  /** Empty for absent parts. */
  readonly rules: readonly string[];
  readonly files: readonly string[];
  readonly absent: string | null;
}

const RULES_NAMED = 8;
const FILES_NAMED = 2;

/** Parameters that have other names here. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

function proofs(tests: readonly ProvingTest[], mentions: RegExp): Pick<Line, 'rules' | 'files'> {
  const named = tests.filter(({ text }) => mentions.test(text));
  // A call made through a helper shared by tests is proved by all of them.
  const found = named.length > 0 ? named : tests.filter(({ shared }) => mentions.test(shared));
  const counts = new Map<string, number>();
  for (const { file } of found) counts.set(file, (counts.get(file) ?? 0) + 1);
  const files = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, FILES_NAMED);
  const files_left = new Set(files.map(([file]) => file));
  const rules = sortRules(found.filter(({ file }) => files_left.has(file)).flatMap((test) => test.rules));
  return { rules: rules.slice(0, RULES_NAMED), files: files.map(([file]) => file) };
}

/** Tests that name the endpoint, those of its slice first. */
function endpointProofs(tests: readonly ProvingTest[], name: string, path: string): Pick<Line, 'rules' | 'files'> {
  const call = new RegExp(`\\.${name}\\(|['"\`]/(?:api/v1/)?${path.slice(1).replace(/\{\w+\}/g, '[^\'"`]*')}['"\`?]`);
  return proofs(tests, call);
}

export function endpointLines(tests: readonly ProvingTest[]): Line[] {
  const left = Object.entries<Endpoint>(endpoints).map(([name, { method, path }]) => ({ name, method, path }));
  const take = (method: string, path: string) => {
    const same = left.filter((endpoint) => endpoint.method === method && shapeOf(endpoint.path) === shapeOf(path));
    const found = same.find((endpoint) => endpoint.path === path) ?? same[0];
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  const known = (facts.endpoints as [string, string, boolean][]).map(([method, path, documented]) => {
    const name = `${method} ${path}`;
    const found = take(method, path);
    if (found) return { name, documented, ...endpointProofs(tests, found.name, found.path), absent: null };
    const raw = RAW_ENDPOINTS[name];
    if (raw) return { name, documented, rules: raw, files: filesOf(tests, raw), absent: null };
    return { name, documented, rules: [], files: [], absent: ABSENT_ENDPOINTS[name] ?? '' };
  });
  const own = left.map(({ name, method, path }) => ({
    name: `${method} ${path}`,
    documented: false,
    ...endpointProofs(tests, name, path),
    absent: null,
  }));
  return [...known, ...own];
}

function filesOf(tests: readonly ProvingTest[], rules: readonly string[]): string[] {
  const files = tests.filter((test) => test.rules.some((rule) => rules.includes(rule))).map(({ file }) => file);
  return [...new Set(files)].slice(0, FILES_NAMED);
}

export function eventLines(tests: readonly ProvingTest[]): Line[] {
  const nameOf = (type: string, op: string | null) => (op === null ? type : `${type} / ${op}`);
  const declared = new Set(events.map(({ type, op }) => nameOf(type, op)));
  return (facts.events as [string, string | null][]).map(([type, op]) => {
    const name = nameOf(type, op);
    if (!declared.has(name)) return { name, documented: true, rules: [], files: [], absent: ABSENT_EVENTS[name] ?? '' };
    const both = op === null ? `'${type}'` : `'${type}'[\\s\\S]*'${op}'|'${type} ${op}'|'${op}'[\\s\\S]*'${type}'`;
    const exact = proofs(tests, new RegExp(both));
    if (exact.rules.length > 0) return { name, documented: true, ...exact, absent: null };
    // The events of every write are compared with register; the calls that emit an event are its proof.
    const emitting = Object.entries<Endpoint>(endpoints).filter(([, { emits }]) =>
      emits.some((event) => event.type === type && event.op === op),
    );
    const calls = emitting.map(([endpoint]) => `\\.${endpoint}\\(`).join('|');
    return { name, documented: true, ...proofs(tests, new RegExp(calls || '(?!)')), absent: null };
  });
}

export function fieldLines(tests: readonly ProvingTest[]): Line[] {
  const declared = new Map(
    Object.values(states).flatMap(({ fields, fetch }) => Object.keys(fields.shape).map((field) => [field, fetch])),
  );
  return (facts.register_fields as string[]).map((field) => {
    const fetch = declared.get(field);
    if (!fetch && !ALWAYS.has(field))
      return { name: field, documented: true, rules: [], files: [], absent: ABSENT_FIELDS[field] ?? '' };
    const named = proofs(tests, new RegExp(`\\b${field}\\b`));
    // Parts that no test names are in responses that every event test compares as a whole.
    const { rules, files } = named.rules.length > 0 ? named : proofs(tests, /\bregisterQueue\(/);
    return { name: field, documented: true, rules, files, absent: null };
  });
}

/** Part of every register response, whatever is fetched. */
const ALWAYS = new Set([
  'queue_id',
  'last_event_id',
  'idle_queue_timeout_secs',
  'zulip_version',
  'zulip_feature_level',
  'zulip_merge_base',
  'service_feature_level',
  'ignored_parameters_unsupported',
]);

export function compatibilityPage(tests: readonly ProvingTest[]): string {
  return `${[
    '# Compatibility',
    '',
    `Which parts of the API of existing clients (feature level ${facts.feature_level}) Stoa serves, the rules of \`spec/\` behind each (up to eight),`,
    'and the tests that prove it (up to two files). Made by `npm run compatibility`; a test fails when this page and the code disagree.',
    '',
    ...specifiedSection(tests),
    ...section('Endpoints', 'Endpoint', endpointLines(tests)),
    ...section('Events', 'Event', eventLines(tests)),
    ...section('Fields of register', 'Field', fieldLines(tests)),
  ].join('\n')}`;
}

function section(title: string, column: string, lines: readonly Line[]): string[] {
  const there = lines.filter(({ absent }) => absent === null);
  return [
    `## ${title}`,
    '',
    `${there.length} of ${lines.length}.`,
    '',
    `| ${column} | Rules | Tests |`,
    '| --- | --- | --- |',
    ...lines.map(({ name, documented, rules, files, absent }) => {
      const shown = documented ? `\`${name}\`` : `\`${name}\` (undocumented)`;
      if (absent !== null) return `| ${shown} | absent | ${absent} |`;
      return `| ${shown} | ${rules.join(' ')} | ${files.map((file) => file.replace('packages/server/src/', '')).join(' ')} |`;
    }),
    '',
  ];
}
