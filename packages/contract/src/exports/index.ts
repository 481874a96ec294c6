// Data exports of an organization: requesting, listing, downloading and deleting archives.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** The messages that every member may read; with the data of consenting members; everything. */
export const ExportType = z.enum(['public', 'full_with_consent', 'full_without_consent']);
export type ExportType = z.output<typeof ExportType>;

/** The limit for an organization, per week. */
export const MAX_EXPORTS_PER_WEEK = 5;

const RealmExport = z.object({
  id: z.int(),
  acting_user_id: UserId,
  export_time: Timestamp,
  deleted_timestamp: Timestamp.nullable(),
  failed_timestamp: Timestamp.nullable(),
  /** Needs no credentials and is valid for a week after it is sent; null while there is no archive. */
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: ExportType,
});
export type RealmExport = z.output<typeof RealmExport>;

export const realmExportsChanged = event({
  type: 'realm_export',
  fields: () => z.object({ exports: z.array(RealmExport) }),
  summary: 'A data export was requested, is ready, has failed or was deleted; sent to administrators.',
});
export const exportConsentChanged = event({
  type: 'realm_export_consent',
  fields: () => z.object({ user_id: UserId, consented: z.boolean() }),
  summary: 'An account gave or withdrew consent to the export of its private data; sent to administrators.',
});

const shared = { access: 'administrator', errors: [BadRequest] } as const;

export const getRealmExports = endpoint({
  access: 'administrator',
  scope: 'key',
  id: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  result: () => z.object({ exports: z.array(RealmExport) }),
  // The URLs need no credentials.
  fresh_password: true,
  summary: 'List the data exports of the organization',
});
export const exportRealm = endpoint({
  ...shared,
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  scope: 'key',
  params: () => z.object({ export_type: ExportType.default('public') }),
  result: () => z.object({ id: z.int() }),
  fresh_password: true,
  emits: [realmExportsChanged],
  summary: "Start an export of the organization's data",
});
export const deleteRealmExport = endpoint({
  ...shared,
  id: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  scope: 'key',
  params: () => z.object({ export_id: z.int() }),
  emits: [realmExportsChanged],
  summary: 'Delete the archive of a data export',
});
export const getExportConsents = endpoint({
  access: 'administrator',
  scope: 'administer',
  id: 'get-realm-export-consents',
  method: 'GET',
  path: '/export/realm/consents',
  result: () =>
    z.object({
      export_consents: z.array(
        z.object({ user_id: UserId, consented: z.boolean(), email_address_visibility: z.int() }),
      ),
    }),
  summary: 'List which accounts consent to the export of their private data',
});

export const exportsContract = slice({
  name: 'exports',
  endpoints: { getRealmExports, exportRealm, deleteRealmExport, getExportConsents },
  events: [realmExportsChanged, exportConsentChanged],
});
