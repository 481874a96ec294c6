// What changes of sessions announce, within the write that makes them.
import { hook } from '../../kit/hooks.ts';

export const sessionsEnded = hook<{ readonly session_ids: readonly number[] }>('sessions ended');
