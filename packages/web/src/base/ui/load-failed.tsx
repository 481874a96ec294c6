// A part of the script that is no longer there (the server was updated), or can't be fetched: said instead of an empty screen.
import { t } from '../text/text.ts';
import { EmptyState } from './empty-state.tsx';

export const LoadFailed = () => (
  <EmptyState title={t('page_failed')}>
    <button type="button" className="button" onClick={() => location.reload()}>
      {t('try_again')}
    </button>
  </EmptyState>
);
