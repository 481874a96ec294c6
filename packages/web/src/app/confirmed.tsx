// The end of the window in which somebody confirmed at the identity provider. [WB907]
import { useEffect } from 'react';
import { t } from '../base/text/all-texts.ts';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { tellConfirmed } from '../model/session/confirmation-channel.ts';

export function Confirmed({ code }: { code: string }) {
  useEffect(() => {
    tellConfirmed(code);
    // Browsers close only windows that a page opened.
    close();
  }, [code]);
  return <EmptyState title={t('confirm_external_end')} />;
}
