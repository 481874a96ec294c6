// Drafts, scheduled messages and reminders; loaded when first opened.
import { lazyComponent } from '../../base/ui/lazy-component.tsx';

export type DeferredKind = 'drafts' | 'scheduled' | 'reminders';

export const DeferredOutlet = lazyComponent<{ kind: DeferredKind }>(
  async () => (await import('./deferred-page.tsx')).DeferredPage,
);
