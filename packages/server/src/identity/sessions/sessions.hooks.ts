// Hooks of session changes.
import { hook } from '../../kit/write/hook.ts';

export const sessionsEnded = hook<{ readonly session_ids: readonly number[] }>('sessions ended');
