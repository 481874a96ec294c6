// Types and helpers shared by the steps of an import.
import type { GroupId, UserId } from '@stoa/contract';
import { ROLE } from '@stoa/contract';
import type { ChannelRow } from '../../conversation/channels/channels.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { CAPS, Caps } from '../../kit/limits/caps.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { Archive, ArchiveUser, Problem } from './archive.ts';
import type { ImportWriter } from './import-claim.actions.ts';
import type { IdLookup } from './records/id-map.ts';

export interface ImportParts {
  readonly store: Store;
  readonly writer: ImportWriter;
  readonly files: FileServices;
  readonly archive: Archive;
  readonly realm: Realm;
  readonly report: (problem: Problem) => void;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The organization existed before. What the import creates is hidden until it is complete: people are deactivated, channels
   * are archived and have no subscribers.
   */
  readonly into_existing: boolean;
}

export type ChannelIds = Pick<ChannelRow, 'stream_id' | 'recipient_id'>;

/** The new ids of the archive's records. */
export interface Imported {
  readonly users: IdLookup<UserId>;
  readonly groups: ReadonlyMap<string, GroupId>;
  readonly channels: Map<string, ChannelIds>;
  readonly emoji: ReadonlyMap<string, number>;
  readonly files: ReadonlyMap<string, number>;
}

export const ROLES: Readonly<Record<ArchiveUser['role'], (typeof ROLE)[keyof typeof ROLE]>> = ROLE;

const UNLIMITED = new Caps(
  Object.fromEntries(Object.keys(CAPS).map((name) => [name, Number.MAX_SAFE_INTEGER / 1_000_000_000])),
);

/** A write that notifies nobody and to which personal limits don't apply, because the data existed already. */
export function withoutEffects(context: WriteContext): WriteContext {
  return { ...withoutEvents(context), caps: UNLIMITED, trigger: async () => {}, invalidateAccess() {} };
}

/** A write whose events nobody receives: connected clients reload when the import ends, and the audit log has an entry of the import. */
export function withoutEvents(context: WriteContext): WriteContext {
  return { ...context, emit() {}, record() {} };
}

/** Acts as a person of the archive, with all permissions. */
export function actorOf(realm: Realm, user_id: UserId): Actor {
  return {
    realm,
    user_id,
    email: '',
    full_name: '',
    role: ROLE.owner,
    is_bot: false,
    bot_owner_id: null,
    api_key_generation: 1,
    avatar_source: 'J',
    avatar_version: 1,
    avatar_key: null,
    settings: {},
  };
}
