// Imports real archives of other chats through the command, then compares with the facts that lie beside them: who sees which
// messages, and how many are unread.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { UserId } from '@stoa/contract';
import { type App, startApp } from '../../../server/src/app.ts';
import { stoa } from '../../../server/src/cli/stoa-process.ts';
import { READERS } from '../../../server/src/delivery/imports/readers/readers.ts';
import { mailSettings, parseSender } from '../../../server/src/delivery/mail/mail-settings.ts';
import { sql } from '../../../server/src/kit/database/sql.ts';
import { tryInto } from './into-samples.ts';
import type { SampleOutcome } from './webhook-samples.ts';

type Counts = Readonly<Record<string, number>>;

interface Facts {
  readonly attachments: readonly { readonly id: number; readonly owner_id: number; readonly sha256: string }[];
  readonly messages_per_channel_topic: readonly {
    readonly stream_id: number;
    readonly topic: string;
    readonly n: number;
    readonly min_id: number;
    readonly max_id: number;
  }[];
  readonly per_user: Readonly<
    Record<string, { readonly unread: Readonly<Record<'dms' | 'channels' | 'group_dms', Counts>> }>
  >;
}

export async function tryImportSamples(directory: string): Promise<SampleOutcome[]> {
  const outcomes: SampleOutcome[] = [];
  for (const format of readdirSync(directory).filter((name) => Object.hasOwn(READERS, name)))
    for (const path of archivesIn(join(directory, format))) outcomes.push(...(await tryArchive(format, path)));
  return outcomes;
}

/** The packed archives of a directory; without any, the directory is one. */
function archivesIn(directory: string): string[] {
  const packed = readdirSync(directory).filter((name) => /\.(?:tar\.gz|zip)$/.test(name));
  return packed.length > 0 ? packed.map((name) => join(directory, name)) : [directory];
}

