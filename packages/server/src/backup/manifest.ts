// The manifest: the list of a backup's parts. It is written last: a backup without it is incomplete and is never used.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** An object of the target. Size and SHA-256 are those of the bytes before they are encrypted. */
const Part = z.object({ object: z.string(), size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Part = z.infer<typeof Part>;

const FilePart = Part.extend({ key: z.string() });
export type FilePart = z.infer<typeof FilePart>;

const Counts = z.object({
  organizations: z.int(),
  accounts: z.int(),
  channels: z.int(),
  messages: z.int(),
  files: z.int(),
});
export type Counts = z.infer<typeof Counts>;

const Manifest = z.object({
  format: z.literal(1),
  /** Every commit before is in the copy of the database. */
  made_at: z.iso.datetime(),
  version: z.string(),
  schema_version: z.int(),
  database: Part,
  /** Null where it was left out on request. */
  secret: Part.nullable(),
  /** Null where they were left out on request. */
  files: z.array(FilePart).nullable(),
  /** Keys of files that were missing when the backup was made. */
  missing_files: z.array(z.string()),
  counts: Counts,
});
export type Manifest = z.infer<typeof Manifest>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A line that names the checksum of the rest. */
export function writeManifest(manifest: Manifest): Uint8Array {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  return new TextEncoder().encode(`sha256 ${sha256(text)}\n${text}`);
}

export function readManifest(bytes: Uint8Array, name: string): Manifest {
  const [, checksum, text = ''] = /^sha256 ([0-9a-f]{64})\n(.*)$/s.exec(new TextDecoder().decode(bytes)) ?? [];
  if (checksum === undefined || sha256(text) !== checksum) throw new BackupError(`${name} is damaged`);
  const { format } = JSON.parse(text) as { format: unknown };
  if (format !== 1) throw new BackupError(`${name} was written by a newer Stoa: use that one`);
  return Manifest.parse(JSON.parse(text));
}
