// Drafts, scheduled messages and reminders; loaded when first opened.
import { lazy, Suspense } from 'react';
import { t } from '../../base/text/text.ts';

const DeferredPage = lazy(async () => ({ default: (await import('./deferred-page.tsx')).DeferredPage }));

export type DeferredKind = 'drafts' | 'scheduled' | 'reminders';

export function DeferredOutlet({ kind }: { kind: DeferredKind }) {
  return (
    <Suspense fallback={<p className="starting quiet">{t('loading')}</p>}>
      <DeferredPage kind={kind} />
    </Suspense>
  );
}
