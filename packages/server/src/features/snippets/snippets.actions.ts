// Every write of saved snippets. Announced only to the owner's clients.

import { savedSnippetsAdd, savedSnippetsRemove, savedSnippetsUpdate } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { checkKeptTexts, countOwn } from '../../kit/limits/caps.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { getSnippet } from './snippets.queries.ts';
import { checkContent, checkTitle } from './snippets.rules.ts';

export async function createSnippet(
  context: WriteContext,
  { user_id }: Actor,
  requested: { title: string; content: string },
): Promise<number> {
  const { tx, now, emit, caps } = context;
  const snippet = {
    title: checkTitle(requested.title),
    content: checkContent(requested.content),
    date_created: seconds(now),
  };
  caps.check('saved-snippets', await countOwn(tx, 'saved_snippets', user_id));
  await checkKeptTexts(context, user_id, [snippet.content]);
  const created = await tx.get<{ id: number }>(
    sql`insert into saved_snippets (user_id, title, content, date_created) values (${user_id}, ${snippet.title}, ${snippet.content}, ${snippet.date_created}) returning id`,
  );
  const { id } = created!;
  emit(savedSnippetsAdd, { saved_snippet: { id, ...snippet } }, { users: [user_id] });
  return id;
}

/** Unchanged values are not written or announced. [SN5] */
export async function editSnippet(
  context: WriteContext,
  { user_id }: Actor,
  saved_snippet_id: number,
  changes: { title?: string; content?: string },
): Promise<void> {
  const { tx, emit } = context;
  const before = await getSnippet(tx, user_id, saved_snippet_id);
  const title = changes.title === undefined ? before.title : checkTitle(changes.title);
  const content = changes.content === undefined ? before.content : checkContent(changes.content);
  if (title === before.title && content === before.content) return;
  await checkKeptTexts(context, user_id, [content], before.content);
  await tx.run(sql`update saved_snippets set title = ${title}, content = ${content} where id = ${before.id}`);
  emit(savedSnippetsUpdate, { saved_snippet: { ...before, title, content } }, { users: [user_id] });
}

export async function deleteSnippet(
  { tx, emit }: WriteContext,
  { user_id }: Actor,
  saved_snippet_id: number,
): Promise<void> {
  const { id } = await getSnippet(tx, user_id, saved_snippet_id);
  await tx.run(sql`delete from saved_snippets where id = ${id}`);
  emit(savedSnippetsRemove, { saved_snippet_id: id }, { users: [user_id] });
}
