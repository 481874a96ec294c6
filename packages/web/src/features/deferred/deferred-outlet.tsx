// What waits to be sent or said: drafts, scheduled messages, reminders; loaded when first looked at.
import { lazy, Suspense } from 'react';
import { t } from '../../base/text/text.ts';

const Later = lazy(async () => ({ default: (await import('./deferred-page.tsx')).Later }));

export type LaterKind = 'drafts' | 'scheduled' | 'reminders';

export function LaterPlace({ kind }: { kind: LaterKind }) {
  return (
    <Suspense fallback={<p className="starting quiet">{t('loading')}</p>}>
      <Later kind={kind} />
    </Suspense>
  );
}
