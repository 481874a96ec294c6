// Puts together everything about files: where they are kept, what makes pictures of them, who sends, reads and collects them.
// Holds no logic.

import { emojiRoutes } from './conversation/emoji/emoji.routes.ts';
import { type Exports, openExports } from './delivery/exports/open-exports.ts';
import { externalMediaRoutes } from './features/external-media/external-media.routes.ts';
import { FetchedMedia } from './features/external-media/fetched-media.ts';
import { FileCollector } from './features/uploads/collecting.actions.ts';
import { servingRoutes } from './features/uploads/serving.routes.ts';
import { TemporaryUrls } from './features/uploads/temporary-urls.ts';
import { thumbnailsHandler } from './features/uploads/thumbnails.actions.ts';
import { openTus } from './features/uploads/tus.routes.ts';
import { uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { avatarRedirects, avatarsRoutes, generatedPictures } from './identity/avatars/avatars.routes.ts';
import { realmIconRedirects, realmIconsRoutes } from './identity/realm-icons/realm-icons.routes.ts';
import type { Clock } from './kit/clock.ts';
import type { Store } from './kit/database/connection.ts';
import type { FileServices } from './kit/files/file-services.ts';
import type { FileOptions } from './kit/files/file-store.ts';
import type { Incoming } from './kit/files/incoming.ts';
import { openFileParts } from './kit/files/open-file-services.ts';
import type { Gate } from './kit/http/dispatch.ts';
import type { RawRoute } from './kit/http/raw-route.ts';
import type { Route } from './kit/http/route.ts';
import type { JobHandler } from './kit/jobs.ts';
import type { Outbound } from './kit/outbound.ts';
import type { Writer } from './kit/write.ts';

/** Files that nobody needs are removed so late at most. */
const COLLECTING_MS = 10 * 60_000;

export interface FilingOptions {
  /** Where uploaded files are kept; null, as when left out, for the data directory. */
  files?: FileOptions;
}

export interface FilingParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly gate: Gate;
  /** What addresses that need no credentials are signed with. */
  readonly secret: string;
  readonly data: string;
  readonly outbound: Outbound;
  report(error: unknown): void;
}

export interface Filing {
  readonly incoming: Incoming;
  readonly parts: FileServices;
  readonly exports: Exports;
  readonly routes: Route[];
  readonly raw: RawRoute[];
  readonly job_handler: JobHandler;
  /** Removes what nobody needs by now. */
  collect(): Promise<void>;
  close(): Promise<void>;
}

export function openFiling(
  options: FilingOptions,
  { store, writer, clock, gate, secret, data, outbound, report }: FilingParts,
): Filing {
  const { db } = store;
  const parts = openFileParts(data, options.files ?? null, writer);
  const urls = new TemporaryUrls(secret);
  const media = new FetchedMedia(parts, outbound);
  const exports = openExports({ store, clock, files: parts, secret });
  const tus = openTus({ ...parts, db, clock, gate, data, report });
  const collector = new FileCollector(store, writer, parts.files);
  const collect = async () => {
    await collector.run(clock.now());
    await tus.expire();
  };
  const collecting = setInterval(() => void collect().catch(report), COLLECTING_MS);
  return {
    incoming: parts.incoming,
    parts,
    exports,
    routes: [
      ...uploadsRoutes(parts, urls),
      ...avatarsRoutes(parts),
      ...realmIconsRoutes(parts),
      ...emojiRoutes(parts),
      ...exports.routes,
    ],
    raw: [
      ...servingRoutes(parts.files, urls),
      ...externalMediaRoutes(media),
      ...tus.routes,
      ...avatarRedirects,
      generatedPictures,
      ...realmIconRedirects,
      ...exports.raw,
    ],
    job_handler: thumbnailsHandler({ ...parts, db, clock }),
    collect,
    async close() {
      clearInterval(collecting);
      media.close();
      await collector.stop();
      parts.close();
    },
  };
}
