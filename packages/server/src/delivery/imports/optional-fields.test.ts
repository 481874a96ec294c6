// Every optional field of every format with values of every other kind: the field is ignored and reported.
import { describe, expect, it } from 'bun:test';
import { type ChatArchive, type ChatFile, chatArchives, chatFiles } from '@stoa/testkit';
import { serialize } from 'bson';
import type { z } from 'zod';
import { ArchiveError } from './archive-error.ts';
import { memorySource } from './memory-source.ts';
import { openArchive, type Plan, planImport } from './plan.ts';
import { Bot, User } from './readers/mattermost/mattermost-shapes.ts';
import { READERS } from './readers/readers.ts';
import { RocketMessage, RocketRoom, RocketUser } from './readers/rocketchat/rocketchat-shapes.ts';
import { SlackMessage, SlackUser } from './readers/slack/slack-shapes.ts';
import { StreamRow, UserRow } from './readers/zulip/tables.ts';
import { readRecord } from './records/optional-fields.ts';

type Path = readonly (string | number)[];

async function planOf(format: string, files: Readonly<Record<string, string | Uint8Array | object>>) {
  try {
    return await planImport(await openArchive(memorySource(files), READERS[format]!, 0, null));
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.message;
  }
}

/** Where the fields of records are, those in others included. Rows of a list have the same fields: the first has them all. */
function* pathsIn(value: unknown, path: Path): Generator<Path> {
  if (Array.isArray(value)) yield* value.length === 0 ? [] : pathsIn(value[0], [...path, 0]);
  else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    for (const [key, inner] of Object.entries(value)) {
      yield [...path, key];
      yield* pathsIn(inner, [...path, key]);
    }
}

/** Tables, and events of subscriptions, decide who may read what: an archive that has them in another form is refused. */
const isOfAccess = ({ path, records }: ChatFile, [at, key, ...rest]: Path) =>
  key === 'zerver_realmauditlog' ||
  (rest.length === 0 &&
    records.length === 1 &&
    !path.startsWith('emoji') &&
    Array.isArray(valueAt(records, [at!, key!])));

const MISSING = Symbol('missing');

function changed(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy: Record<string | number, unknown> = (
    Array.isArray(value) ? [...value] : { ...(value as object) }
  ) as never;
  const inner = changed(copy[key], rest, put);
  if (inner === MISSING) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : value instanceof Date ? 'date' : typeof value);
const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
/** One of each kind. */
const ODD = [7, 'x y', true, ['x', 7, null], { x: 1 }];

const IGNORED = 'field_form';
const known = ({ counts, reasons }: Plan) => ({ counts, reasons: reasons.filter(({ code }) => code !== IGNORED) });
const named = (path: Path) => path.filter((key) => typeof key === 'string').join('.');

