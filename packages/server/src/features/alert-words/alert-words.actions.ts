// Every write of alert words. Announced only to the owner's clients.

import { alertWordsChanged } from '@stoa/contract';
import { bumpRenderDictionary } from '../../identity/realm/render-dictionary.actions.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findAlertWords } from './alert-words.queries.ts';
import { checkWords, wordKey } from './alert-words.rules.ts';

/** Adds new words and returns all of them. */
export async function addWords(
  { tx, emit, caps }: WriteContext,
  { user_id, realm }: Actor,
  requested: readonly string[],
): Promise<string[]> {
  const words = await findAlertWords(tx, user_id);
  const existing_keys = new Set(words.map(wordKey));
  const fresh = [...checkWords(requested)].filter(([key]) => !existing_keys.has(key));
  if (fresh.length === 0) return words;
  caps.check('alert-words', words.length, fresh.length);
  for (const batch of batchesOf(fresh)) {
    const rows = sql.rows(batch.map(([word_key, word]) => [user_id, word_key, word]));
    await tx.run(sql`insert into alert_words (user_id, word_key, word) values ${rows}`);
  }
  await bumpRenderDictionary(tx, realm.realm_id);
  const alert_words = [...words, ...fresh.map(([, word]) => word)];
  emit(alertWordsChanged, { alert_words }, { users: [user_id] });
  return alert_words;
}

/** Removes existing words and returns the rest. */
export async function removeWords(
  { tx, emit }: WriteContext,
  { user_id, realm }: Actor,
  requested: readonly string[],
): Promise<string[]> {
  const words = await findAlertWords(tx, user_id);
  const unwanted = new Set(requested.map(wordKey));
  const removed = words.map(wordKey).filter((key) => unwanted.has(key));
  if (removed.length === 0) return words;
  await tx.run(sql`delete from alert_words where user_id = ${user_id} and word_key in (${sql.list(removed)})`);
  await bumpRenderDictionary(tx, realm.realm_id);
  const alert_words = words.filter((word) => !unwanted.has(wordKey(word)));
  emit(alertWordsChanged, { alert_words }, { users: [user_id] });
  return alert_words;
}
