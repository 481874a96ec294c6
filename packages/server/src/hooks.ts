// Who acts on what lower tiers announce: every subscription to a hook, in the order in which they run.
import type { HookSubscription } from './kit/hooks.ts';

export const hookSubscriptions: readonly HookSubscription[] = [];