/** Fields that are not read. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  zulip: [
    ...['zerver_realm.id', 'zerver_alertword.id'].map((field) => `export/realm.json ${field}`),
    'export/messages-000001.json zerver_message.realm',
  ],
  slack: [],
  mattermost: [],
  rocketchat: [
    ...['_id', 'u.username', 'u.name'].map((field) => `rocketchat_subscription.bson ${field}`),
    ...['rocketchat_uploads', 'custom_emoji', 'rocketchat_avatars'].map((name) => `${name}.chunks.bson _id`),
    'rocketchat_message.bson mentions.name',
  ],
  discord: [],
};

async function* planned(format: string, sample: ChatArchive, file: ChatFile, path: Path) {
  const put = (value: unknown) =>
    planOf(format, chatFiles(sample, { file, records: changed(file.records, path, value) as unknown[] }));
  const absent = await put(MISSING);
  const kind = kindOf(valueAt(file.records, path));
  for (const odd of ODD) if (kindOf(odd) !== kind) yield { odd, absent, plan: await put(odd) };
}

const room = { _id: 'r', t: 'c' };
const user = { id: 1, full_name: 'A' };
const stream = { id: 1, name: 'x', invite_only: true, history_public_to_subscribers: false };
const message = { _id: 'm', rid: 'r', ts: new Date(1e12), u: { _id: 'u' } };
const RESTRICTING: [format: string, shape: z.ZodType, value: object, field: string, restricted: unknown][] = [
  ['slack', SlackUser, { id: 'U' }, 'deleted', true],
  ['slack', SlackUser, { id: 'U' }, 'is_restricted', true],
  ['slack', SlackUser, { id: 'U' }, 'is_ultra_restricted', true],
  ['slack', SlackMessage, { ts: '1516454398.000074' }, 'hidden', true],
  ['mattermost', User, { username: 'u' }, 'roles', 'system_guest'],
  ['mattermost', User, { username: 'u' }, 'delete_at', 1],
  ['mattermost', Bot, { username: 'u' }, 'delete_at', 1],
  ['rocketchat', RocketUser, { _id: 'u' }, 'active', false],
  ['rocketchat', RocketUser, { _id: 'u' }, 'roles', ['guest']],
  ['rocketchat', RocketRoom, room, 'ro', true],
  ['rocketchat', RocketMessage, message, '_hidden', true],
  ['zulip', UserRow, user, 'role', 600],
  ['zulip', UserRow, user, 'is_active', false],
  ['zulip', UserRow, user, 'is_mirror_dummy', true],
  ['zulip', StreamRow, stream, 'stream_post_policy', 2],
];
const isRestricting = (format: string, path: Path) =>
  RESTRICTING.some(([own, , , field]) => own === format && path.includes(field));

describe('[IM71] a restriction of a wrong form holds, and is reported', () => {
  const read = (shape: z.ZodType, value: object) => {
    const ignored: string[] = [];
    return { ...readRecord(shape, value, (field) => ignored.push(field)), ignored };
  };
  for (const [format, shape, value, field, restricted] of RESTRICTING)
    it(`${field} of ${format}`, () => {
      for (const odd of [{ x: 1 }, [7]]) {
        const read_data = read(shape, { ...value, [field]: odd });
        expect(read_data).toEqual({ data: expect.objectContaining({ [field]: restricted }), ignored: [field] });
      }
    });
});

describe('optional fields of a wrong form', () => {
  for (const [format, sample] of Object.entries(chatArchives(serialize)))
    it(`[IM67] of ${format} count as absent and are reported`, async () => {
      const whole = await planOf(format, chatFiles(sample));
      expect(whole).toMatchObject({ reasons: expect.anything() });
      const unreported: string[] = [];
      for (const file of sample.files)
        for (const path of file.records.flatMap((record, at) => [...pathsIn(record, [at])])) {
          if (isOfAccess(file, path) || isRestricting(format, path)) continue;
          let reports = 0;
          let is_required = false;
          for await (const { odd, absent, plan } of planned(format, sample, file, path)) {
            is_required ||= typeof absent === 'string';
            const at = [file.path, named(path), odd];
            if (typeof absent === 'string') {
              if (typeof plan === 'string')
                expect([at, plan]).toEqual([at, expect.stringMatching(/^[\w/.-]+, record .*: |^it has no JSON lines/)]);
              continue;
            }
            if (typeof plan === 'string') expect([at, plan]).toEqual([at, 'a plan']);
            const own = (plan as Plan).reasons.filter(({ code }) => code === IGNORED);
            if (own.length === 0) continue;
            reports++;
            expect([at, own[0]!.file, known(plan as Plan)]).toEqual([at, file.path, known(absent)]);
          }
          if (reports === 0 && !is_required) unreported.push(`${file.path} ${named(path)}`);
        }
      expect(unreported).toEqual([...FREE[format]!]);
    });
});

const slackWith = (message: object, others: Readonly<Record<string, string>> = {}) =>
  planOf('slack', {
    'users.json': [{ id: 'U1', name: 'ada', is_primary_owner: true, profile: { email: 'ada@chat.example' } }],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
    'general/2020-01-01.json': [{ type: 'message', ts: '1577836800.000100', user: 'U1', text: 'hello', ...message }],
    ...others,
  });

it('[IM801] a record of countless faulty parts ends the import in one sentence', async () => {
  const with_faults = (count: number) => slackWith({ reactions: Array(count).fill(1) });
  expect(await with_faults(10_000)).toMatchObject({ counts: { messages: { read: 1 } } });
  expect(await with_faults(10_001)).toBe(
    'general/2020-01-01.json, record 1: more than 10000 of its parts have the wrong form',
  );
});

it('[IM801] a list of emoji is read one by one', async () => {
  const faulty = { party: 'x', tada: ['y'], wave: 7, lost: null };
  const plan = await slackWith({}, { 'emoji.json': JSON.stringify(faulty) });
  const reasons = (plan as Plan).reasons.filter(({ kind }) => kind === 'emoji');
  expect(reasons.map(({ code, records }) => [code, records])).toEqual([
    ['field_form', 1],
    ['picture_not_in_export', 2],
  ]);
  const deep = await slackWith({}, { 'emoji.json': `{"a":${'['.repeat(5_000_000)}` });
  expect(deep).toContain('emoji.json, record a[0]: it is nested too deeply');
  const long = await slackWith({}, { 'emoji.json': `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}` });
  expect(long).toContain('emoji.json: the file is longer than 16 MiB');
});
