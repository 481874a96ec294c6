// An organization's own archive, as `stoa export` writes it.
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillStoaArchive } from '../../server/src/delivery/exports/stoa/fill-stoa-archive.ts';
import type { Realm } from '../../server/src/kit/access/actor.ts';
import type { Store } from '../../server/src/kit/database/connection.ts';
import { Archive } from '../../server/src/kit/files/archive.ts';
import type { FileStore } from '../../server/src/kit/files/file-store.ts';
import { findStoredFiles } from '../../server/src/slices.ts';

export interface Exported {
  readonly store: Pick<Store, 'snapshot'>;
  readonly files: { readonly files: FileStore };
  readonly realm: Realm;
  /** Unix time in milliseconds. */
  readonly now: number;
}

export async function exportStoaArchive(path: string, { store, files, realm, now }: Exported): Promise<void> {
  const work = mkdtempSync(join(dirname(path), 'work-'));
  try {
    const archive = new Archive(path, new Date(0));
    await store.snapshot((db) =>
      fillStoaArchive({ db, files: files.files, archive, realm, now, findStoredFiles, work, progress() {} }),
    );
    await archive.finish();
  } finally {
    rmSync(work, { recursive: true });
  }
}
