// What is there before the first view.
import { t } from '../text/text.ts';

export const Starting = () => (
  <p className="starting quiet" role="status">
    {t('loading')}
  </p>
);
