// Requests previews for the pages that a message links to, stores the previews of pages, and shows them in messages.
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import { type PagePreview, withEmbeds } from '@stoa/markdown';
import { findRenderings, setRendering } from '../../conversation/message-edits/rerendering.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { placesForJobs } from '../../kit/jobs/waiting-jobs.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { digestOf } from './link-previews.queries.ts';
import type { KnownPreview } from './link-previews.rules.ts';

export const LINK_PREVIEWS_JOB = 'link-previews';

/** A message that links to pages. */
export type LinkPreviewsJob = {
  readonly message_id: MessageId;
  /** A later content has a job of its own. */
  readonly content_digest: string;
  readonly links: readonly string[];
  /** The account that answers for the fetches. */
  readonly account_id: UserId;
};

interface Linking {
  readonly id: MessageId;
  readonly sender: Pick<Actor, 'user_id' | 'is_bot' | 'realm'>;
  readonly content: { readonly page_links: readonly string[]; readonly writing: { readonly content: string } };
}

/** Messages of one account whose previews may wait; later ones get none. [LP8] */
const WAITING_MAX = 50;
const MINUTE_MS = 60_000;
const KNOWN_MS = 3 * 24 * 60 * MINUTE_MS;
/** How soon a page without a preview, or that could not be fetched, is fetched again. */
const FAILED_MS = 30 * MINUTE_MS;

/** Runs no statement for messages without links to pages, and of bots. [LP1] [LP11] */
export async function scheduleLinkPreviews(context: WriteContext, { id, sender, content }: Linking): Promise<void> {
  const { tx, enqueue } = context;
  const { page_links: links, writing } = content;
  if (links.length === 0 || sender.is_bot || !context.serves(LINK_PREVIEWS_JOB)) return;
  const { inline_url_embed_preview } = await getRealmSettings(tx, sender.realm.realm_id);
  if (!inline_url_embed_preview) return;
  const account_id = sender.user_id;
  const takePlace = await placesForJobs(tx, LINK_PREVIEWS_JOB, [account_id], WAITING_MAX);
  if (!takePlace(account_id)) return;
  const body: LinkPreviewsJob = { message_id: id, content_digest: digestOf(writing.content), links, account_id };
  enqueue({ kind: LINK_PREVIEWS_JOB, account_id, body: { ...body } });
}

/** [LP7] */
export async function rememberPreviews(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  fetched: ReadonlyMap<string, KnownPreview | null>,
): Promise<void> {
  if (fetched.size === 0) return;
  const rows = [...fetched].map(([url, preview]) => [
    realm_id,
    digestOf(url),
    preview && JSON.stringify(preview),
    now + (preview ? KNOWN_MS : FAILED_MS),
  ]);
  await tx.run(
    sql`insert into link_previews (realm_id, url_digest, preview, expires_at) values ${sql.rows(rows)}
     on conflict (realm_id, url_digest) do update set preview = excluded.preview, expires_at = excluded.expires_at`,
  );
}

/** Shows previews in a message unless it was edited or deleted meanwhile, or the organization wants none any more. [LP2] */
export async function showPreviews(
  context: WriteContext,
  realm_id: RealmId,
  { message_id, content_digest, links }: LinkPreviewsJob,
  previews: ReadonlyMap<string, PagePreview>,
): Promise<void> {
  const [message] = await findRenderings(context.tx, [message_id]);
  if (!message || digestOf(message.content) !== content_digest) return;
  if (!(await getRealmSettings(context.tx, realm_id)).inline_url_embed_preview) return;
  const html = withEmbeds(message.rendered_content, links, previews);
  if (html !== message.rendered_content) await setRendering(context, message, html);
}

/** Most pages known for an organization; those that expire first are dropped. */
const KNOWN_MAX = 20_000;

/** Deletes previews that have expired or exceed the limit. */
export async function forgetPreviews({ tx, now }: Pick<WriteContext, 'tx' | 'now'>): Promise<void> {
  await tx.run(sql`delete from link_previews where expires_at <= ${now}`);
  const crowded = await tx.all<{ realm_id: RealmId; known: number }>(
    sql`select realm_id, count(*) as known from link_previews group by realm_id having count(*) > ${KNOWN_MAX}`,
  );
  for (const { realm_id, known } of crowded)
    await tx.run(
      sql`delete from link_previews where realm_id = ${realm_id} and url_digest in (
       select url_digest from link_previews where realm_id = ${realm_id} order by expires_at limit ${known - KNOWN_MAX})`,
    );
}
