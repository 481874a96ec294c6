// Hooks of the message store, triggered within the write.
import type { MessageId } from '@stoa/contract';
import { hook } from '../../kit/hooks.ts';
import type { Sent } from './new-message.ts';

/** A message is stored, with its flags and attachments. */
export const messageStored = hook<Sent>('message stored');

/** Messages are about to be deleted; their rows are still there. */
export const messagesEnding = hook<{ readonly ids: readonly MessageId[] }>('messages ending');
