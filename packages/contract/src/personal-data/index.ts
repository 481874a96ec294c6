// The data of one person: archives of it, and the erasure of an account. A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';
import { CannotDeactivateLastUser } from '../users/account-changes.endpoints.ts';

/** The limit for one account, per week. */
export const MAX_PERSONAL_EXPORTS_PER_WEEK = 5;
/** How long an archive is kept. */
export const PERSONAL_EXPORT_DAYS = 7;
/** The name of every account that was erased. */
export const DELETED_USER_NAME = 'Deleted user';

/** Whether the messages of an account stay under the name "Deleted user", or are removed for everybody. */
export const ErasedMessages = z.enum(['keep', 'remove']);
export type ErasedMessages = z.output<typeof ErasedMessages>;

const PersonalExport = z.object({
  id: z.int(),
  user_id: UserId,
  acting_user_id: UserId,
  /** Whether it leaves out what only the person may see. */
  is_public: z.boolean(),
  requested_at: Timestamp,
  /** Progress. */
  percent: z.int().min(0).max(100),
  finished_at: Timestamp.nullable(),
  failed_at: Timestamp.nullable(),
  /** In bytes. */
  size: z.int().nullable(),
  /** Needs no credentials and is valid for a week after it is sent; null while there is no archive, and for others. */
  export_url: z.string().nullable(),
});
export type PersonalExport = z.output<typeof PersonalExport>;

const Erasure = z.object({
  user_id: UserId,
  /** Null: the operator. */
  acting_user_id: UserId.nullable(),
  messages: ErasedMessages,
  requested_at: Timestamp,
  finished_at: Timestamp.nullable(),
  /** Progress. */
  percent: z.int().min(0).max(100),
  messages_removed: z.int(),
});
export type Erasure = z.output<typeof Erasure>;

export const requestPersonalExport = endpoint({
  id: 'request-personal-export',
  method: 'POST',
  path: '/personal_exports',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      /** Another person, for administrators; oneself if left out. */
      user_id: UserId.optional(),
    }),
  result: () => z.object({ id: z.int() }),
  errors: [BadRequest],
  fresh_password: true,
  summary: "Start an export of one person's data",
});

export const getPersonalExports = endpoint({
  id: 'get-personal-exports',
  method: 'GET',
  path: '/personal_exports',
  access: 'user',
  scope: 'key',
  result: () =>
    z.object({
      /** Requested by the caller, or about the caller; the newest first. */
      exports: z.array(PersonalExport),
    }),
  // The URLs need no credentials.
  fresh_password: true,
  summary: 'List the exports of personal data that you requested or that are about you',
});

export const deletePersonalExport = endpoint({
  id: 'delete-personal-export',
  method: 'DELETE',
  path: '/personal_exports/{export_id}',
  access: 'user',
  scope: 'key',
  params: () => z.object({ export_id: z.int() }),
  errors: [BadRequest],
  summary: "Delete the archive of one person's data that you requested",
});

export const eraseUser = endpoint({
  id: 'erase-user',
  method: 'POST',
  path: '/users/{user_id}/erase',
  access: 'administrator',
  scope: 'key',
  /** Only owners can erase an owner. */
  params: () => z.object({ user_id: UserId, messages: ErasedMessages.default('keep') }),
  errors: [BadRequest],
  fresh_password: true,
  emits: [realmUserUpdate],
  summary: "Erase a person's account for good",
});

export const eraseOwnUser = endpoint({
  id: 'erase-own-user',
  method: 'POST',
  path: '/users/me/erase',
  access: 'user',
  scope: 'key',
  params: () => z.object({ messages: ErasedMessages.default('keep') }),
  errors: [BadRequest, CannotDeactivateLastUser],
  fresh_password: true,
  emits: [realmUserUpdate],
  summary: 'Erase your own account for good, where the organization allows it',
});

export const getErasures = endpoint({
  id: 'get-erasures',
  method: 'GET',
  path: '/erasures',
  access: 'administrator',
  scope: 'administer',
  result: () =>
    z.object({
      /** The newest first; at most 1,000. */
      erasures: z.array(Erasure),
      /** Data exports of the organization that were made before the last erasure and still exist. */
      older_exports: z.int(),
    }),
  summary: 'List erased accounts, and how far their erasure is',
});

export const personalDataContract = slice({
  name: 'personal-data',
  endpoints: {
    requestPersonalExport,
    getPersonalExports,
    deletePersonalExport,
    eraseUser,
    eraseOwnUser,
    getErasures,
  },
});
