// The audit log: who changed what in an organization, and when. A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { ChannelId, GroupId, GroupSettingValue, Timestamp, UserId } from '../kit/values.ts';
import { AUDIT_KINDS, AUDIT_VIA, type AuditKind } from './kinds.ts';

export * from './kinds.ts';

/** Entries per response. */
export const MAX_AUDIT_ENTRIES = 500;

const KINDS = Object.values(AUDIT_KINDS).flat() as [AuditKind, ...AuditKind[]];

/** Long texts and lists are cut. */
export const AuditValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])),
  GroupSettingValue,
]);
export type AuditValue = z.output<typeof AuditValue>;

export const AuditChange = z.object({
  /** As the API names it. */
  field: z.string(),
  /** Left out if there was none, or if it is secret. Of `members` and `subgroups`: those who were removed. */
  old: AuditValue.optional(),
  /** Left out if there is none, or if it is secret. Of `members` and `subgroups`: those who were added. */
  new: AuditValue.optional(),
});
export type AuditChange = z.output<typeof AuditChange>;

export const AuditEntry = z.object({
  id: z.int(),
  timestamp: Timestamp,
  kind: z.enum(KINDS),
  /** Null if no account did it, as with a command of the server. */
  acting_user_id: UserId.nullable(),
  via: z.enum(AUDIT_VIA),
  /** The name of the SCIM token; null for other ways. */
  via_name: z.string().nullable(),
  /** The account, channel or group that it is about. Of messages: their sender and channel. */
  user_id: UserId.nullable(),
  stream_id: ChannelId.nullable(),
  group_id: GroupId.nullable(),
  /** The name of what has no lasting id, such as an emoji, a domain or a device. */
  name: z.string().nullable(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const getAuditLog = endpoint({
  id: 'get-audit-log',
  method: 'GET',
  path: '/audit_log',
  access: 'administrator',
  scope: 'administer',
  params: () =>
    z.object({
      /** Entries before this one; the newest if left out. */
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(MAX_AUDIT_ENTRIES).default(100),
      kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional(),
      /** Only changes by this account. */
      acting_user_id: UserId.optional(),
      /** Only changes to this account. */
      user_id: UserId.optional(),
      stream_id: ChannelId.optional(),
      group_id: GroupId.optional(),
      via: z.enum(AUDIT_VIA).optional(),
      /** Not before this time. */
      since: Timestamp.optional(),
      /** Before this time. */
      until: Timestamp.optional(),
    }),
  result: () =>
    z.object({
      /** The newest first. */
      entries: z.array(AuditEntry),
      /** The `before` of the next entries; null if these are the last. */
      next: z.int().nullable(),
      /** For how many days entries are kept; null: for ever. */
      kept_days: z.int().nullable(),
    }),
  errors: [BadRequest],
  summary: 'List who changed what in the organization, the newest first',
});

export const auditLogContract = slice({
  name: 'audit-log',
  endpoints: { getAuditLog },
});
