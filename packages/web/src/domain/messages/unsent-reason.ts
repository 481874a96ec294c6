// Why a message of the outbox is not sent until its writer says so.
import { t } from '../../base/text/all-texts.ts';
import { useAppState } from '../../model/engine/context.ts';
import type { Outgoing } from '../../model/messages/outbox.ts';
import { viewName } from '../../model/state/names.ts';

export function useUnsentReason({ status, reason, view }: Outgoing): string {
  const place = useAppState((state) => viewName(state, view));
  return status === 'moved' ? t('not_sent_moved', { place }) : t('not_sent', { reason: reason ?? '' });
}

/** The label of the button that sends it after all. */
export const sendAgainText = ({ status }: Outgoing): string => t(status === 'moved' ? 'send_there' : 'try_again');
