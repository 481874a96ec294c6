// Archives that people download: written outside the file store, stored when they are complete, served as downloads.
import { randomBytes } from 'node:crypto';
import { NotFound, type RealmId, Refused } from '@stoa/contract';
import { serve } from '../../features/uploads/serving.queries.ts';
import { Archive } from '../../kit/files/archive.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { storeFiles } from '../../kit/files/loose-files.ts';
import type { Clock } from '../../kit/time/clock.ts';

const TYPE = 'application/gzip';

export interface StoredArchive {
  readonly file_key: string;
  /** In bytes. */
  readonly size: number;
}

/** Stores what `fill` writes. Nothing is left if it throws. */
export async function storeArchive(
  { files, clock }: { readonly files: FileServices; readonly clock: Clock },
  realm_id: RealmId,
  fill: (archive: Archive) => Promise<void>,
): Promise<StoredArchive> {
  const path = files.incoming.path();
  const archive = new Archive(path, new Date(clock.now()));
  try {
    await fill(archive);
    const size = await archive.finish();
    const file_key = `exports/${realm_id}/${randomBytes(20).toString('hex')}.tar.gz`;
    await storeFiles(files, realm_id, clock.now(), [{ key: file_key, path, content_type: TYPE }]);
    return { file_key, size };
  } catch (error) {
    await archive.abort(error);
    throw error;
  } finally {
    await files.incoming.discard(path);
  }
}

interface Served {
  readonly id: number;
  /** Null while the archive is being created, and after it was deleted. */
  readonly file_key: string | null;
  readonly size: number | null;
}

export async function serveArchive({ files }: FileServices, request: Request, row: Served | null): Promise<Response> {
  if (!row || row.file_key === null) throw Refused('file_unknown', {}, NotFound);
  return serve(files, request, {
    key: row.file_key,
    name: `export-${row.id}.tar.gz`,
    content_type: TYPE,
    size: row.size,
    cache_control: 'private, no-store',
    download: true,
  });
}
