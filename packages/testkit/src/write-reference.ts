// `npm run reference`: records for the API reference the contract's parameter comments, and a call of each endpoint with its
// response. A recording whose shape still matches is kept, so that ids and keys do not change with every run. `--check`
// compares only the comments.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Endpoint, endpoints } from '@stoa/contract';
import { EXAMPLE_TARGET } from '../../server/src/pages/reference/example-code.ts';
import recorded from '../../server/src/pages/reference/reference.json' with { type: 'json' };
import { parameterComments } from './reference/contract-comments.ts';
import { openExampleStage } from './reference/prepare-example.ts';
import { sameShape } from './reference/same-shape.ts';
import { callRaw, texts } from './wire.ts';

type Entry = Record<'notes' | 'params' | 'answer', Record<string, unknown>>;

const FILE = fileURLToPath(new URL('../../server/src/pages/reference/reference.json', import.meta.url));
const LONGEST_ANSWER = 3000;
const LONGEST_TEXT = 160;

/** Shortens long lists and texts. */
function shorten(value: unknown, items: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shorten(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, items * 40);
  return Object.fromEntries(members.map(([name, member]) => [name, shorten(member, items)]));
}

function excerpt(answer: unknown): Record<string, unknown> {
  const short = shorten(answer, 2);
  return (JSON.stringify(short).length <= LONGEST_ANSWER ? short : shorten(answer, 1)) as Record<string, unknown>;
}

const comments = parameterComments();
const known = recorded as Record<string, Entry | undefined>;
if (process.argv.includes('--check')) {
  const stale = Object.keys(endpoints).filter((name) => !Bun.deepEquals(known[name]?.notes, comments[name]));
  if (stale.length > 0) console.error(`The API reference has old comments of ${stale.join(', ')}: npm run reference`);
  process.exit(stale.length > 0 ? 1 : 0);
}
const { server, prepare, stop } = await openExampleStage();
const written: Record<string, Entry> = {};
for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
  const { target, params } = await prepare(name as keyof typeof endpoints);
  const { body } = await callRaw(server.url, endpoint, texts(params), target);
  const neutral = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(server.url, EXAMPLE_TARGET.site).replaceAll('@stoa.example', '@example.org'),
    );
  const made = { notes: comments[name] ?? {}, params: neutral(params), answer: excerpt(neutral(body)) };
  const old = known[name];
  const holds = old && sameShape(old.params, made.params) && sameShape(old.answer, made.answer);
  written[name] = holds ? { ...old, notes: made.notes } : made;
}
await stop();
writeFileSync(FILE, `${JSON.stringify(written, null, 1)}\n`);
process.exit();
