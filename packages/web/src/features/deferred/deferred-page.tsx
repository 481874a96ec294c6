// Drafts, scheduled messages and reminders: one page with a tab for each.

import { t } from '../../base/text/all-texts.ts';
import { hashOf } from '../../base/views/view.ts';
import { useAppState } from '../../model/engine/context.ts';
import { useDraftCount } from '../../model/engine/use-draft-count.ts';
import type { DeferredKind } from './deferred-outlet.tsx';
import { Drafts } from './drafts.tsx';
import { Reminders } from './reminders.tsx';
import { Scheduled } from './scheduled.tsx';

export function DeferredPage({ kind }: { kind: DeferredKind }) {
  const counts = {
    drafts: useDraftCount(),
    scheduled: useAppState(({ scheduled_messages }) => scheduled_messages.length),
    reminders: useAppState(({ reminders }) => reminders.length),
  };
  return (
    <div className="page">
      <div className="page-column">
        <nav className="tabs deferred-tabs" aria-label={t('deferred_kinds')}>
          {(['drafts', 'scheduled', 'reminders'] as const).map((tab) => (
            <a key={tab} href={hashOf({ kind: tab })} aria-current={tab === kind ? 'page' : undefined}>
              {t(tab)} {counts[tab] > 0 && <span className="quiet">{counts[tab]}</span>}
            </a>
          ))}
        </nav>
        {kind === 'drafts' ? <Drafts /> : kind === 'scheduled' ? <Scheduled /> : <Reminders />}
      </div>
    </div>
  );
}
