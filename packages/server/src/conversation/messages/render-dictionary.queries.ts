// The render dictionary of an organization: its alert words, linkifiers and emoji. Cached under a stamp that changes
// with them, so a send reads nothing and never uses an outdated dictionary.

import type { RealmId, UserId } from '@stoa/contract';
import { type CompiledLinkifier, type CompiledLinkifiers, compileIfValid, joinLinkifiers } from '@stoa/markdown';
import type { Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { GenerationalCache } from '../../kit/database/generational-cache.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { findRealmEmoji } from '../emoji/emoji.queries.ts';
import { findLinkifiers } from '../linkifiers/linkifiers.queries.ts';

export interface RenderDictionary {
  /** `realms.render_dictionary_stamp`. */
  readonly stamp: number;
  readonly alert_words: ReadonlyMap<UserId, readonly string[]> | undefined;
  readonly linkifiers: CompiledLinkifiers | undefined;
  /** Active emoji, by name. */
  readonly realm_emoji: ReadonlyMap<string, { id: string; source_url: string }> | undefined;
}

/** For an organization that never had any. */
const EMPTY: RenderDictionary = { stamp: 0, alert_words: undefined, linkifiers: undefined, realm_emoji: undefined };
const KEPT = 100;

const by_stamp = new Map<number, RenderDictionary>();
/** Each organization's stamp when last read. */
const last_stamps = new Map<string, number>();

const nameOf = ({ realm_id, url }: Realm) => `${realm_id} ${url}`;

/** The cached dictionary; {@link renderDictionaryAt} verifies its stamp in the transaction. */
export function cachedRenderDictionary(realm: Realm): RenderDictionary {
  return by_stamp.get(last_stamps.get(nameOf(realm)) ?? 0) ?? EMPTY;
}

/** The dictionary for a stamp just read. */
export async function renderDictionaryAt(db: Connection, realm: Realm, stamp: number): Promise<RenderDictionary> {
  if (stamp === 0) return EMPTY;
  if (last_stamps.size >= KEPT) last_stamps.clear();
  last_stamps.set(nameOf(realm), stamp);
  const same_stamp = by_stamp.get(stamp);
  if (same_stamp) return same_stamp;
  const dictionary: RenderDictionary = {
    stamp,
    alert_words: await findAllAlertWords(db, realm.realm_id),
    linkifiers: await compiled(db, realm.realm_id),
    realm_emoji: await findRealmEmoji(db, realm.realm_id),
  };
  if (by_stamp.size >= KEPT) by_stamp.delete(by_stamp.keys().next().value!);
  by_stamp.set(stamp, dictionary);
  return dictionary;
}

export async function getRenderDictionary(db: Connection, realm: Realm): Promise<RenderDictionary> {
  const row = await db.get<{ render_dictionary_stamp: number }>(
    sql`select render_dictionary_stamp from realms where realm_id = ${realm.realm_id}`,
  );
  return renderDictionaryAt(db, realm, row!.render_dictionary_stamp);
}

async function findAllAlertWords(db: Connection, realm_id: RealmId): Promise<RenderDictionary['alert_words']> {
  const rows = await db.all<{ user_id: UserId; word: string }>(
    sql`select user_id, word from users join alert_words using (user_id) where realm_id = ${realm_id}
     order by user_id, alert_words.id`,
  );
  if (rows.length === 0) return undefined;
  const words = new Map<UserId, string[]>();
  for (const { user_id, word } of rows) getOrSet(words, user_id, () => []).push(word);
  return words;
}

const COMPILED_PER_GENERATION = 2500;
/**
 * Compiled linkifiers by their texts; null for those that do not compile. A pattern takes up to 10 ms to compile, and
 * dictionaries change with every alert word.
 */
const compiled_by_text = new GenerationalCache<string, CompiledLinkifier | null>(COMPILED_PER_GENERATION);

function compileOnce(row: Parameters<typeof compileIfValid>[0]): CompiledLinkifier | null {
  const text = JSON.stringify([row.pattern, row.url_template]);
  const known = compiled_by_text.get(text);
  if (known !== undefined) return known;
  const linkifier = compileIfValid(row);
  compiled_by_text.set(text, linkifier, 1);
  return linkifier;
}

async function compiled(db: Connection, realm_id: RealmId): Promise<CompiledLinkifiers | undefined> {
  const rows = await findLinkifiers(db, realm_id);
  if (rows.length === 0) return undefined;
  const slice = new TimeSlice();
  const linkifiers: CompiledLinkifier[] = [];
  for (const row of rows) {
    const linkifier = compileOnce(row);
    if (linkifier) linkifiers.push(linkifier);
    await slice.yieldIfUsed();
  }
  return joinLinkifiers(linkifiers);
}
