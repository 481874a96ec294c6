// Errors in the form of SCIM (RFC 7644, section 3.12). Pure.
import { ApiError, ReadTimedOut, refusalOf } from '@stoa/contract';

export const SCIM_TYPE = 'application/scim+json';
const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

export function scimError(status: number, detail: string, scim_type: ScimType | null = null): ApiError {
  return new ApiError('BAD_REQUEST', status, detail, scim_type === null ? {} : { scim_type });
}

export const invalidValue = (detail: string): ApiError => scimError(400, detail, 'invalidValue');
export const notFound = (detail: string): ApiError => scimError(404, detail);

/** Refusals of actions that are conflicts with what others have. */
const TAKEN: ReadonlySet<string> = new Set(['email_of_other', 'name_taken', 'group_name_taken']);
/** Refusals that no other value would change. */
const CONFLICTS: ReadonlySet<string> = new Set(['last_owner_leaves', 'last_owner_role']);
const IN_USE = 'CANNOT_DEACTIVATE_GROUP_IN_USE';

/** A refusal of an action as a SCIM error; other errors unchanged. */
export function asScimError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 400 || 'scim_type' in error.fields) return error;
  if (error.code === ReadTimedOut.code)
    return scimError(400, 'This takes too long to find: use fewer conditions', 'tooMany');
  const refusal = refusalOf(error) ?? '';
  if (TAKEN.has(refusal)) return scimError(409, error.message, 'uniqueness');
  if (CONFLICTS.has(refusal) || error.code === IN_USE) return scimError(409, error.message);
  return scimError(400, error.message, refusal === 'group_changes_many' ? 'tooMany' : 'invalidValue');
}

/** Characters of a sentence, which may repeat what was sent. */
const DETAIL_MAX = 500;

export function scimErrorBody({ status, message, fields }: ApiError): string {
  return JSON.stringify({
    schemas: [SCHEMA],
    status: String(status),
    ...(typeof fields.scim_type === 'string' && { scimType: fields.scim_type }),
    detail: message.slice(0, DETAIL_MAX).toWellFormed(),
  });
}
