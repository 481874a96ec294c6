// Fetches the pages that a message links to and shows their previews in it, after it was sent.
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import { linksWithoutEmbed, type PagePreview } from '@stoa/markdown';
import { findRenderings } from '../../conversation/message-edits/rerendering.actions.ts';
import { mediaPath } from '../../conversation/messages/media-addresses.rules.ts';
import { getMediaKey } from '../../conversation/messages/media-key.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import type { ActingHandler } from '../../kit/jobs/jobs.ts';
import { RequestLimit } from '../../kit/limits/rate-limits.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { PoolFull } from '../../kit/scheduling/fair-pool.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { fetchMedium, TIMEOUT_MS as PICTURE_MS } from '../external-media/media.queries.ts';
import { LINK_PREVIEWS_JOB, type LinkPreviewsJob, rememberPreviews, showPreviews } from './link-previews.actions.ts';
import { digestOf, findKnownPreviews } from './link-previews.queries.ts';
import type { KnownPreview } from './link-previews.rules.ts';
import { fetchPreview, LONGEST_MS } from './page-previews.ts';

/** Pages fetched for one account. [LP8] */
const FETCHES = { requests: 300, period_ms: 60 * 60_000 };
/** Once a message has waited this long, its remaining pages get no preview. */
const MESSAGE_MS = 40_000;

interface Services {
  readonly db: Connection;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly files: FileServices;
}

/** Addresses in messages keep their character references: a pasted `&amp;` means `&`. */
const pageOf = (link: string) => link.replaceAll('&amp;', '&');

export class LinkPreviewer {
  private readonly limit: RequestLimit;
  private readonly under_way = new Map<string, Promise<KnownPreview | null>>();
  private stopping = false;

  constructor(private readonly parts: Services) {
    this.limit = new RequestLimit(FETCHES, parts.clock);
  }

  /** Fetches no other page; the jobs under way are tried again after the next start. */
  stop(): void {
    this.stopping = true;
  }

  handler(): ActingHandler {
    return {
      kind: LINK_PREVIEWS_JOB,
      attempts: 3,
      claim_ms: MESSAGE_MS + 2 * (LONGEST_MS + PICTURE_MS),
      concurrency: 6,
      concurrency_each: 2,
      act: ({ realm_id, body }) => this.act(realm_id, body as LinkPreviewsJob),
      // A message stays without previews.
      givenUp: async () => {},
    };
  }

  /** The message's links that still need a preview: none once it was deleted or edited. [LP6] */
  private async linksOf(realm_id: RealmId, { message_id, content_digest, links }: LinkPreviewsJob): Promise<string[]> {
    const { db } = this.parts;
    if (!(await getRealmSettings(db, realm_id)).inline_url_embed_preview) return [];
    const [message] = await findRenderings(db, [message_id satisfies MessageId]);
    if (!message || digestOf(message.content) !== content_digest) return [];
    return linksWithoutEmbed(message.rendered_content, links);
  }

  private async act(realm_id: RealmId, job: LinkPreviewsJob): ReturnType<ActingHandler['act']> {
    const { db, clock } = this.parts;
    const began_at = performance.now();
    const stored = await findKnownPreviews(db, realm_id, job.links.map(pageOf), clock.now());
    const fetched = new Map<string, KnownPreview | null>();
    const previews = new Map<string, PagePreview>();
    const media_key = await getMediaKey(db, realm_id);
    for (const link of await this.linksOf(realm_id, job)) {
      const url = pageOf(link);
      if (!stored.has(url)) {
        if (this.stopping) throw new Error('the server is stopping');
        // Asked again before each page: fetching one takes long enough to delete the message.
        if (performance.now() - began_at > MESSAGE_MS || !(await this.linksOf(realm_id, job)).includes(link)) break;
        if (!this.limit.takeIfRoom(job.account_id)) break;
        fetched.set(url, await this.fetch(url, job.account_id));
      }
      const preview = stored.get(url) ?? fetched.get(url);
      if (!preview) continue;
      const { picture } = preview;
      previews.set(link, { ...preview, picture: picture === null ? null : mediaPath(media_key, picture) });
    }
    return async (context) => {
      await rememberPreviews(context, realm_id, fetched);
      if (previews.size > 0) await showPreviews(context, realm_id, job, previews);
    };
  }

  /** A page that several messages link to at once is fetched once. */
  private fetch(url: string, account_id: UserId): Promise<KnownPreview | null> {
    const pending = this.under_way.get(url);
    if (pending) return pending;
    const fetching = this.fetchWithPicture(url, account_id).finally(() => this.under_way.delete(url));
    this.under_way.set(url, fetching);
    return fetching;
  }

  /** A picture that readers could not see is left out. [LP4] */
  private async fetchWithPicture(url: string, account_id: UserId): Promise<KnownPreview | null> {
    const { outbound, files } = this.parts;
    const preview = await fetchPreview(outbound, url);
    if (!preview?.picture) return preview;
    return (await isPicture(files, outbound, preview.picture, account_id)) ? preview : { ...preview, picture: null };
  }
}

async function isPicture(files: FileServices, outbound: Outbound, url: string, account_id: UserId): Promise<boolean> {
  try {
    return (await fetchMedium(files, outbound, url, account_id))?.content_type.startsWith('image/') ?? false;
  } catch (error) {
    // The account's pictures wait for too long.
    if (error instanceof PoolFull) return false;
    throw error;
  }
}
