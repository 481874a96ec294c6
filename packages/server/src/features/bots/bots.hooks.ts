// Hooks for changes of bots, triggered in the write that makes them.
import type { UserId } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';

/** A bot has a new owner and a new key. */
export const botHandedOver = hook<{ readonly user_id: UserId }>('bot handed over');
