// Fills an archive with all organizations of a server, each in a folder of its own. [EX21]
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listRealms } from '../../../identity/realm/realm.queries.ts';
import { type Entries, fillStoaArchive, type StoaExport } from './fill-stoa-archive.ts';
import { FORMAT_VERSION, MANIFEST, ORGANIZATIONS, type WholeManifest } from './stoa-tables.rules.ts';

interface Whole {
  /** Numbers. */
  readonly organizations: number;
  readonly rows: number;
  readonly files: number;
}

export async function fillWholeArchive(request: Omit<StoaExport, 'realm'>): Promise<Whole> {
  const { db, archive, work, now, progress } = request;
  const organizations: WholeManifest['organizations'][number][] = [];
  let [rows, files] = [0, 0];
  for (const realm of await listRealms(db)) {
    const { realm_id, name, url } = realm;
    const folder = `${ORGANIZATIONS}${realm_id}/`;
    const own_work = join(work, String(realm_id));
    await mkdir(own_work);
    const filled = await fillStoaArchive({
      ...request,
      realm,
      archive: folderOf(archive, folder),
      work: own_work,
      progress: (text) => progress(`${name}: ${text}`),
    });
    rows += filled.rows;
    files += filled.files;
    const sha256 = createHash('sha256').update(JSON.stringify(filled.manifest)).digest('hex');
    organizations.push({ folder, realm_id, name, url, sha256 });
  }
  const manifest: WholeManifest = {
    format: 'stoa-all',
    version: FORMAT_VERSION,
    created_at: Math.floor(now / 1000),
    organizations,
  };
  await archive.addJson(MANIFEST, manifest);
  return { organizations: organizations.length, rows, files };
}

const folderOf = (archive: Entries, folder: string): Entries => ({
  addFile: (name, path) => archive.addFile(folder + name, path),
  addJson: (name, value) => archive.addJson(folder + name, value),
});
