// Fills a stopped store with many messages, in the rows the server writes but in large transactions: a million in one or two
// minutes.
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { entryOf, type Indexed } from '../../packages/server/src/conversation/search/full-text.rules.ts';
import { databaseFile } from './directories.ts';

type Row = Record<string, SQLQueryBindings>;

const PER_TRANSACTION = 2000;
const SYLLABLES = [
  'ka',
  'ro',
  'mi',
  'ten',
  'sol',
  'ver',
  'da',
  'lin',
  'er',
  'un',
  'pre',
  'con',
  'al',
  'is',
  'ous',
  'ba',
];
const ENDINGS = ['', 's', 'ed', 'ing'];
const VOCABULARY = 50_000;
const LENGTH = 200;
/** One of this many messages is in the first channel, the rest are in the others. */
const SELDOM = 200;

/** Words in one message of a thousand, and in five of a million. */
export const UNCOMMON = 'zebrafish';
export const RARE = 'quokka';

/** Word frequencies as in speech: the second word half as often as the first, the third a third as often. */
export function wordMaker(): { readonly common: string; word(): string } {
  let state = 20_260_101;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 1 + Math.floor(random() * 3) + (words.size > 200 ? 1 : 0);
    words.add(Array.from({ length: syllables }, () => pick(SYLLABLES)).join('') + pick(ENDINGS));
  }
  const list = [...words];
  return { common: list[0]!, word: () => list[Math.floor(VOCABULARY ** random()) - 1]! };
}

/** The models to copy: the newest message of each channel. */
export const MODELS = `select * from messages where id in (select max(id) from messages group by recipient_id)
  and subject <> '' order by id`;

/** One more message, and its entry in the word index. */
export interface Archived<R> {
  readonly id: number;
  readonly row: R;
  readonly words: string;
}

export interface ArchiveText {
  /** The most common word. */
  readonly common: string;
  /**
   * Messages up to number `last`: copies of the models in turn (the first of them only in half a percent), with other
   * words. The same on each engine.
   */
  messages<R extends Row>(models: readonly R[], first: number, last: number): Generator<Archived<R>>;
}

export function archiveText(engine: 'sqlite' | 'postgres'): ArchiveText {
  const { common, word } = wordMaker();
  return {
    common,
    *messages([seldom, ...models], first, last) {
      for (let id = first; id <= last; id++) {
        let content = id % 1000 === 0 ? UNCOMMON : id % 200_000 === 17 ? RARE : '';
        while (content.length < LENGTH) content += ` ${word()}`;
        content = content.trim();
        const model = id % SELDOM === SELDOM / 2 ? seldom! : models[id % models.length]!;
        const row = { ...model, id, content, rendered_content: `<p>${content}</p>` };
        yield { id, row, words: entryOf(engine, row as unknown as Indexed) };
      }
    },
  };
}

/** Fills a stopped SQLite store up to this number of messages. */
export function fillArchive(directory: string, messages: number): { readonly common: string } {
  const database = new Database(databaseFile(directory));
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -64000');
  const text = archiveText('sqlite');
  const models = database.query(MODELS).all() as Row[];
  const names = Object.keys(models[0]!);
  const add = database.prepare(
    `insert into messages (${names.join(', ')}) values (${names.map((_, at) => `?${at + 1}`).join(', ')})`,
  );
  const index = database.prepare('insert into message_search (rowid, words) values (?1, ?2)');
  const { id: newest } = database.query('select max(id) as id from messages').get() as { id: number };
  let waiting = 0;
  database.exec('begin');
  for (const { id, row, words } of text.messages(models, newest + 1, messages)) {
    add.run(...Object.values(row));
    index.run(id, words);
    if (++waiting < PER_TRANSACTION) continue;
    database.exec('commit; begin');
    waiting = 0;
  }
  database.exec('commit');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return { common: text.common };
}
