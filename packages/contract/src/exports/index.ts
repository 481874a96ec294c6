// Archives of an organization's data: asking for one, seeing how far it is, fetching and deleting it.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** What everybody may read; that and what people have agreed to; everything. */
export const ExportType = z.enum(['public', 'full_with_consent', 'full_without_consent']);
export type ExportType = z.output<typeof ExportType>;

/** Within a week. */
export const MAX_EXPORTS_PER_WEEK = 5;

const RealmExport = z.object({
  id: z.int(),
  acting_user_id: UserId,
  export_time: Timestamp,
  deleted_timestamp: Timestamp.nullable(),
  failed_timestamp: Timestamp.nullable(),
  /** Needs no credentials and holds for a week from when it was told; null while there is nothing to fetch. */
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: ExportType,
});
export type RealmExport = z.output<typeof RealmExport>;

export const realmExportsChanged = event({
  type: 'realm_export',
  fields: z.object({ exports: z.array(RealmExport) }),
  summary: 'A data export was asked for, is ready, has failed or was deleted; told to administrators.',
});
export const exportConsentChanged = event({
  type: 'realm_export_consent',
  fields: z.object({ user_id: UserId, consented: z.boolean() }),
  summary: 'Somebody has agreed, or no longer agrees, to their private data being exported; told to administrators.',
});

const shared = { access: 'administrator', errors: [BadRequest] } as const;

export const getRealmExports = endpoint({
  access: 'administrator',
  id: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  params: z.object({}),
  result: z.object({ exports: z.array(RealmExport) }),
  // Their addresses need no credentials.
  fresh_password: true,
  summary: 'List the data exports of the organization',
});
export const exportRealm = endpoint({
  ...shared,
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  params: z.object({ export_type: ExportType.default('public') }),
  result: z.object({ id: z.int() }),
  fresh_password: true,
  emits: [realmExportsChanged],
  summary: "Begin an export of the organization's data",
});
export const deleteRealmExport = endpoint({
  ...shared,
  id: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  params: z.object({ export_id: z.int() }),
  result: z.object({}),
  emits: [realmExportsChanged],
  summary: 'Delete the archive of a data export',
});
export const getExportConsents = endpoint({
  access: 'administrator',
  id: 'get-realm-export-consents',
  method: 'GET',
  path: '/export/realm/consents',
  params: z.object({}),
  result: z.object({
    export_consents: z.array(z.object({ user_id: UserId, consented: z.boolean(), email_address_visibility: z.int() })),
  }),
  summary: 'List who has agreed to their private data being exported',
});

export const exportsContract = slice({
  name: 'exports',
  endpoints: { getRealmExports, exportRealm, deleteRealmExport, getExportConsents },
  events: [realmExportsChanged, exportConsentChanged],
});
