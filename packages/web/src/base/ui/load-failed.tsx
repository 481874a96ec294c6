// Shown instead of an empty screen if a script can't be loaded or no longer exists because the server was updated.
import { Component, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { EmptyState } from './empty-state.tsx';

export const LoadFailed = () => (
  <EmptyState title={t('page_failed')}>
    <button type="button" className="button" onClick={() => location.reload()}>
      {t('try_again')}
    </button>
  </EmptyState>
);

/** Keeps what fails to load or to draw from taking more with it. */
export class LoadFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return <LoadFailed />;
  }
}
