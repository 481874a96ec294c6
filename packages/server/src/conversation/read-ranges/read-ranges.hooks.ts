// What changes of read state announce, within the write that makes them.
import type { UserId } from '@stoa/contract';
import { hook } from '../../kit/hooks.ts';

/** Messages that were unread for somebody no longer are. */
export const messagesRead = hook<{ readonly user_id: UserId }>('messages read');
