// Fetches external pictures and videos, verifies their type, and caches some in memory. Never decides who may ask.
import { writeFile } from 'node:fs/promises';
import type { RealmId, UserId } from '@stoa/contract';
import { FairPool } from '../../kit/fair-pool.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { type Outbound, OutboundError } from '../../kit/outbound.ts';
import { FILM_BYTES, mediaKind, PICTURE_BYTES, requestedAddress } from './external-media.rules.ts';

export interface Medium {
  readonly content_type: string;
  readonly body: Buffer;
}

/** Bytes of the whole cache, and of one entry; larger media are fetched again. */
const KEPT_BYTES = 48 * 1024 * 1024;
const KEPT_BYTES_EACH = 4 * 1024 * 1024;
const KEPT_COUNT = 2000;
const KEPT_MS = 60 * 60_000;
/** How long a failed fetch is not repeated. */
const FAILED_MS = 60_000;
const TIMEOUT_MS = 10_000;
const REDIRECTS = 4;
/** No account: pictures of all messages take turns with those of each account. */
const NOBODY = 0 as UserId;

interface CachedMedium {
  readonly medium: Medium | null;
  readonly until: number;
}

export class FetchedMedia {
  /** In order of last use. */
  private readonly cached = new Map<string, CachedMedium>();
  private kept_bytes = 0;
  private readonly under_way = new Map<string, Promise<Medium | null>>();
  /** [XM4] An organization whose messages link to slow sites leaves slots for the others. */
  private readonly pool = new FairPool<RealmId>({
    places: 6,
    places_each: 4,
    waiting: 300,
    waiting_each: 150,
    max_wait_ms: 20_000,
  });

  constructor(
    private readonly parts: Pick<FileServices, 'images' | 'incoming'>,
    private readonly outbound: Outbound,
  ) {}

  /** Null for media that cannot be fetched or are not proxied. Throws {@link PoolFull}. */
  async get(realm_id: RealmId, url: string, now: number): Promise<Medium | null> {
    const known = this.cached.get(url);
    if (known && known.until > now) {
      this.cached.delete(url);
      this.cached.set(url, known);
      return known.medium;
    }
    const pending = this.under_way.get(url);
    if (pending) return pending;
    const fetching = this.pool.run(realm_id, () => this.fetch(url));
    this.under_way.set(url, fetching);
    try {
      const medium = await fetching;
      this.remember(url, medium, now);
      return medium;
    } finally {
      this.under_way.delete(url);
    }
  }

  close(): void {
    this.pool.clear();
  }

  private async fetch(url: string): Promise<Medium | null> {
    try {
      const { status, headers, body } = await this.outbound.request(requestedAddress(url), {
        timeout_ms: TIMEOUT_MS,
        max_bytes: FILM_BYTES,
        redirects: REDIRECTS,
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,video/*;q=0.5' },
      });
      const content_type = headers['content-type'] ?? '';
      if (status !== 200 || headers['content-encoding'] !== undefined) return null;
      switch (mediaKind(content_type)) {
        case 'picture':
          return body.length > PICTURE_BYTES ? null : await this.asPicture(body);
        case 'film':
          return { content_type: content_type.split(';')[0]!.trim().toLowerCase(), body };
        default:
          return null;
      }
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }

  /** [XM3] A declared picture must decode within the pixel limits; the detected type is used. */
  private async asPicture(body: Buffer): Promise<Medium | null> {
    const path = this.parts.incoming.path();
    try {
      await writeFile(path, body, { mode: 0o600 });
      const { picture } = await this.parts.images.probe(NOBODY, path);
      return picture && { content_type: `image/${picture.format}`, body };
    } finally {
      await this.parts.incoming.discard(path);
    }
  }

  private remember(url: string, medium: Medium | null, now: number): void {
    this.drop(url);
    const size = medium?.body.length ?? 0;
    if (size > KEPT_BYTES_EACH) return;
    this.cached.set(url, { medium, until: now + (medium ? KEPT_MS : FAILED_MS) });
    this.kept_bytes += size;
    for (const oldest of this.cached.keys()) {
      if (this.kept_bytes <= KEPT_BYTES && this.cached.size <= KEPT_COUNT) return;
      this.drop(oldest);
    }
  }

  private drop(url: string): void {
    this.kept_bytes -= this.cached.get(url)?.medium?.body.length ?? 0;
    this.cached.delete(url);
  }
}