async function tryArchive(format: string, file: string): Promise<SampleOutcome[]> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-samples-'));
  const url = 'http://127.0.0.1:8123';
  const outcome = (what: string, wrong: string | null): SampleOutcome => ({
    service: `import ${format}`,
    file: `${basename(file)}: ${what}`,
    outcome: wrong === null ? 'sent' : 'failed',
    detail: wrong ?? '',
  });
  try {
    const id_map = join(data, 'ids.jsonl');
    const store = join(data, 'store');
    // Exports of Slack need not have addresses, and those of Discord have none.
    const owner = format === 'slack' || format === 'discord' ? ['--owner', 'owner@samples.example'] : [];
    const { code, stderr } = await stoa([
      ...['import', format, file, '--data', store, '--url', url, '--id-map', id_map],
      ...owner,
    ]);
    const outcomes = [outcome('import', code === 0 ? null : stderr)];
    if (code !== 0) return outcomes;
    const { code: checked, stdout } = await stoa(['check', '--data', store]);
    outcomes.push(outcome('check', checked === 0 ? null : stdout));
    outcomes.push(...(await compare(store, id_map, file, outcome)));
    outcomes.push(...(await tryInto(format, file, data)).map(([what, wrong]) => outcome(what, wrong)));
    return outcomes;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function compare(
  data: string,
  id_map: string,
  file: string,
  outcome: (what: string, wrong: string | null) => SampleOutcome,
): Promise<SampleOutcome[]> {
  const stem = file.replace(/-full\.tar\.gz$/, '');
  if (!existsSync(`${stem}-visible-ids.json`)) return [];
  const visible = JSON.parse(readFileSync(`${stem}-visible-ids.json`, 'utf8')) as Record<string, number[]>;
  const facts = JSON.parse(readFileSync(`${stem}-facts.json`, 'utf8')) as Facts;
  const ids = new Map<string, number>();
  for (const line of readFileSync(id_map, 'utf8').trim().split('\n')) {
    const { kind, from, to } = JSON.parse(line) as { kind: string; from: string; to: number };
    ids.set(`${kind} ${from}`, to);
  }
  const app = await startApp({
    data,
    database: null,
    secret: null,
    host: '127.0.0.1',
    port: 0,
    dev: false,
    checking: 'every',
    rate_limits: null,
    mail: mailSettings({ smtp_url: undefined, mail_from: parseSender('stoa@mail.example'), dev_directory: null }),
  });
  const outcomes: SampleOutcome[] = [];
  try {
    for (const [user, wanted] of Object.entries(visible)) {
      const user_id = ids.get(`users ${user}`)!;
      const seen = await visibleTo(app, user_id);
      const expected = wanted.map((id) => ids.get(`messages ${id}`)!);
      // What is flagged without having been received is read here in its channel only.
      const missing = expected.filter((id) => !seen.ids.includes(id));
      const elsewhere = await historicalFor(app, user_id, missing);
      outcomes.push(outcome(`messages of ${user}`, difference(expected, [...seen.ids, ...elsewhere], ids)));
      const { dms, channels, group_dms } = facts.per_user[user]!.unread;
      const count = [dms, channels, group_dms]
        .flatMap((own) => Object.values(own))
        .reduce((sum, count) => sum + count, 0);
      outcomes.push(
        outcome(`unread of ${user}`, seen.unread === count ? null : `${seen.unread} are unread, not ${count}`),
      );
    }
    for (const { id, owner_id, sha256 } of facts.attachments) {
      const known = ids.get(`files ${id}`);
      // The facts know files that were deleted before the export.
      if (known === undefined) continue;
      const digest = await digestOf(app, ids.get(`users ${owner_id}`)!, known);
      outcomes.push(outcome(`file ${id}`, digest === sha256 ? null : `its digest is ${digest}, not ${sha256}`));
    }
    outcomes.push(outcome('topics', await wrongTopic(app, facts, ids)));
  } finally {
    await app.stop();
  }
  return outcomes;
}

function difference(
  wanted: readonly number[],
  seen: readonly number[],
  ids: ReadonlyMap<string, number>,
): string | null {
  const back = new Map([...ids].filter(([key]) => key.startsWith('messages ')).map(([key, id]) => [id, key.slice(9)]));
  const named = (list: Iterable<number>) => [...list].map((id) => back.get(id) ?? id).join(', ');
  const missing = wanted.filter((id) => !seen.includes(id));
  const more = seen.filter((id) => !wanted.includes(id));
  if (missing.length + more.length === 0) return null;
  return `missing: ${named(missing) || 'none'}; too many: ${named(more) || 'none'}`;
}

async function clientOf(app: App, user_id: number) {
  const row = await app.store.db.get<{ email: string }>(sql`select email from users where user_id = ${user_id}`);
  const authorization = `Basic ${btoa(`${row!.email}:${app.keys.keyOf(user_id as UserId, 1)}`)}`;
  return async (query: string) => {
    const answer = await fetch(`${app.url}/api/v1/messages?${query}&allow_empty_topic_name=true`, {
      headers: { authorization },
    });
    return ((await answer.json()) as { messages: { id: number; flags: string[] }[] }).messages;
  };
}

async function digestOf(app: App, user_id: number, attachment_id: number): Promise<string> {
  const row = await app.store.db.get<{ path_id: string; email: string }>(
    sql`select path_id, (select email from users where user_id = ${user_id}) as email from attachments
     where attachment_id = ${attachment_id}`,
  );
  const authorization = `Basic ${btoa(`${row!.email}:${app.keys.keyOf(user_id as UserId, 1)}`)}`;
  const answer = await fetch(`${app.url}/api/v1/user_uploads/${encodeURI(row!.path_id)}`, {
    headers: { authorization },
  });
  const { url } = (await answer.json()) as { url: string };
  return new Bun.CryptoHasher('sha256').update(await (await fetch(`${app.url}${url}`)).arrayBuffer()).digest('hex');
}

/** The first topic that has other messages than it had, if any. */
async function wrongTopic(app: App, facts: Facts, ids: ReadonlyMap<string, number>): Promise<string | null> {
  for (const { stream_id, topic, n, min_id, max_id } of facts.messages_per_channel_topic) {
    const row = await app.store.db.get<{ n: number; min_id: number; max_id: number }>(
      sql`select count(*) as n, min(id) as min_id, max(id) as max_id from messages join recipients using (recipient_id)
       where stream_id = ${ids.get(`channels ${stream_id}`)!} and subject = ${topic}`,
    );
    const same =
      row!.n === n && row!.min_id === ids.get(`messages ${min_id}`) && row!.max_id === ids.get(`messages ${max_id}`);
    if (!same) return `"${topic}" of channel ${stream_id} has ${row!.n} messages, not ${n}`;
  }
  return null;
}

async function historicalFor(app: App, user_id: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const ask = await clientOf(app, user_id);
  return (await ask(`message_ids=${JSON.stringify(ids)}`))
    .filter(({ flags }) => flags.includes('historical'))
    .map(({ id }) => id);
}

async function visibleTo(app: App, user_id: number): Promise<{ ids: number[]; unread: number }> {
  const client = await clientOf(app, user_id);
  const ask = async (narrow: unknown[]) => {
    const query = `anchor=0&num_before=0&num_after=1000&narrow=${encodeURIComponent(JSON.stringify(narrow))}`;
    return (await client(query)).map(({ id }) => id);
  };
  return { ids: await ask([]), unread: (await ask([{ operator: 'is', operand: 'unread' }])).length };
}
