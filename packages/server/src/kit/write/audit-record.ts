// What a write says of itself for the audit log, and in whose name. Ids stand for people, so that an erased person has no name here.
import type { AuditChange, AuditKind, AuditValue, AuditVia, ChannelId, GroupId, RealmId, UserId } from '@stoa/contract';
import type { Actor } from '../access/actor.ts';
import { batchesOfPowers } from '../database/batches.ts';
import type { Transaction } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import { seconds } from '../time/clock.ts';

/** The account that makes a write, and its credentials. */
export interface Origin {
  /** Null if no account does. */
  readonly acting_user_id: UserId | null;
  readonly via: AuditVia;
  /** The name of the SCIM token or access token. */
  readonly via_name?: string;
}

const byNobody = (via: AuditVia): Origin => ({ acting_user_id: null, via });
export const BY_SERVER = byNobody('server');
export const BY_COMMAND = byNobody('command_line');
export const BY_DIRECTORY = byNobody('directory');
/** The caller is not signed in, such as a person who signs up. */
export const WITHOUT_CREDENTIALS = byNobody('no_credentials');
export const bySCIM = (via_name: string): Origin => ({ acting_user_id: null, via: 'scim', via_name });

export function originOf(actor: Actor | null): Origin {
  if (actor === null) return WITHOUT_CREDENTIALS;
  const { user_id, session_id, token } = actor;
  if (token) return { acting_user_id: user_id, via: 'access_token', via_name: token.name };
  return { acting_user_id: user_id, via: session_id === undefined ? 'api_key' : 'session' };
}

export interface AuditRecord {
  readonly kind: AuditKind;
  readonly user_id?: UserId | null;
  readonly stream_id?: ChannelId | null;
  readonly group_id?: GroupId;
  readonly name?: string | null;
  readonly changes?: readonly AuditChange[];
  /** Where it is not that of the write: who signs in has no account before. */
  readonly acting_user_id?: UserId;
}

/** In code points, and in elements. */
const [TEXT_MAX, LIST_MAX, CHANGES_MAX] = [1000, 300, 100];

function cut(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  const characters = [...text];
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : text;
}

const isPrimitive = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A value as entries hold it: long texts and lists are cut, and what has another form is its JSON. [AL5] */
export function auditValue(value: unknown): AuditValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value) && value.every(isPrimitive))
    return value.slice(0, LIST_MAX).map((each) => (typeof each === 'string' ? cut(each) : each));
  const { direct_members, direct_subgroups, ...others } = value as Record<string, never[]>;
  if (direct_members && direct_subgroups && Object.keys(others).length === 0)
    return { direct_members: direct_members.slice(0, LIST_MAX), direct_subgroups: direct_subgroups.slice(0, LIST_MAX) };
  return cut(JSON.stringify(value));
}

type Values = Readonly<Record<string, unknown>>;

/** The fields that differ between two states; only those that the second has. */
export function changesBetween(before: object, after: object): AuditChange[] {
  const [old_values, new_values] = [before as Values, after as Values];
  return Object.keys(new_values)
    .filter((field) => JSON.stringify(old_values[field] ?? null) !== JSON.stringify(new_values[field] ?? null))
    .map((field) => ({
      field,
      old: auditValue(old_values[field] ?? null),
      new: auditValue(new_values[field] ?? null),
    }));
}

const isEmpty = (value: unknown) =>
  value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** The state of something new, without what is empty or off. */
export function initialValues(values: object): AuditChange[] {
  return Object.entries(values)
    .filter(([, value]) => !isEmpty(value))
    .map(([field, value]) => ({ field, new: auditValue(value) }));
}

/** The state of something that is gone. */
export function finalValues(values: object): AuditChange[] {
  return initialValues(values).map(({ field, new: old }) => ({ field, old }));
}

/** An entry of a write: its record, and its origin. */
export interface AuditLine {
  readonly record: AuditRecord;
  readonly origin: Origin;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** [AL1] */
export async function insertAuditEntries(
  tx: Transaction,
  realm_id: RealmId,
  lines: readonly AuditLine[],
): Promise<void> {
  for (const batch of batchesOfPowers(lines)) {
    const rows = batch.map(({ record, origin, now }) => [
      realm_id,
      seconds(now),
      record.kind,
      record.acting_user_id ?? origin.acting_user_id,
      origin.via,
      origin.via_name ?? null,
      record.user_id ?? null,
      record.stream_id ?? null,
      record.group_id ?? null,
      record.name == null ? null : cut(record.name),
      JSON.stringify((record.changes ?? []).slice(0, CHANGES_MAX)),
    ]);
    await tx.runAhead(
      sql`insert into audit_entries (realm_id, "timestamp", kind, acting_user_id, via, via_name, user_id, stream_id, group_id,
         name, changes) values ${sql.rows(rows)}`,
    );
  }
}
