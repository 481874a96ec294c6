// Every write of drafts. Announced only to the author's clients.

import { draftsAdd, draftsRemove, draftsUpdate, type NewDraft, type UserId } from '@stoa/contract';
import type { SettingsChange } from '../../identity/settings/settings.hooks.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import { checkKeptTexts, countOwn } from '../../kit/limits/caps.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkAddressees, findDraftIds, getDraft, wantsDrafts } from './drafts.queries.ts';
import { checkDraft, checkSynchronization } from './drafts.rules.ts';

const ROWS_PER_INSERT = 100;

/** Creates all drafts and returns their ids in the same order. [DR3] */
export async function createDrafts(
  context: WriteContext,
  actor: Actor,
  requested: readonly NewDraft[],
): Promise<number[]> {
  const { tx, now, emit, caps } = context;
  const { user_id } = actor;
  checkSynchronization(await wantsDrafts(tx, actor));
  const drafts = requested.map((draft) => checkDraft(draft, seconds(now)));
  caps.check('drafts', await countOwn(tx, 'drafts', user_id), drafts.length);
  const contents = drafts.map(({ content }) => content);
  await checkKeptTexts(context, user_id, contents);
  await checkAddressees(tx, actor, drafts);
  if (drafts.length === 0) return [];
  const ids: number[] = [];
  for (const batch of batchesOf(drafts, ROWS_PER_INSERT)) {
    const created = await tx.all<{ id: number }>(
      sql`insert into drafts (user_id, type, "to", topic, content, timestamp)
       values ${sql.rows(
         batch.map(({ type, to, topic, content, timestamp }) => [
           user_id,
           type,
           JSON.stringify(to),
           topic,
           content,
           timestamp,
         ]),
       )} returning id`,
    );
    // Ids ascend in the order of the values, but rows can return in any order.
    ids.push(...created.map(({ id }) => id).sort((a, b) => a - b));
  }
  emit(draftsAdd, { drafts: drafts.map((draft, at) => ({ id: ids[at]!, ...draft })) }, { users: [user_id] });
  return ids;
}

export async function editDraft(
  context: WriteContext,
  actor: Actor,
  draft_id: number,
  changes: NewDraft,
): Promise<void> {
  const { tx, now, emit } = context;
  const { user_id } = actor;
  checkSynchronization(await wantsDrafts(tx, actor));
  const { id, content } = await getDraft(tx, user_id, draft_id);
  const draft = checkDraft(changes, seconds(now));
  await checkKeptTexts(context, user_id, [draft.content], content);
  await checkAddressees(tx, actor, [draft]);
  await tx.run(
    sql`update drafts set type = ${draft.type}, "to" = ${JSON.stringify(draft.to)}, topic = ${draft.topic}, content = ${draft.content}, timestamp = ${draft.timestamp} where id = ${id}`,
  );
  emit(draftsUpdate, { draft: { id, ...draft } }, { users: [user_id] });
}

export async function deleteDraft({ tx, emit }: WriteContext, actor: Actor, draft_id: number): Promise<void> {
  const { id } = await getDraft(tx, actor.user_id, draft_id);
  await tx.run(sql`delete from drafts where id = ${id}`);
  emit(draftsRemove, { draft_id: id }, { users: [actor.user_id] });
}

/** For accounts that disable synchronization. [DR9] */
export async function removeAllDrafts({ tx, emit }: WriteContext, user_id: UserId): Promise<void> {
  for (const id of await findDraftIds(tx, user_id)) emit(draftsRemove, { draft_id: id }, { users: [user_id] });
  await tx.run(sql`delete from drafts where user_id = ${user_id}`);
}

/** Accounts without synchronization store no drafts on the server. */
export async function removeUnsynchronized(
  context: WriteContext,
  { user_id, names, settings }: SettingsChange,
): Promise<void> {
  if (names.includes('enable_drafts_synchronization') && !settings.enable_drafts_synchronization)
    await removeAllDrafts(context, user_id);
}
