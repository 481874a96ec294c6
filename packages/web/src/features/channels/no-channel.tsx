// Shown in place of a channel that doesn't exist, or of which the reader may not know. [WB196]
import { t } from '../../base/text/all-texts.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import type { Visit } from '../../base/views/history-entry.ts';
import { hashOf } from '../../base/views/view.ts';
import { useLinkedMessage } from '../../domain/messages/linked-message.ts';
import { Waiting } from '../../domain/messages/waiting.tsx';

export function NoChannel({ route }: { route: Visit }) {
  if (useLinkedMessage(route, null) === 'looking') return <Waiting />;
  return (
    <EmptyState title={t('channel_not_found')}>
      <p>{t('channel_not_found_lead')}</p>
      <p className="empty-state-actions">
        <a className="button primary" href={hashOf({ kind: 'page', page: 'channels', path: ['all'] })}>
          {t('browse_channels')}
        </a>
        <a className="button" href={hashOf({ kind: 'inbox' })}>
          {t('inbox')}
        </a>
      </p>
    </EmptyState>
  );
}
