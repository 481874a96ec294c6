// Shown in place of a list that could not be loaded; loads it on request, for which the reader may first have to enter the
// password.
import { t } from '../text/all-texts.ts';
import { isPasswordNeeded } from '../text/failures.ts';

export function NotLoaded({ error, again }: { error?: unknown; again(): void }) {
  const needs_password = isPasswordNeeded(error);
  return (
    <p className="notice-box">
      {t(needs_password ? 'confirm_for_list' : 'not_loaded')}{' '}
      <button type="button" className="button" onClick={again}>
        {t(needs_password ? 'confirm_for_list_do' : 'try_again')}
      </button>
    </p>
  );
}
