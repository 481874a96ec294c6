// The schemas of the files that describe our own archive. Pure.
import { z } from 'zod';

const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const ManifestForm = z.object({
  format: z.literal('stoa'),
  version: z.int(),
  schema: z.int(),
  created_at: count,
  realm_id: z.int().positive(),
  name: z.string().min(1).max(200),
  url: z.string().max(2000),
  secret_mark: z.string().nullable(),
  rows: z.record(z.string(), count),
  last_ids: z.record(z.string(), count),
  missing_files: count,
  file_list: z.object({ files: count, sha256: digest }),
});

export const ListedForm = z.object({ path: z.string(), size: count, sha256: digest });

export const WholeManifestForm = z.object({
  format: z.literal('stoa-all'),
  version: z.int(),
  created_at: count,
  organizations: z
    .array(
      z.object({
        folder: z.string().regex(/^organizations\/\d{1,15}\/$/),
        realm_id: z.int().positive(),
        name: z.string().min(1).max(200),
        url: z.string().max(2000),
        sha256: digest,
      }),
    )
    .min(1)
    .max(10_000),
});
