// The compose box before anybody writes, and before it has come.
import { composeRequest } from '../app/ui.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

export const ClosedCompose = () => (
  <div className="compose closed">
    <button type="button" className="button" onClick={() => composeRequest.set({ view: null, insert: '' })}>
      <Icon name="draft" /> {t('compose')} <kbd>c</kbd>
    </button>
  </div>
);
