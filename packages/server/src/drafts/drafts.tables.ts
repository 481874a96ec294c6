// The rows this slice owns.
import type { Draft, UserId } from '@stoa/contract';
import type { Generated } from 'kysely';

export interface DraftTables {
  drafts: {
    id: Generated<number>;
    user_id: UserId;
    type: Draft['type'];
    /** JSON when written; a list when read. */
    to: string;
    topic: string;
    content: string;
    timestamp: number;
  };
}
