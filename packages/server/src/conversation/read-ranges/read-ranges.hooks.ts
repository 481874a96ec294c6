// Hooks of read state, triggered within the write.
import type { UserId } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';

/** Messages that were unread for somebody are now read. */
export const messagesRead = hook<{ readonly user_id: UserId }>('messages read');
