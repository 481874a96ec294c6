// The position of direct conversations whose newest message was deleted.
import type { Migration } from '../kit/database/migrate.ts';

export const recentConversations: Migration = {
  version: 19,
  name: 'recent-conversations',
  statements: () => ['alter table recipients add column newest_deleted_id bigint'],
};
