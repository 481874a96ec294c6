// Shown before the first view.
import { t } from '../base/text/text.ts';

export const Starting = () => (
  <p className="starting quiet" role="status">
    {t('loading')}
  </p>
);
