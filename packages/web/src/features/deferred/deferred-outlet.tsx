// Drafts, scheduled messages and reminders; loaded when first opened.
import { deferred } from '../../base/ui/deferred-component.tsx';

export type DeferredKind = 'drafts' | 'scheduled' | 'reminders';

export const DeferredOutlet = deferred<{ kind: DeferredKind }>(
  async () => (await import('./deferred-page.tsx')).DeferredPage,
);
