// What changes of accounts announce, within the write that makes them.
import type { RealmId, UserId } from '@stoa/contract';
import { hook, type Upcoming } from '../../kit/hooks.ts';

/** Somebody's role is about to be lowered, so they may read less afterwards. */
export const roleLowering = hook<{ readonly realm_id: RealmId; readonly owner_id: UserId } & Upcoming>('role lowering');
