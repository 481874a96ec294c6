// Archives of other chats that are changed at random, imported as a whole: each is imported and can be undone, or is refused in one
// sentence before anything is written. `STOA_IMPORT_ROUNDS=200` tries more, `STOA_FUZZ_SEED` others.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { type ChatFile, chatArchives, chatFiles, serveTests } from '@stoa/testkit';
import { SeededRandom } from '@stoa/testkit/kit';
import { serialize } from 'bson';
import { sql } from '../../kit/database/sql.ts';
import { openFileParts } from '../../kit/files/open-file-services.ts';
import { invariants } from '../../slices.ts';
import { ArchiveError } from './archive-error.ts';
import { importInto } from './into-existing/import-into.ts';
import { planInto } from './into-existing/plan-into.ts';
import { undoImport } from './into-existing/undo-import.ts';
import { memorySource } from './memory-source.ts';
import { openArchive } from './plan.ts';
import { READERS } from './readers/readers.ts';

setDefaultTimeout(600_000);

const ROUNDS = Number(process.env.STOA_IMPORT_ROUNDS ?? 4);
const SEED = Number(process.env.STOA_FUZZ_SEED ?? 11);
const CHANGES_MAX = 3;
/** Tables that must be unchanged after an import was refused or undone. */
const TABLES = [
  ...['users', 'channels', 'messages', 'attachments', 'user_groups', 'user_group_members', 'realm_emoji', 'import_ids'],
  ...['imports', 'subscriptions', 'subscription_spans', 'reactions', 'message_edits', 'alert_words', 'realms'],
];

const { server } = await serveTests();
const { store, writer } = server.app;

type Random = (below: number) => number;

const ODD: readonly unknown[] = [
  ...[null, true, false, 0, 1, 2, 7, -1, 0.5, 1e300, 2 ** 31, 2 ** 40, 2 ** 53, 1_577_836_800, 99_999_999_999_999],
  ...['', ' ', 'x', '1', '0', '\ud83d', 'a\0', '\u202e', '__proto__', 'constructor', '../../x', 'A', 'U1', 'C1', 'ada'],
  ...['x'.repeat(300), 'y'.repeat(20_000), '<@U1>', '@**all**', '```', 'a@b.c', 'ADA@CHAT.EXAMPLE', '#general', '😀'],
  ...[[], {}, [[]], [null], ['x', 'x'], { id: 1 }, { __proto__: null, a: 1 }],
];

type Node = Record<string | number, unknown>;
const isNode = (value: unknown): value is Node =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
const copied = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(copied)
    : isNode(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]))
      : value;

function* nodesIn(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  yield value;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

/** Changes a random part, and says how. */
function change(records: unknown[], random: Random): string {
  const nodes = [...nodesIn(records)].filter((node) => Object.keys(node).length > 0);
  const node = nodes[random(nodes.length)];
  if (node === undefined) return 'nothing is left';
  const keys = Object.keys(node);
  const key = keys[random(keys.length)]!;
  const how = random(8);
  if (Array.isArray(node) && how < 2) node.push(copied(node[Number(key)]));
  else if (Array.isArray(node) && how === 2) node.reverse();
  else if (how === 3) Array.isArray(node) ? node.splice(Number(key), 1) : delete node[key];
  else node[key] = copied(ODD[random(ODD.length)]);
  return `${key}: ${how}: ${JSON.stringify(node[key])?.slice(0, 60)}`;
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES)
    counts[table] = (await store.db.get<{ count: number }>(
      sql`select count(*) as count from ${sql.raw(table)}`,
    ))!.count;
  return counts;
}

/** On the connection that writes: others check the word index by what they last read of its structure. */
const brokenInvariants = (): Promise<string[]> =>
  writer.write(null, async ({ tx }) => {
    const broken: string[] = [];
    for (const { title, violations, fine, engine = store.engine } of invariants) {
      const rows = engine === store.engine ? await tx.all<Record<string, unknown>>(violations) : [];
      const found = rows.find((row) => !fine?.(row));
      if (found !== undefined) broken.push(`${title}: ${JSON.stringify(found)}`);
    }
    return broken;
  });

/** Null, or the sentence that refuses the archive. Everything else is thrown. */
async function imported(format: string, archive: Readonly<Record<string, string | Uint8Array | object>>) {
  const { realm } = server;
  const files = openFileParts(server.data, null, writer);
  try {
    const opened = await openArchive(memorySource(archive), READERS[format]!, server.clock.now());
    const { matched, plan } = await planInto(store.db, realm, opened);
    const report = opened.problems.report;
    const request = { store, writer, files, realm, matched, plan, report, now: server.clock.now(), format };
    await importInto({ ...request, progress: () => {}, ended: async () => {} });
    return null;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.message;
  } finally {
    files.close();
  }
}

for (const [format, sample] of Object.entries(chatArchives(serialize)))
  it(`[IM70] archives of ${format} that are changed at random are imported or refused as a whole`, async () => {
    const seeded = new SeededRandom(SEED * 1000 + format.length);
    const random: Random = (below) => seeded.below(below);
    const before = await countRows();
    for (let round = 0; round < ROUNDS; round++) {
      const file = sample.files[random(sample.files.length)] as ChatFile;
      const records = copied(file.records) as unknown[];
      const changes = Array.from({ length: 1 + random(CHANGES_MAX) }, () => change(records, random));
      const told = { format, round, path: file.path, changes };
      let bytes: ReturnType<typeof chatFiles>;
      try {
        bytes = chatFiles(sample, { file, records });
      } catch {
        continue; // What the form of the file can't express.
      }
      const end = await imported(format, bytes).catch((error: Error) => `thrown: ${error.stack}`);
      if (end === null) {
        expect({ ...told, broken: await brokenInvariants() }).toEqual({ ...told, broken: [] });
        await undoImport({ store, writer, realm: server.realm, progress: () => {} });
      } else expect({ ...told, end }).toEqual({ ...told, end: expect.stringMatching(/^(?!thrown)[^\n]{5,600}$/) });
      expect({ ...told, counts: await countRows() }).toEqual({ ...told, counts: before });
    }
  });
