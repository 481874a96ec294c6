// Hooks of session changes.
import { hook } from '../../kit/hooks.ts';

export const sessionsEnded = hook<{ readonly session_ids: readonly number[] }>('sessions ended');
