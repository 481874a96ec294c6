// Hooks of credentials.
import { hook } from '../../kit/write/hook.ts';

/** Another secret: every API key of every organization ends. In a write of no organization, before any node serves them. */
export const secretReplaced = hook<null>('secret replaced');
