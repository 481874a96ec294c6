// Shown instead of an empty screen if a script can't be loaded or no longer exists because the server was updated.
import { t } from '../text/text.ts';
import { EmptyState } from './empty-state.tsx';

export const LoadFailed = () => (
  <EmptyState title={t('page_failed')}>
    <button type="button" className="button" onClick={() => location.reload()}>
      {t('try_again')}
    </button>
  </EmptyState>
);
