// Opens our own archive of one organization, or of all organizations of a server. [IM25]
import { FORMAT_VERSION, MANIFEST } from '../../exports/stoa/stoa-tables.rules.ts';
import type { ArchiveSource } from '../archive.ts';
import { ArchiveError } from '../archive-error.ts';
import { openStoaArchive, parseForm, type StoaArchive } from './stoa-archive.ts';
import { WholeManifestForm } from './stoa-shapes.ts';

/** Every organization in it; all of it is verified. */
export async function openStoaArchives(
  source: ArchiveSource,
  schema: number,
  progress: (text: string) => void,
): Promise<StoaArchive[]> {
  const manifest = await wholeManifest(source);
  if (manifest === null) return [await openStoaArchive(source, schema, progress)];
  if (manifest.version !== FORMAT_VERSION)
    throw new ArchiveError(
      `the archive has the form ${manifest.version}, this program reads ${FORMAT_VERSION}`,
      MANIFEST,
    );
  const { organizations } = manifest;
  const folders = new Set(organizations.map(({ folder }) => folder));
  if (folders.size < organizations.length) throw new ArchiveError('two organizations have one folder', MANIFEST);
  const foreign = source.paths.find((path) => path !== MANIFEST && !folders.has(`${path.split('/', 2).join('/')}/`));
  if (foreign !== undefined) throw new ArchiveError('the file is of no organization', foreign);
  const archives: StoaArchive[] = [];
  for (const { folder, realm_id, name, sha256 } of organizations) {
    const archive = await openStoaArchive(within(source, folder), schema, (text) => progress(`${name}: ${text}`)).catch(
      (error: unknown) => {
        throw error instanceof ArchiveError ? new ArchiveError(error.message, folder.slice(0, -1)) : error;
      },
    );
    if (archive.digest !== sha256 || archive.manifest.realm_id !== realm_id)
      throw new ArchiveError('the organization was changed: its checksum differs', folder + MANIFEST);
    archives.push(archive);
  }
  return archives;
}

/** Null for an archive of one organization, or no archive at all. */
async function wholeManifest(source: ArchiveSource) {
  if (source.size(MANIFEST) === null) return null;
  const text = Buffer.from(await source.read(MANIFEST)).toString();
  return /^\s*\{\s*"format"\s*:\s*"stoa-all"/.test(text) ? parseForm(text, WholeManifestForm, MANIFEST) : null;
}

function within(source: ArchiveSource, folder: string): ArchiveSource {
  return {
    paths: source.paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length)),
    scratch: source.scratch,
    size: (path) => source.size(folder + path),
    open: (path, range) => source.open(folder + path, range),
    read: (path, max_bytes) => source.read(folder + path, max_bytes),
  };
}
