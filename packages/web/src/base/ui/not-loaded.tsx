// Shown in place of a list that could not be loaded, for example because the reader did not enter the password; loads it on
// request.
import { t } from '../text/text.ts';

export function NotLoaded({ again }: { again(): void }) {
  return (
    <p className="notice-box">
      {t('not_loaded')}{' '}
      <button type="button" className="button" onClick={again}>
        {t('try_again')}
      </button>
    </p>
  );
}
